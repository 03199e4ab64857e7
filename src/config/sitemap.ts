import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Options } from '@docusaurus/plugin-sitemap';
import { CHANGELOG, getDate, parseChangelog } from '../specification/changelog';
import { pageDates } from './page-dates';
import { getPageRoute } from '../site/routes';

/** The date of each page's last change, by route. */
function routeDates(siteDir: string): Map<string, string> {
  return new Map(
    [...pageDates(siteDir)].map(([file, date]) => {
      const isHome = path.relative(siteDir, file).startsWith('src');
      return [isHome ? '/' : getPageRoute(path.join(siteDir, 'docs'), file), date];
    }),
  );
}

/** Date of the latest changelog entry, because the reference is generated from the specification. */
function specificationDate(siteDir: string): string | undefined {
  const changelog = readFileSync(path.join(siteDir, CHANGELOG), 'utf8');
  const [newest] = parseChangelog(changelog);
  return newest && getDate(newest);
}

/** The sitemap, with the date of each page's last change. It depends on the commit being built, not on the machine. */
export function sitemap(siteDir: string): Options {
  return {
    lastmod: null,
    changefreq: null,
    priority: null,
    createSitemapItems: async ({ defaultCreateSitemapItems, ...params }) => {
      const dates = routeDates(siteDir);
      const reference = specificationDate(siteDir);
      return (await defaultCreateSitemapItems(params)).map((item) => {
        const { pathname } = new URL(item.url);
        const lastmod = pathname.startsWith('/api/') ? reference : dates.get(pathname);
        return lastmod === undefined ? item : { ...item, lastmod };
      });
    },
  };
}
