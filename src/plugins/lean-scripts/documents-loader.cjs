/** @typedef {{ docId?: string, unlisted?: boolean, items?: SidebarItem[] }} SidebarItem */

/**
 * Takes from the sidebar what stands for "nothing special", and the documents' names.
 *
 * @param {SidebarItem} item
 */
function leanItem(item) {
  if (item.unlisted === false) {
    delete item.unlisted;
  }
  if (item.docId !== undefined) {
    // Breadcrumbs only ask whether there is one.
    item.docId = '-';
  }
  item.items?.forEach(leanItem);
}

/**
 * Empties the list of documents, which only cards of documents look into: ours have their own (`document-lines`). Other
 * JSON of the folder is left alone.
 *
 * @type {import('webpack').LoaderDefinitionFunction}
 */
module.exports = function leanDocuments(source) {
  // The build cache is to notice a change of this loader.
  this.addDependency(__filename);
  const data = JSON.parse(source);
  const version = data.version;
  if (version?.docs === undefined || version.docsSidebars === undefined) {
    return source;
  }
  version.docs = {};
  Object.values(version.docsSidebars).flat().forEach(leanItem);
  return JSON.stringify(data);
};
