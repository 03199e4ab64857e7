import type { Plugin } from '@docusaurus/types';

const link = (attributes: Record<string, string>) => ({ tagName: 'link', attributes });

/**
 * Adds the icons that the `favicon` option can't, for browsers without SVG support and for home screens.
 * `scripts/lib/brand-images.ts` draws them. As HTML tags, they add nothing to a page's scripts.
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
