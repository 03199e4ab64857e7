/**
 * `{ path: '/x', component: ComponentCreator('/x', 'c17'), exact: true, sidebar: "docs" }` → `page('/x', 'c17', "docs")`.
 *
 * Fails if no route looks like that, so that an upgrade cannot turn this off in silence.
 *
 * @type {import('webpack').LoaderDefinitionFunction}
 */
module.exports = function leanRoutes(source) {
  // The build cache is to notice a change of this loader.
  this.addDependency(__filename);
  let changed = 0;
  const lean = source.replace(
    /\{\s*path: '([^'\n]*)',\s*component: ComponentCreator\('\1', '(\w+)'\),\s*exact: true(?:,\s*sidebar: ("\w+"))?\s*\}/g,
    (_route, path, hash, sidebar) => {
      changed += 1;
      return `page('${path}', '${hash}'${sidebar === undefined ? '' : `, ${sidebar}`})`;
    },
  );
  if (changed === 0) {
    throw new Error(`.docusaurus/routes.js: no route has the known form; look at ${__filename}.`);
  }
  return lean.replace(
    'export default',
    `const page = (path, hash, sidebar) => ({
  path,
  component: ComponentCreator(path, hash),
  exact: true,
  ...(sidebar && { sidebar }),
});
export default`,
  );
};
