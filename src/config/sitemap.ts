import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Options } from '@docusaurus/plugin-sitemap';
import { routeOfPage } from './routes';

/** Output of a git command, or nothing where there is no git or no repository. */
function git(siteDir: string, ...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: siteDir, encoding: 'utf8', maxBuffer: 1 << 28 });
  return status === 0 ? stdout.trim() : undefined;
}

/**
 * When each page was last committed. A shallow clone knows only its last commit, whose date would be wrong for nearly
 * every page: then nothing is said.
 */
function pageDates(siteDir: string): Map<string, string> {
  const dates = new Map<string, string>();
  if (git(siteDir, 'rev-parse', '--is-shallow-repository') !== 'false') return dates;
  const log = git(siteDir, 'log', '--format=date %cs', '--name-only', '--', 'docs', 'src/pages/index.mdx') ?? '';
  let date = '';
  for (const line of log.split('\n')) {
    if (line.startsWith('date ')) date = line.slice(5);
    else if (/\.mdx?$/.test(line)) {
      const route = line.startsWith('src/') ? '/' : routeOfPage(path.join(siteDir, 'docs'), path.join(siteDir, line));
      // Newest first: the first date of a page is its last change.
      if (!dates.has(route)) dates.set(route, date);
    }
  }
  return dates;
}

/** Date of the newest entry of the description's changelog: the reference is made from the description. */
function descriptionDate(siteDir: string): string | undefined {
  const changelog = readFileSync(path.join(siteDir, 'api-spec', 'CHANGELOG.md'), 'utf8');
  return /^## (\d{4}-\d{2}-\d{2})/m.exec(changelog)?.[1];
}

/** The sitemap, with the day of each page's last change. It depends on the commit that is built, not on the machine. */
export function sitemap(siteDir: string): Options {
  return {
    lastmod: null,
    changefreq: null,
    priority: null,
    createSitemapItems: async ({ defaultCreateSitemapItems, ...params }) => {
      const dates = pageDates(siteDir);
      const reference = descriptionDate(siteDir);
      return (await defaultCreateSitemapItems(params)).map((item) => {
        const { pathname } = new URL(item.url);
        const lastmod = pathname.startsWith('/api/') ? reference : dates.get(pathname);
        return lastmod === undefined ? item : { ...item, lastmod };
      });
    },
  };
}
