/** A built page, read from its HTML: what readers get, and nothing that only the sources contain. */
import { load, type CheerioAPI } from 'cheerio';

/** The metadata of a page. */
export interface PageFacts {
  /** Its route as in links: `/docs/api/errors`, `/api/`. */
  readonly route: string;
  /** The first heading. */
  readonly title: string;
  /** The meta description. */
  readonly description: string;
}

/** One page of the site. */
export interface BuiltPage extends PageFacts {
  /** The parsed document. Don't modify it. */
  readonly html: CheerioAPI;
}

/** @throws If the page has no heading or no description. */
export function parsePage(text: string, route: string): BuiltPage {
  const html = load(text);
  const title = html('h1').first().text().trim();
  const description = html('meta[name="description"]').attr('content')?.trim() ?? '';
  if (title === '' || description === '') {
    throw new Error(`${route}: the page has no ${title === '' ? 'heading' : 'description'}. Add one.`);
  }
  return { route, title, description, html };
}
