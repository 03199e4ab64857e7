/** The name of a chunk, or names by the property that wants them. @typedef {string | { [name: string]: Chunks }} Chunks */

/**
 * The component that shows a document, and the documents' routes among those of `.docusaurus/routesChunkNames.json`: they
 * differ in nothing but the content. A route's name there is its path, a dash and a hash.
 *
 * @param {Record<string, Chunks>} routes
 * @returns {{ component: string, contentOf: Map<string, string> }} the content by the route's name
 * @throws if no route has the known form
 */
module.exports = function documentRoutes(routes) {
  const contentOf = new Map();
  let component = '';
  for (const [name, chunks] of Object.entries(routes)) {
    if (typeof chunks === 'string' || Object.keys(chunks).join() !== '__comp,content') continue;
    const { __comp, content } = chunks;
    if (typeof __comp !== 'string' || typeof content !== 'string' || (component && component !== __comp)) {
      throw new Error(
        `.docusaurus/routesChunkNames.json: ${name} is not like the other documents; look at ${__filename}.`,
      );
    }
    component = __comp;
    contentOf.set(name, content);
  }
  if (contentOf.size === 0) {
    throw new Error(`.docusaurus/routesChunkNames.json: no document has the known form; look at ${__filename}.`);
  }
  return { component, contentOf };
};
