import type { LoadContext, Plugin } from '@docusaurus/types';
import { bodyScripts, headScripts } from '../../config/early-scripts';

/** Adds the inline scripts of `src/config/early-scripts.ts` to every page. */
export default function earlyScriptsPlugin({ siteStorage }: LoadContext): Plugin {
  return {
    name: 'early-scripts',
    injectHtmlTags: () => ({ headTags: headScripts(siteStorage.namespace), preBodyTags: bodyScripts }),
  };
}
