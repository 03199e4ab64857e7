import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load, type CheerioAPI } from 'cheerio';
import { buildFolder } from './routes';

const parsed = new Map<string, CheerioAPI>();

/** The built HTML of a route, parsed; what a reader without JavaScript gets. */
export function htmlOf(route: string): CheerioAPI {
  const known = parsed.get(route);
  if (known !== undefined) {
    return known;
  }
  const document = load(readFileSync(path.join(buildFolder, route, 'index.html'), 'utf8'));
  parsed.set(route, document);
  return document;
}
