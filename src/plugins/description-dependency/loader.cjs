/**
 * A loader that changes nothing. It registers the files in its options as dependencies of the page, and the folder of the
 * drawings as one of a page with a diagram.
 *
 * @type {import('webpack').LoaderDefinitionFunction<{ files: string[], drawings: string }>}
 */
module.exports = function addDescriptionDependency(source) {
  const { files, drawings } = this.getOptions();
  for (const file of files) {
    this.addDependency(file);
  }
  if (source.includes('```mermaid')) {
    this.addContextDependency(drawings);
  }
  return source;
};
