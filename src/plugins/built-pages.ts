/**
 * The pages of a finished build, read from its HTML: what a reader gets, and nothing that only the sources know.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { load, type CheerioAPI } from 'cheerio';

/** One page of the site. */
export interface BuiltPage {
  /** Its route as links write it: `/docs/api/errors`, `/api/`. */
  readonly route: string;
  /** The first heading. */
  readonly title: string;
  /** The line that search engines show. */
  readonly description: string;
  readonly html: CheerioAPI;
}

/** Several plugins read the same build in one go; parsing is the dear part of it. */
const read = new Map<string, BuiltPage[]>();

/**
 * Reads every page of a build but the 404 page.
 *
 * @param outDir folder of the build
 * @param routes routes of the build, as Docusaurus hands them to `postBuild`
 * @returns the pages (not to be changed) in the order of their routes, so that what is made from them never depends on the machine
 * @throws if a page has no heading or no description
 */
export function readBuiltPages(outDir: string, routes: readonly string[]): BuiltPage[] {
  const known = read.get(outDir);
  if (known) return known;
  const pages = [...new Set(routes)]
    .filter((route) => existsSync(path.join(outDir, route, 'index.html')))
    .sort()
    .map((route): BuiltPage => {
      const html = load(readFileSync(path.join(outDir, route, 'index.html'), 'utf8'));
      const title = html('h1').first().text().trim();
      const description = html('meta[name="description"]').attr('content')?.trim() ?? '';
      if (title === '' || description === '') {
        throw new Error(`${route}: the page has no ${title === '' ? 'heading' : 'description'}. Give it one.`);
      }
      return { route, title, description, html };
    });
  if (pages.length === 0) throw new Error(`${outDir} holds no page.`);
  read.set(outDir, pages);
  return pages;
}
