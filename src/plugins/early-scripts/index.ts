import type { Plugin } from '@docusaurus/types';
import { bodyScripts, headScripts } from '../../config/early-scripts';

/** Puts the inline scripts of `src/config/early-scripts.ts` into every page. */
export default function earlyScriptsPlugin(): Plugin {
  return {
    name: 'early-scripts',
    injectHtmlTags: () => ({ headTags: headScripts, preBodyTags: bodyScripts }),
  };
}
