/** @typedef {{ docId?: string, unlisted?: boolean, items?: SidebarItem[] }} SidebarItem */

/** The folder of the generated reference pages. */
const reference = 'reference/';

/**
 * Takes from the sidebar what stands for "nothing special" and the way to descriptions that are not shown.
 *
 * @param {SidebarItem} item
 */
function leanItem(item) {
  if (item.unlisted === false) {
    delete item.unlisted;
  }
  if (item.docId?.startsWith(reference)) {
    // Breadcrumbs only ask whether there is one.
    item.docId = '-';
  }
  item.items?.forEach(leanItem);
}

/**
 * Takes the reference's pages out of the list of documents, which only pages that list documents look into. Other JSON
 * of the folder is left alone.
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
  for (const id of Object.keys(version.docs)) {
    if (id.startsWith(reference)) {
      delete version.docs[id];
    }
  }
  Object.values(version.docsSidebars).flat().forEach(leanItem);
  return JSON.stringify(data);
};
