import type { HtmlTagObject } from '@docusaurus/types';

/**
 * Pages that the browser can load before the reader presses their link: prefetched when the pointer rests on the link,
 * and prerendered when the press begins. Excludes files and links that open elsewhere.
 */
const inside = {
  and: [
    { href_matches: '/*' },
    { not: { href_matches: '/*.*' } },
    { not: { selector_matches: '[target], [download]' } },
  ],
};

/** Rules for browsers that can prefetch pages. The page script removes them where they don't help. */
export const speculationRules: HtmlTagObject = {
  tagName: 'script',
  attributes: { type: 'speculationrules' },
  innerHTML: JSON.stringify({
    prefetch: [{ where: inside, eagerness: 'moderate' }],
    prerender: [{ where: inside, eagerness: 'conservative' }],
  }),
};
