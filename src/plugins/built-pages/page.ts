/** A page of a finished build, read from its HTML: what a reader gets, and nothing that only the sources know. */
import { load, type CheerioAPI } from 'cheerio';

/** What is known of a page without its content. */
export interface PageFacts {
  /** Its route as links write it: `/docs/api/errors`, `/api/`. */
  readonly route: string;
  /** The first heading. */
  readonly title: string;
  /** The line that search engines show. */
  readonly description: string;
}

/** One page of the site. */
export interface BuiltPage extends PageFacts {
  /** The whole document; not to be changed. */
  readonly html: CheerioAPI;
}

/** @throws if the page has no heading or no description */
export function parsePage(text: string, route: string): BuiltPage {
  const html = load(text);
  const title = html('h1').first().text().trim();
  const description = html('meta[name="description"]').attr('content')?.trim() ?? '';
  if (title === '' || description === '') {
    throw new Error(`${route}: the page has no ${title === '' ? 'heading' : 'description'}. Add one.`);
  }
  return { route, title, description, html };
}
