import type { Plugin } from '@docusaurus/types';

const link = (attributes: Record<string, string>) => ({ tagName: 'link', attributes });

/**
 * Names the icons that the configuration's one `favicon` leaves out, for browsers that take no SVG and for home
 * screens. `scripts/lib/marks.ts` draws them. As tags of the HTML, they cost the scripts of a page nothing.
 */
export default function siteIconsPlugin(): Plugin {
  return {
    name: 'site-icons',
    injectHtmlTags: () => ({
      headTags: [
        link({ rel: 'icon', type: 'image/png', sizes: '32x32', href: '/img/favicon-32.png' }),
        link({ rel: 'apple-touch-icon', href: '/img/apple-touch-icon.png' }),
      ],
    }),
  };
}
