/**
 * Docusaurus sorts the names of a component's properties by the rules of the reader's language, when it has nothing to do
 * with language: any order will do that is always the same. The first comparison of that kind loads those rules, which
 * holds up a phone for 40 ms on every page.
 *
 * Fails if there is no such comparison, or another.
 *
 * @type {import('webpack').LoaderDefinitionFunction}
 */
module.exports = function plainOrder(source) {
  // The build cache is to notice a change of this loader.
  this.addDependency(__filename);
  const parts = source.split('a[0].localeCompare(b[0])');
  if (parts.length !== 2) {
    throw new Error(`${this.resourcePath} sorts in another way than known; see ${__filename}.`);
  }
  return parts.join('(a[0] < b[0] ? -1 : 1)');
};
