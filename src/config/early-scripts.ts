import type { HtmlTagObject } from '@docusaurus/types';
import { storedChoicesScript } from '../client/stored-choices-script';
import { colorModeScript } from './color-mode';

/**
 * `/docs/api/errors/index.html` is the page `/docs/api/errors/`: the address is put right before React hydrates, since
 * the server rendered the page for the path without the file name (specification, section 2).
 */
const indexPathScript = `(function () {
  var path = location.pathname;
  if (/\\/index\\.html$/.test(path)) {
    history.replaceState(history.state, '', path.replace(/index\\.html$/, '') + location.search + location.hash);
  }
})();`;

/** Inline scripts of every page's head, in the order of execution. */
export const headScripts: HtmlTagObject[] = [
  { tagName: 'script', attributes: {}, innerHTML: indexPathScript },
  { tagName: 'script', attributes: {}, innerHTML: storedChoicesScript },
];

/** Inline scripts at the start of the body: after the theme's own, before the first paint. */
export const bodyScripts: HtmlTagObject[] = [{ tagName: 'script', attributes: {}, innerHTML: colorModeScript }];
