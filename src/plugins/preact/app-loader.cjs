/**
 * Docusaurus makes the element of its routes once: `const routesElement = renderRoutes(routes)`. Where an element is the
 * same as before, Preact renders what stands below it in a second go, after the layout effects of what stands above; so
 * Docusaurus would scroll to a heading, and tell that the route has changed, while the page before still stands. An
 * element for each rendering keeps both in one go, as React has it.
 *
 * Fails if Docusaurus' `App` does not look like that.
 *
 * @type {import('webpack').LoaderDefinitionFunction}
 */
module.exports = function freshRoutes(source) {
  // The build cache is to notice a change of this loader.
  this.addDependency(__filename);
  const fresh = source.replace(/\{routesElement\}/, '{renderRoutes(routes)}');
  if (fresh === source) {
    throw new Error(`${this.resourcePath} makes its routes in another way than known; see ${__filename}.`);
  }
  return fresh;
};
