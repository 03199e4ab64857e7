const { readFileSync } = require('node:fs');
const path = require('node:path');
const documentRoutes = require('./document-routes.cjs');

/**
 * `{ path: '/x', component: ComponentCreator('/x', 'c17'), exact: true, sidebar: "docs" }` → `page('/x', '5f37ed3c', "docs")`
 * for documents. `page` also writes the route's entry in the table of chunks, which `chunk-names-loader.cjs` left out.
 * There its name ends with the content's chunk in place of the hash: any name will do, as long as it is the component's.
 *
 * Fails if it does not meet each document of the table once, so that an upgrade cannot turn this off in silence.
 *
 * @type {import('webpack').LoaderDefinitionFunction}
 */
module.exports = function leanRoutes(source) {
  const table = path.join(path.dirname(this.resourcePath), 'routesChunkNames.json');
  // The build cache is to notice a change of this loader, and of the table.
  this.addDependency(__filename);
  this.addDependency(table);
  const { component, contentOf } = documentRoutes(JSON.parse(readFileSync(table, 'utf8')));
  const left = new Map(contentOf);
  const lean = source.replace(
    /\{\s*path: '([^'\n]*)',\s*component: ComponentCreator\('\1', '(\w+)'\),\s*exact: true(?:,\s*sidebar: ("\w+"))?\s*\}/g,
    (route, address, hash, sidebar) => {
      const content = left.get(`${address}-${hash}`);
      if (content === undefined) return route;
      left.delete(`${address}-${hash}`);
      return `page('${address}', '${content}'${sidebar === undefined ? '' : `, ${sidebar}`})`;
    },
  );
  if (left.size > 0) {
    throw new Error(
      `.docusaurus/routes.js: ${[...left.keys()].join(', ')} not found in the known form; see ${__filename}.`,
    );
  }
  return lean.replace(
    'export default',
    `import chunkNames from '@generated/routesChunkNames';
const page = (path, content, sidebar) => {
  chunkNames[path + '-' + content] = { __comp: '${component}', content };
  return { path, component: ComponentCreator(path, content), exact: true, ...(sidebar && { sidebar }) };
};
export default`,
  );
};
