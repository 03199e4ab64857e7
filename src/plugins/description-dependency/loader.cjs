/**
 * A loader that changes nothing. It registers the files in its options as dependencies of the page.
 *
 * @type {import('webpack').LoaderDefinitionFunction<{ files: string[] }>}
 */
module.exports = function addDescriptionDependency(source) {
  for (const file of this.getOptions().files) {
    this.addDependency(file);
  }
  return source;
};
