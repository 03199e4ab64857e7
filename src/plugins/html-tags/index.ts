import type { LoadContext, Plugin } from '@docusaurus/types';
import { bodyScripts, headScripts } from './early-scripts';
import { headTags } from './head-tags';
import { speculationRules } from './speculation-rules';

/**
 * Adds tags to every page. As options of the site (`headTags`, `ssrTemplate`), they would be part of the app's scripts,
 * too, because the app contains all options.
 */
export default function htmlTagsPlugin({ siteStorage }: LoadContext): Plugin {
  return {
    name: 'html-tags',
    injectHtmlTags: () => ({
      headTags: [...headTags, ...headScripts(siteStorage.namespace), speculationRules],
      preBodyTags: bodyScripts,
    }),
  };
}
