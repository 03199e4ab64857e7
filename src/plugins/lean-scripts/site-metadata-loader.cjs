/**
 * Takes the versions of all plugins out of what every page knows: nothing shows them.
 *
 * @type {import('webpack').LoaderDefinitionFunction}
 */
module.exports = function leanSiteMetadata(source) {
  // The build cache is to notice a change of this loader.
  this.addDependency(__filename);
  return JSON.stringify({ ...JSON.parse(source), pluginVersions: {} });
};
