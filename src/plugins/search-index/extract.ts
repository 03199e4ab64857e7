/** Extracts what readers search for from the built pages: pages, sections, fields, and values, each with its anchor. */
import type { Element } from 'domhandler';
import type { PageKind, Place, SearchPage } from '../../client/search/format';
import type { Operation } from '../../specification/specification';
import type { BuiltPage } from '../post-build-pages/page';

/** Parts of a page that aren't text, or that have places of their own. */
const NOT_TEXT =
  'h1, pre, svg, button, .method, .page-tools, figure, .sample, .exchange__head, .hash-link, .fields, [aria-label=Operations], .op__sample, .op__access, nav, details';

/** Sections that every operation's page has, and that nobody searches for. */
const TEMPLATE =
  /^(next|authentication|(path|query|header|cookie)-parameters|body|responses|response-.*|errors?|example.*|request-sample|explained-in|status-.*)$/;

/** How much of a field's or value's description is indexed. */
const MEANING = 110;

const trim = (text: string): string => text.replace(/[\s\u200b]+/g, ' ').trim();

/** Cuts a text at the end of a word. */
const clip = (text: string): string =>
  text.length > MEANING ? `${text.slice(0, text.lastIndexOf(' ', MEANING))}…` : text;

function classify(route: string, operation: Operation | undefined): PageKind {
  if (operation) return operation.method === 'event' ? 'Event' : 'Endpoint';
  if (/^\/(docs\/category\/.*|api\/)?$/.test(route)) return 'Overview';
  if (route.startsWith('/docs/get-started/concepts/')) return 'Concept';
  return route.startsWith('/docs/get-started/tutorials/') ? 'Tutorial' : 'Guide';
}

/** Names from code that readers type instead of the title. */
const listNames = ({ id, method, path }: Operation): string =>
  method === 'event' ? path : `${id} ${method.toUpperCase()} ${path}`;

/** The text below each heading. */
function findSections({ html }: BuiltPage): Place[] {
  const main = html('main .markdown').first().clone();
  main.find(NOT_TEXT).remove();
  main.find('td, th').before(' · ');
  main.find('table').after(' · ');
  main.find('p, li, tr, dd, dt, div').append(' ');
  main.find('h2, h3').each((_, heading) => {
    const element = html(heading);
    element.replaceWith(`\u0001${element.attr('id') ?? ''}\u0002${element.text()}\u0002`);
  });
  return `\u0002\u0002${main.text()}`
    .split('\u0001')
    .map((section) => section.split('\u0002').map(trim))
    .map(([id = '', title = '', text = '']) => ({ id, title, text }))
    .filter(({ id, title, text }) => !TEMPLATE.test(id) && `${title}${text}` !== '');
}

/** Fields and their values, and the rows of tables that have an anchor. */
function findNames({ html }: BuiltPage): Place[] {
  const toPlace = (node: Element): Place => {
    const element = html(node);
    const id = element.attr('id') ?? element.find('[id]').attr('id') ?? '';
    const cells = element.children('td, th').toArray();
    const field = element.is('.value') ? `${element.closest('.field').find('code').first().text()}: ` : '';
    const name = html(cells[0] ?? element.find('code')[0] ?? '').text();
    const texts = cells.slice(1).map((cell) => trim(html(cell).text()));
    if (element.is('.field')) texts.push(element.children('p:not([class])').first().text());
    else if (element.is('.value')) texts.push(element.text().replace(name, ''));
    return { id, title: trim(field + name), text: clip(trim(texts.join(' · '))), isCode: true };
  };
  return html('main :is(.field[id], .value[id], tr[id], tr:has([id]))')
    .toArray()
    .map(toPlace)
    .filter(({ id, title }) => title !== '' && !id.startsWith('error'));
}

/** Extracts the searchable content of a page, with the names of the operation that it documents. */
export function extractPage(page: BuiltPage, operation: Operation | undefined): SearchPage {
  const { route: url, title, description: text } = page;
  const places = [...findSections(page), ...findNames(page)];
  return { url, title, text, kind: classify(url, operation), names: operation ? listNames(operation) : '', places };
}

/** Guides explain best, then requests, responses, and events; and less nested fields before others. */
const rank = ({ kind }: SearchPage, { id }: Place): number =>
  10 * (kind === 'Event' ? 3 : id.startsWith('response-') ? 2 : kind === 'Endpoint' ? 1 : 0) + id.split('.').length;

/**
 * Creates the search index of a build. What several pages describe in the same words is listed once.
 *
 * @param pages - The searchable content of every page, in the order of the routes.
 * @throws If nothing is searchable.
 */
export function createIndex(pages: readonly SearchPage[]): SearchPage[] {
  const keyOf = ({ title, text }: Place): string => `${title}|${text}`;
  const names = pages.flatMap((page) =>
    page.places.filter(({ isCode }) => isCode).map((place) => ({ place, order: rank(page, place) })),
  );
  // The last one of a map wins.
  const best = new Map(names.sort((a, b) => b.order - a.order).map(({ place }) => [keyOf(place), place]));
  if (pages.every(({ places }) => places.length === 0))
    throw new Error('No page has searchable content. Check the selectors in src/plugins/search-index/extract.ts.');
  const isListed = (place: Place): boolean => !place.isCode || best.get(keyOf(place)) === place;
  return pages.map((page) => ({ ...page, places: page.places.filter(isListed) }));
}
