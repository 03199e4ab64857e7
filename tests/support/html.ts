/**
 * The parsed HTML of the build, as readers without JavaScript get it. Parsing is the expensive part of the checks
 * without a browser. The project `built` runs them in one process, so that each page is parsed once.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { load, type CheerioAPI } from 'cheerio';
import { buildFolder } from './routes';

const parsed = new Map<string, CheerioAPI>();

/**
 * The files of all built pages, including the not-found page.
 *
 * @returns Paths relative to the build folder, in a fixed order.
 */
export function pageFiles(): string[] {
  return readdirSync(buildFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .sort();
}

/**
 * Parses a file of the build. All callers share the tree, so copy what you change.
 *
 * @param file - Path relative to the build folder.
 * @throws If the build has no such file.
 */
function parsedFile(file: string): CheerioAPI {
  const name = path.normalize(file);
  const known = parsed.get(name);
  if (known !== undefined) return known;
  const document = load(readFileSync(path.join(buildFolder, name), 'utf8'));
  parsed.set(name, document);
  return document;
}

/**
 * Parses the page of a route. All callers share the tree, so copy what you change.
 *
 * @param route - The route, with or without trailing slash.
 * @throws If the build has no such page.
 */
export function loadHtml(route: string): CheerioAPI {
  return parsedFile(path.join('.', route, 'index.html'));
}

const ids = new Map<string, ReadonlySet<string>>();

/**
 * The IDs on a page, to look up anchors.
 *
 * @param route - The route, with or without trailing slash.
 * @throws If the build has no such page.
 */
export function listIds(route: string): ReadonlySet<string> {
  const known = ids.get(route);
  if (known !== undefined) return known;
  const page = loadHtml(route);
  const found = new Set(
    page('[id]')
      .toArray()
      .map(({ attribs }) => attribs['id'] ?? ''),
  );
  ids.set(route, found);
  return found;
}
