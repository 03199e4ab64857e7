/** Extracts the searchable content of the built pages: pages, sections, fields, values, and statuses, each with its URL. */
import { isTag, isText, type AnyNode } from 'domhandler';
import {
  ENTRY_KINDS,
  PAGE_KINDS,
  type EntryKind,
  type EntryRow,
  type PageKind,
  type PageRow,
  type SearchIndex,
} from '../../client/search/format';
import type { Operation } from '../../specification/specification';
import type { BuiltPage } from '../post-build-pages/page';

/** How much of a field's or value's description is indexed. */
const MEANING = 110;

/** Parts of a page that aren't text, or that have entries of their own. */
const NOT_TEXT =
  'h1, pre, svg, button, .page-tools, figure, .sample, .exchange__head, .hash-link, .fields, [aria-label=Operations], .op__sample, .op__access, nav, details';

/** Sections that every operation's page has, and that nobody searches for. */
const TEMPLATE =
  /^(next|authentication|(path|query|header|cookie)-parameters|body|responses|response-.*|errors?|example.*|request-sample|long-lists|explained-in|status-.*)$/;

/** An entry without the number of its page. */
type Found = [kind: EntryKind, anchor: string, name: string, text: string];

/** An entry that many pages can have. The one with the lowest rank is listed. */
type Offer = [rank: number, entry: Found];

/** The searchable content of a page. */
export interface Searchable {
  readonly page: PageRow;
  readonly sections: Found[];
  readonly offers: Offer[];
}

const trim = (text: string): string => text.replace(/[\s\u200b]+/g, ' ').trim();

/** Cuts a text at the end of a word, or inside a first word that's too long. */
function clip(text: string, length: number): string {
  const end = text.lastIndexOf(' ', length);
  return text.length <= length ? text : `${text.slice(0, end > 0 ? end : length)}…`;
}

/** The text of an element, with a space between blocks and a dot between cells. */
function readText(node: AnyNode): string {
  if (isText(node)) return node.data;
  if (!('children' in node)) return '';
  const inside = node.children.map(readText);
  if (isTag(node) && node.name === 'tr') return inside.map(trim).filter(Boolean).join(' · ');
  return isTag(node) && /^(p|li|td|th|div|br|ul|ol)$/.test(node.name) ? ` ${inside.join('')} ` : inside.join('');
}

function classify(route: string, operation: Operation | undefined): PageKind {
  if (operation) return operation.method === 'event' ? 'Event' : 'Endpoint';
  if (/^\/(docs\/category\/.*|api\/)?$/.test(route)) return 'Overview';
  if (route.startsWith('/docs/get-started/concepts/')) return 'Concept';
  return route.startsWith('/docs/get-started/tutorials/') ? 'Tutorial' : 'Guide';
}

/** Names from code that readers type instead of the title. */
function listNames(operation: Operation | undefined): string {
  if (!operation) return '';
  if (operation.method === 'event') return operation.path;
  return `${operation.id} ${operation.method.toUpperCase()} ${operation.path}`;
}

/** Headings with the text below them. Text above the first heading has no name and no anchor. */
function findSections({ html }: BuiltPage): Found[] {
  const main = html('main .markdown').first().clone();
  main.find(NOT_TEXT).remove();
  const sections: Found[] = [['section', '', '', '']];
  for (const node of main.find('h2, h3, p, li, tr').toArray()) {
    const element = html(node);
    const section = sections.at(-1);
    if (/^h[23]$/.test(node.tagName)) sections.push(['section', element.attr('id') ?? '', trim(element.text()), '']);
    else if (section && element.parents('p, li, tr').length === 0) {
      section[3] = trim(`${section[3]} ${readText(node)}`);
    }
  }
  return sections.filter(([, anchor, name, text]) => !TEMPLATE.test(anchor) && `${name}${text}` !== '');
}

/** Parameters, fields, and their values on an operation's page. Requests rank before responses, and less nested first. */
function findFields({ html }: BuiltPage, { method }: Operation): Offer[] {
  const order = method === 'event' ? ['body'] : ['body', 'query', 'path', 'header', 'response'];
  return html('.field[id], .value[id]')
    .toArray()
    .flatMap((node): Offer[] => {
      const element = html(node);
      const id = node.attribs['id'] ?? '';
      const field = element.is('.value') ? element.closest('.field').find('.field__head code').first().text() : '';
      const code = element.find('code').first();
      const name = trim(code.text());
      // The error object is the same everywhere, and the guide to errors explains it.
      if (/^error\b/.test(id) || name === '') return [];
      const place = order.findIndex((part) => id.startsWith(part));
      const rank = (method === 'event' ? 100 : 10 * (place < 0 ? order.length : place)) + id.split('.').length;
      const text =
        field === '' ? element.children('p').not('[class]').first().text() : element.text().replace(name, '');
      const meaning = clip(trim(text), MEANING);
      return [[rank, field === '' ? ['field', id, name, meaning] : ['value', id, `${field}: ${name}`, meaning]]];
    });
}

/** Anchors in the tables of guides: enum values, statuses, and FramePay entries. */
function findNames({ html }: BuiltPage): Offer[] {
  return html('main tr, main .field[id]')
    .toArray()
    .flatMap((node): Offer[] => {
      const row = html(node);
      const id = row.attr('id') ?? row.find('[id]').first().attr('id');
      if (id === undefined) return [];
      const [first, ...rest] = row.children().toArray();
      const name = trim(html(row.find('.field__name')[0] ?? first ?? '').text());
      return [
        [
          0,
          [id.startsWith('status-') ? 'status' : 'value', id, name, clip(trim(rest.map(readText).join(' ')), MEANING)],
        ],
      ];
    });
}

/**
 * Extracts the searchable content of a page.
 *
 * @param operation - The operation that the page documents.
 */
export function extractPage(page: BuiltPage, operation: Operation | undefined): Searchable {
  const { route, title, description, html } = page;
  const statuses = html('[id="status-409"], [id="status-422"]').toArray();
  return {
    page: [route, title, PAGE_KINDS.indexOf(classify(route, operation)), description, listNames(operation)],
    sections: [
      ...findSections(page),
      ...(operation ? statuses : []).map((node): Found => [
        'status',
        node.attribs['id'] ?? '',
        trim(html(node).find('.status').first().text()),
        '',
      ]),
    ],
    offers: operation ? findFields(page, operation) : findNames(page),
  };
}

/**
 * Creates the search index of a build. What several pages describe in the same words is listed once.
 *
 * @param pages - The searchable content of every page, in the order of the routes.
 * @throws If nothing is searchable.
 */
export function createIndex(pages: readonly Searchable[]): SearchIndex {
  const toRow = (page: number, [kind, ...rest]: Found): EntryRow => [page, ENTRY_KINDS.indexOf(kind), ...rest];
  const offers = pages.flatMap((page, number) => page.offers.map(([rank, found]) => ({ rank, found, number })));
  const best = new Map<string, EntryRow>();
  for (const { found, number } of offers.sort((left, right) => left.rank - right.rank)) {
    const key = `${found[2]}|${found[3]}`;
    if (!best.has(key)) best.set(key, toRow(number, found));
  }
  const sections = pages.flatMap((page, number) => page.sections.map((found) => toRow(number, found)));
  const entries = [...sections, ...best.values()].sort(([left], [right]) => left - right);
  if (entries.length === 0)
    throw new Error('No page has searchable content. Check the selectors in src/plugins/search-index/extract.ts.');
  return { pages: pages.map(({ page }) => page), entries };
}
