/**
 * The built HTML, parsed: what a reader without JavaScript gets. Parsing is the dear part of the checks that need no
 * browser; the project `built` runs all of them in one process, so that each page is parsed once for all.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { load, type CheerioAPI } from 'cheerio';
import { buildFolder } from './routes';

const parsed = new Map<string, CheerioAPI>();

/**
 * The files of all built pages, the not-found page among them.
 *
 * @returns paths below the folder of the build, in a fixed order
 */
export function pageFiles(): string[] {
  return readdirSync(buildFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .sort();
}

/**
 * A file of the build, parsed. Every caller gets the same tree: copy what you change.
 *
 * @param file path below the folder of the build
 * @throws if the build has no such file
 */
export function parsedFile(file: string): CheerioAPI {
  const name = path.normalize(file);
  const known = parsed.get(name);
  if (known !== undefined) return known;
  const document = load(readFileSync(path.join(buildFolder, name), 'utf8'));
  parsed.set(name, document);
  return document;
}

/**
 * The page of a route, parsed. Every caller gets the same tree: copy what you change.
 *
 * @param route as the sitemap names it, with or without a slash at its end
 * @throws if the build has no such page
 */
export function htmlOf(route: string): CheerioAPI {
  return parsedFile(path.join('.', route, 'index.html'));
}

const ids = new Map<string, ReadonlySet<string>>();

/**
 * The ids of a page, to look anchors up in.
 *
 * @param route as the sitemap names it, with or without a slash at its end
 * @throws if the build has no such page
 */
export function idsOf(route: string): ReadonlySet<string> {
  const known = ids.get(route);
  if (known !== undefined) return known;
  const page = htmlOf(route);
  const found = new Set(
    page('[id]')
      .toArray()
      .map(({ attribs }) => attribs['id'] ?? ''),
  );
  ids.set(route, found);
  return found;
}
