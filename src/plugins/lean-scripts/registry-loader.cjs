/**
 * `"017c006b": [() => import("@site/docs/x.mdx"), "@site/docs/x.mdx", require.resolveWeak("@site/docs/x.mdx")]`
 * → `"017c006b": [() => whole(import("@site/docs/x.mdx"))]`.
 *
 * `whole` waits for the page's pieces of HTML (`lean-content`) too, unless the page is the one whose HTML was loaded: it
 * is asked for before the page is taken over, and has them.
 *
 * Fails if an entry does not look like that.
 *
 * @type {import('webpack').LoaderDefinitionFunction}
 */
module.exports = function leanRegistry(source) {
  // The build cache is to notice a change of this loader.
  this.addDependency(__filename);
  const entries = source.split('() => import(').length - 1;
  let changed = 0;
  const lean = source.replace(/, "[^"\n]*", require\.resolveWeak\("[^"\n]*"\)\]/g, () => {
    changed += 1;
    return ']';
  });
  if (entries === 0 || changed !== entries) {
    throw new Error(
      `.docusaurus/registry.js: ${changed} of ${entries} entries have the known form; see ${__filename}.`,
    );
  }
  // The two modules that every page's script needs, so that they stand in the common one.
  return `import 'lean-content';
import '@mdx-js/react';
const whole = async (page) => {
  const { fill } = await page;
  if (window.docusaurusRoot) await fill?.();
  return page;
};
${lean.replace(/import\(([^()]*\.mdx")\)/g, 'whole(import($1))')}`;
};
