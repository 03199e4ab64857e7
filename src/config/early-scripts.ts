import type { HtmlTagObject } from '@docusaurus/types';
import { storedChoicesScript } from '../page/stored-choices-script';
import { colorModeScript, earlyColorModeScript } from './color-mode';

/**
 * `/docs/api/errors/index.html` is the page `/docs/api/errors/`: the address is put right before React hydrates, since
 * the server rendered the page for the path without the file name (specification, section 2). The same goes for
 * `//docs/api/errors`, which servers answer as if it had one slash. The router cannot take a stray percent sign.
 */
const indexPathScript = `(function () {
  var path = location.pathname.replace(/\\/{2,}/g, '/').replace(/\\/index\\.html$/, '/');
  try { decodeURI(path); } catch (error) { path = path.replace(/%/g, '%25'); }
  if (path !== location.pathname) history.replaceState(history.state, '', path + location.search + location.hash);
})();`;

const script = (innerHTML: string): HtmlTagObject => ({ tagName: 'script', attributes: {}, innerHTML });

/**
 * Inline scripts of every page's head, in the order of execution.
 *
 * @param namespace what Docusaurus puts behind the names in local storage
 */
export const headScripts = (namespace: string): HtmlTagObject[] => [
  script(indexPathScript),
  script(earlyColorModeScript(namespace)),
  script(storedChoicesScript),
];

/** Inline scripts at the start of the body: after the theme's own, before the first paint. */
export const bodyScripts: HtmlTagObject[] = [script(colorModeScript)];
