import { createHash } from 'node:crypto';
import type { ThemeConfig } from '@docusaurus/preset-classic';
import { categories } from '../site/categories';
import { provider } from '../site/provider';

/** The navbar: Docs, API, and the language dropdown. The theme adds the color mode toggle. */
export const navbar: ThemeConfig['navbar'] = {
  title: provider.name,
  // The light logo is the icon, too, so that both are one file.
  logo: { src: 'img/favicon.svg', srcDark: 'img/logo-dark.svg', alt: '', width: 28, height: 28 },
  items: [
    // A plain link, because an item of type docSidebar would also be active on the reference, which shares the sidebar.
    { to: categories.getStarted.slug, label: 'Docs', position: 'left', activeBasePath: '/docs/' },
    { to: '/api/', label: 'API', position: 'left' },
    { type: 'localeDropdown', position: 'right' },
  ],
};

/** The footer: a link to the provider's homepage, and the copyright line. */
export const footer: ThemeConfig['footer'] = {
  links: [{ label: `${provider.name} homepage`, href: provider.homepage }],
  copyright: `Copyright © ${provider.copyrightYear} ${provider.name}`,
};

const announcement = 'No account yet? <a href="/docs/api/test-cards#local-sandbox">Run the tutorials locally</a>.';

/** The dismissible announcement bar. Another text is shown again to readers who dismissed the last one. */
export const announcementBar: ThemeConfig['announcementBar'] = {
  id: createHash('sha256').update(announcement).digest('hex').slice(0, 8),
  content: announcement,
  isCloseable: true,
};
