const documentRoutes = require('./document-routes.cjs');

/**
 * Takes the documents out of the table of the routes' chunks: `routes-loader.cjs` puts them back from the table of routes.
 *
 * @type {import('webpack').LoaderDefinitionFunction}
 */
module.exports = function leanChunkNames(source) {
  // The build cache is to notice a change of this loader.
  this.addDependency(__filename);
  const routes = JSON.parse(source);
  const { contentOf } = documentRoutes(routes);
  return JSON.stringify(Object.fromEntries(Object.entries(routes).filter(([name]) => !contentOf.has(name))));
};
