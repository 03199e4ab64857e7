/**
 * Extracts the searchable content of the built pages: pages, sections, fields, values, and statuses, each with its URL.
 *
 * A field or value that many pages describe in the same words is listed once, at the most useful place: in a request
 * rather than a response, and as close to the top level as possible.
 */
import type { Cheerio } from 'cheerio';
import { isTag, isText, type AnyNode, type Element } from 'domhandler';
import {
  ENTRY_KINDS,
  PAGE_KINDS,
  type EntryKind,
  type EntryRow,
  type PageKind,
  type PageRow,
  type SearchIndex,
} from '../../client/search/format';
import type { Operation } from '../../description/description';
import type { BuiltPage } from '../post-build-pages/page';

/**
 * A section is indexed with its first characters, and then with the start of each paragraph, list item, and table row,
 * where the important words are. With all of its text, the index would be 60 percent larger, and every reader who
 * searches downloads it.
 */
const LEAD_LENGTH = 200;
const START_LENGTH = 45;

/** What was shortened is joined into passages of up to this many characters. */
const PASSAGE_LENGTH = 420;
const MEANING_LENGTH = 110;

const space = (text: string): string => text.replace(/[\s\u200b]+/g, ' ').trim();

/** Separates two pieces that were cells, items, or paragraphs, so that an excerpt of them can be read. */
const append = (left: string, right: string): string => `${left}${/[.:?!…]$/.test(left) ? ' ' : ' · '}${right}`;

/** The text of an element, with a space between blocks. */
function readText(node: AnyNode): string {
  if (isText(node)) return node.data;
  if (!('children' in node)) return '';
  if (isTag(node) && node.name === 'tr') return joinAll(node.children.filter(isTag).map(readText));
  const inside = node.children.map(readText).join('');
  return isTag(node) && /^(p|li|td|th|div|br|tr|ul|ol)$/.test(node.name) ? ` ${inside} ` : inside;
}

/** Joins the texts of neighbors, without the empty ones. */
function joinAll(texts: readonly string[]): string {
  const full = texts.map(space).filter((text) => text !== '');
  return full.length === 0 ? '' : full.reduce(append);
}

/** Truncates a text at a word boundary, or inside a first word that's too long. */
function clip(text: string, length: number): string {
  const end = text.lastIndexOf(' ', length);
  return text.length <= length ? text : `${text.slice(0, end > 0 ? end : length)}…`;
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

/** Sections that every page of a kind has, and that nobody searches for. */
const GUIDE_TEMPLATE = /^next$/;
const CALL_TEMPLATE =
  /^(authentication|(path|query|header|cookie)-parameters|body|responses|response-.*|errors?|example.*|request-sample|long-lists|explained-in|status-.*)$/;

/** Parts of a page that aren't text, or that have entries of their own. */
const NOT_TEXT =
  'h1, pre, svg, button, .page-tools, figure, .sample, .exchange__head, .hash-link, .fields, .field-table, [aria-label=Operations], .op__side, details';

/** An entry without the number of its page. */
type Found = [kind: EntryKind, anchor: string, name: string, ...passages: string[]];

/** Several pages can have the same entry. The one with the lowest rank is listed, by name and meaning. */
type Offer = [key: string, rank: number, entry: Found];

/** The searchable content of a page. */
export interface Searchable {
  readonly page: PageRow;
  readonly sections: Found[];
  readonly offers: Offer[];
}

/**
 * Shortens the parts of a section.
 *
 * @param start - How many characters of each part are kept once the lead is full.
 */
function shorten(parts: readonly string[], start: number): string[] {
  let room = LEAD_LENGTH;
  return parts.flatMap((part) => {
    const length = Math.max(room, start);
    room -= part.length;
    return length === 0 ? [] : [clip(part, length)];
  });
}

/** Joins short neighbors, so that words from one thought can be found together. */
function joinPassages(parts: readonly string[]): string[] {
  const passages: string[] = [];
  for (const part of parts) {
    const last = passages.at(-1);
    if (last !== undefined && last.length + part.length < PASSAGE_LENGTH) {
      passages[passages.length - 1] = append(last, part);
    } else {
      passages.push(part);
    }
  }
  return passages;
}

/** Headings with the text below them. Text before the first heading has no name and no anchor. */
function findSections({ html }: BuiltPage, template: RegExp): Found[] {
  const sections: Found[] = [];
  const main = html('main .markdown').first().clone();
  main.find(NOT_TEXT).remove();
  let anchor = '';
  let name = '';
  let parts: string[] = [];
  const close = (): void => {
    const texts = parts.map(space).filter((text) => text !== '');
    // Text above the first heading has no anchor. It only ranks its page.
    const passages = joinPassages(shorten(texts, anchor === '' ? 0 : START_LENGTH));
    if (!template.test(anchor) && (passages.length > 0 || name !== '')) {
      sections.push(['section', anchor, name, ...passages]);
    }
    parts = [];
  };
  for (const node of main.find('h2, h3, p, li, tr').toArray()) {
    const element = html(node);
    if (/^h[23]$/.test(node.tagName)) {
      close();
      anchor = element.attr('id') ?? '';
      name = space(element.text());
    } else if (element.parents('p, li, tr').length === 0) {
      parts.push(readText(node));
    }
  }
  close();
  return sections;
}

/** Parameters, fields, and values on an operation's page. */
function findFields({ html }: BuiltPage, operation: Operation): Offer[] {
  return html('li.field[id]')
    .toArray()
    .flatMap((node): Offer[] => {
      const field = html(node);
      const id = field.attr('id') ?? '';
      // The error object is the same everywhere, and the guide to errors explains it.
      if (/^error\b/.test(id)) return [];
      const name = field.find('> .field__head code').first().text();
      const meaning = clip(space(field.children('p:not([class])').first().text()), MEANING_LENGTH);
      const rank = rankPlace(operation, id);
      return [[`${name}|${meaning}`, rank, ['field', id, name, meaning]], ...findValues(field, name, rank)];
    });
}

/** The enum values of a field. */
function findValues(field: Cheerio<Element>, owner: string, rank: number): Offer[] {
  return field
    .find('> .values > li.value[id]')
    .toArray()
    .map((node): Offer => {
      const value = field.find(node);
      const name = value.find('.value__name code').first().text();
      const meaning = clip(space(value.text().slice(value.find('.value__name').text().length)), MEANING_LENGTH);
      const id = value.attr('id') ?? '';
      return [`${owner}=${name}|${meaning}`, rank, ['value', id, `${owner}: ${name}`, meaning]];
    });
}

/** Errors that not every operation has, which show what it rejects. */
const findStatuses = ({ html }: BuiltPage): Found[] =>
  html('li[id="status-409"], li[id="status-422"]')
    .toArray()
    .map((node) => ['status', node.attribs['id'] ?? '', space(html(node).find('.status').first().text())]);

/** Fields in a guide's table. The reference entry already contains their meaning. */
function findTableFields({ html }: BuiltPage): Found[] {
  let anchor = '';
  return html('main .markdown')
    .find('h2[id], h3[id], .field-table tbody th')
    .toArray()
    .flatMap((node) => {
      if (node.tagName === 'th') return [['field', anchor, space(html(node).text())]];
      anchor = node.attribs['id'] ?? '';
      return [];
    });
}

/** Anchors in the tables of guides: enum values, statuses, and FramePay entries. */
function findNames({ html, route }: BuiltPage): Offer[] {
  return html('main tr')
    .toArray()
    .flatMap((node): Offer[] => {
      const line = html(node);
      const id = line.attr('id') ?? line.find('[id]').first().attr('id');
      if (id === undefined) return [];
      const cells = line.children();
      const name = space(cells.first().text());
      const meaning = clip(space(cells.slice(1).toArray().map(readText).join(' ')), MEANING_LENGTH);
      const kind = id.startsWith('status-') ? 'status' : 'value';
      return [[`${id}|${route}`, 0, [kind, id, name, meaning]]];
    });
}

/** Rank of a place that explains a field. Lower is better. */
function rankPlace(operation: Operation, id: string): number {
  const depth = id.split('.').length;
  if (operation.method === 'event') return 400 + depth;
  if (id.startsWith('body')) return (operation.method === 'post' ? 0 : 20) + depth;
  if (id.startsWith('response')) return (operation.method === 'get' ? 100 : 200) + depth;
  return (operation.method === 'get' ? 50 : 60) + depth;
}

/**
 * Extracts the searchable content of a page.
 *
 * @param operation - The operation that the page documents.
 */
export function extractPage(page: BuiltPage, operation: Operation | undefined): Searchable {
  const { route, title, description } = page;
  const kind = PAGE_KINDS.indexOf(classify(route, operation));
  const sections = findSections(page, operation ? CALL_TEMPLATE : GUIDE_TEMPLATE);
  return {
    page: [route, title, kind, description, listNames(operation)],
    sections: [...sections, ...(operation ? findStatuses(page) : findTableFields(page))],
    offers: operation ? findFields(page, operation) : findNames(page),
  };
}

/**
 * Creates the search index of a build.
 *
 * @param pages - The searchable content of every page, in the order of the routes.
 * @throws If nothing is searchable.
 */
export function createIndex(pages: readonly Searchable[]): SearchIndex {
  const toRow = (page: number, [kind, ...rest]: Found): EntryRow => [page, ENTRY_KINDS.indexOf(kind), ...rest];
  /** The best entry of each field and value. */
  const places = new Map<string, { rank: number; row: EntryRow }>();
  pages.forEach(({ offers }, number) => {
    for (const [key, rank, found] of offers) {
      const known = places.get(key);
      if (!known || rank < known.rank) places.set(key, { rank, row: toRow(number, found) });
    }
  });
  const sections = pages.flatMap((page, number) => page.sections.map((found) => toRow(number, found)));
  const entries = [...sections, ...[...places.values()].map(({ row }) => row)].sort(([left], [right]) => left - right);
  if (entries.length === 0)
    throw new Error('No page has searchable content. Check the selectors in src/plugins/search-index/extract.ts.');
  return { pages: pages.map(({ page }) => page), entries };
}
