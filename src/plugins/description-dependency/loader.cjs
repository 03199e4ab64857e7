/**
 * A loader that changes nothing: it only tells the bundler that the page depends on the files in its options.
 *
 * @type {import('webpack').LoaderDefinitionFunction<{ files: string[] }>}
 */
module.exports = function addDescriptionDependency(source) {
  for (const file of this.getOptions().files) {
    this.addDependency(file);
  }
  return source;
};
