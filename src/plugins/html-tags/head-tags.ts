import type { HtmlTagObject } from '@docusaurus/types';
import { provider } from '../../site/provider';

const tag = (tagName: 'link' | 'meta', attributes: Record<string, string>): HtmlTagObject => ({ tagName, attributes });

/**
 * Tags in the head of every page. The icons are those that the `favicon`
 * option can't add, for browsers without SVG support and for home screens (`scripts/lib/brand-images.ts` draws them).
 */
export const headTags = [
  tag('link', { rel: 'icon', type: 'image/png', sizes: '32x32', href: '/img/favicon-32.png' }),
  tag('link', { rel: 'apple-touch-icon', href: '/img/apple-touch-icon.png' }),
  tag('link', {
    rel: 'alternate',
    type: 'application/atom+xml',
    title: `${provider.name} API changelog`,
    href: `${provider.docs}/api-changes.xml`,
  }),
  tag('meta', { property: 'og:site_name', content: provider.name }),
];
