/** Parts of the configuration that matter while a site is built, and to no page. */
const buildOnly = ['presets', 'plugins', 'themes', 'clientModules', 'staticDirectories', 'scripts', 'stylesheets'];

/**
 * `export default {…, "presets": [["classic", {"sidebarPath": "/home/me/sidebars.ts"}]], …};` → the same without them.
 *
 * Fails if the file no longer looks like that.
 *
 * @type {import('webpack').LoaderDefinitionFunction}
 */
module.exports = function leanConfig(source) {
  const parts = /^([\s\S]*?export default )(\{[\s\S]*\})(;?\s*)$/.exec(source);
  if (parts === null) {
    throw new Error(`.docusaurus/docusaurus.config.mjs no longer has the known form; see ${__filename}.`);
  }
  const [, start = '', json = '', end = ''] = parts;
  const config = JSON.parse(json);
  for (const name of buildOnly) {
    if (Array.isArray(config[name])) {
      config[name] = [];
    }
  }
  return `${start}${JSON.stringify(config)}${end}`;
};
