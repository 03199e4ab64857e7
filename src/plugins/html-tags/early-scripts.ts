import type { HtmlTagObject } from '@docusaurus/types';
import { storedChoicesScript } from '../../page/stored-choices-script';
import { colorModeScript, earlyColorModeScript } from './color-mode';

/**
 * Corrects the URL before React hydrates. `/docs/api/errors/index.html` is the page `/docs/api/errors/`, and the server
 * rendered it for the path without the file name. The same applies to `//docs/api/errors`, which servers treat as if it
 * had one slash, and to an encoded slash. The router can't handle a stray percent sign.
 */
const indexPathScript = `(function () {
  var path = location.pathname.replace(/%2f/gi, '/').replace(/\\/{2,}/g, '/').replace(/\\/index\\.html$/, '/');
  try { decodeURI(path); } catch (error) { path = path.replace(/%/g, '%25'); }
  if (path !== location.pathname) history.replaceState(history.state, '', path + location.search + location.hash);
})();`;

const script = (innerHTML: string): HtmlTagObject => ({ tagName: 'script', attributes: {}, innerHTML });

/**
 * Inline scripts in every page's head, in order of execution.
 *
 * @param namespace - The suffix that Docusaurus adds to keys in local storage.
 */
export const headScripts = (namespace: string): HtmlTagObject[] => [
  script(indexPathScript),
  script(earlyColorModeScript(namespace)),
  script(storedChoicesScript),
];

/** Inline scripts at the start of the body, after the theme's own script and before the first paint. */
export const bodyScripts: HtmlTagObject[] = [script(colorModeScript)];
