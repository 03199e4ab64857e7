/**
 * Empties the list of documents that every page knows by id. It is there for navigation bars that name a document or a
 * sidebar, and for banners of old versions; our bar has plain links, and there is one version.
 *
 * Fails if the data no longer has the known form.
 *
 * @type {import('webpack').LoaderDefinitionFunction}
 */
module.exports = function leanGlobalData(source) {
  // The build cache is to notice a change of this loader.
  this.addDependency(__filename);
  const data = JSON.parse(source);
  const versions = data['docusaurus-plugin-content-docs']?.default?.versions;
  if (!Array.isArray(versions)) {
    throw new Error(`.docusaurus/globalData.json: no versions of the documents; look at ${__filename}.`);
  }
  for (const version of versions) {
    version.docs = [];
  }
  return JSON.stringify(data);
};
