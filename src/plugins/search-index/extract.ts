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

/** Maximum length of a section's text. The important words come early, and every reader downloads the index. */
const SECTION_LENGTH = 420;
const MEANING_LENGTH = 110;

const space = (text: string): string => text.replace(/[\s\u200b]+/g, ' ').trim();

/** The text of an element, with a space between blocks. */
function readText(node: AnyNode): string {
  if (isText(node)) return node.data;
  if (!('children' in node)) return '';
  const inside = node.children.map(readText).join('');
  return isTag(node) && /^(p|li|td|th|div|br|tr|ul|ol)$/.test(node.name) ? ` ${inside} ` : inside;
}

/** Truncates a text at a word boundary. */
function clip(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, text.lastIndexOf(' ', length))}…`;
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

const TELLING_STATUS = /^status-(409|422)$/;

/** An entry without the number of its page. */
type Found = [kind: number, anchor: string, name: string, text: string];

/** Several pages can have the same entry. The one with the lowest rank is listed, by name and meaning. */
type Offer = [key: string, rank: number, entry: Found];

/** The searchable content of a page. */
export interface Searchable {
  readonly page: PageRow;
  readonly sections: Found[];
  readonly offers: Offer[];
}

const entry = (kind: EntryKind, anchor: string, name: string, text: string): Found => [
  ENTRY_KINDS.indexOf(kind),
  anchor,
  name,
  text,
];

/** Extracts the searchable content of a page. */
class Finder {
  private readonly sections: Found[] = [];
  private readonly offers: Offer[] = [];

  find(page: BuiltPage, operation: Operation | undefined): Searchable {
    const kind = classify(page.route, operation);
    this.addSections(page, operation !== undefined);
    if (operation) {
      this.addFields(page, operation);
      this.addStatuses(page);
    } else {
      this.addNames(page);
      this.addTableFields(page);
    }
    return {
      page: [page.route, page.title, PAGE_KINDS.indexOf(kind), page.description, listNames(operation)],
      sections: this.sections,
      offers: this.offers,
    };
  }

  /** Headings with the text below them. Text before the first heading has no name and no anchor. */
  private addSections({ html }: BuiltPage, isCall: boolean): void {
    const main = html('main .markdown').first().clone();
    main
      .find('pre, svg, button, .page-tools, figure, .sample, .exchange__head, .hash-link, .fields, .op__side, details')
      .remove();
    main.find('h1').remove();
    let anchor = '';
    let name = '';
    let parts: string[] = [];
    const close = (): void => {
      const isTemplate = (isCall ? CALL_TEMPLATE : GUIDE_TEMPLATE).test(anchor);
      const text = clip(space(parts.join(' ')), SECTION_LENGTH);
      if (!isTemplate && (text !== '' || name !== '')) this.sections.push(entry('section', anchor, name, text));
      parts = [];
    };
    for (const node of main.find('h2, h3, p, li, td, th').toArray()) {
      const element = html(node);
      if (/^h[23]$/.test(node.tagName)) {
        close();
        anchor = element.attr('id') ?? '';
        name = space(element.text());
      } else if (element.parents('p, li, td, th').length === 0) {
        parts.push(readText(node));
      }
    }
    close();
  }

  /** Parameters, fields, and values on an operation's page. */
  private addFields({ html }: BuiltPage, operation: Operation): void {
    for (const node of html('li.field[id]').toArray()) {
      const field = html(node);
      const id = field.attr('id') ?? '';
      // The error object is the same everywhere, and the guide to errors explains it.
      if (/^error\b/.test(id)) continue;
      const name = field.find('> .field__head code').first().text();
      const meaning = clip(space(field.children('p:not([class])').first().text()), MEANING_LENGTH);
      const rank = rankPlace(operation, id);
      this.offers.push([`${name}|${meaning}`, rank, entry('field', id, name, meaning)]);
      this.addValues(field, `> .values > li.value[id]`, name, rank);
    }
  }

  /** Errors that not every operation has, which show what it rejects. */
  private addStatuses({ html }: BuiltPage): void {
    for (const node of html('li[id]').toArray()) {
      const status = html(node);
      const id = status.attr('id') ?? '';
      if (!TELLING_STATUS.test(id)) continue;
      this.sections.push(entry('status', id, space(status.find('.status').first().text()), ''));
    }
  }

  private addValues(parent: Cheerio<Element>, selector: string, owner: string, rank: number): void {
    for (const node of parent.find(selector).toArray()) {
      const value = parent.find(node);
      const name = value.find('.value__name code').first().text();
      const meaning = clip(space(value.text().slice(value.find('.value__name').text().length)), MEANING_LENGTH);
      this.offers.push([
        `${owner}=${name}|${meaning}`,
        rank,
        entry('value', value.attr('id') ?? '', `${owner}: ${name}`, meaning),
      ]);
    }
  }

  /** Fields in a guide's table. The reference entry already contains their meaning. */
  private addTableFields({ html }: BuiltPage): void {
    let anchor = '';
    for (const node of html('main .markdown').find('h2[id], h3[id], .field-table tbody th').toArray()) {
      if (node.tagName !== 'th') anchor = html(node).attr('id') ?? '';
      else this.sections.push(entry('field', anchor, space(html(node).text()), ''));
    }
  }

  /** Anchors in the tables of guides: enum values, statuses, and FramePay entries. */
  private addNames({ html, route }: BuiltPage): void {
    for (const node of html('main tr').toArray()) {
      const line = html(node);
      const target = line.is('[id]') ? line : line.find('[id]').first();
      const id = target.attr('id');
      if (id === undefined) continue;
      const cells = line.children();
      const name = space(cells.first().text());
      const meaning = clip(space(cells.slice(1).toArray().map(readText).join(' ')), MEANING_LENGTH);
      const kind = id.startsWith('status-') ? 'status' : 'value';
      this.offers.push([`${id}|${route}`, 0, entry(kind, id, name, meaning)]);
    }
  }
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
  return new Finder().find(page, operation);
}

/** The search index of a build, built page by page. */
export class SearchCollector {
  private readonly pages: PageRow[] = [];
  private readonly sections: EntryRow[] = [];
  /** The best entry of each field and value. */
  private readonly places = new Map<string, { rank: number; row: EntryRow }>();

  add({ page, sections, offers }: Searchable): void {
    const number = this.pages.push(page) - 1;
    for (const section of sections) this.sections.push([number, ...section]);
    for (const [key, rank, found] of offers) {
      const known = this.places.get(key);
      if (!known || rank < known.rank) this.places.set(key, { rank, row: [number, ...found] });
    }
  }

  /**
   * The index of all added pages.
   *
   * @throws If nothing is searchable.
   */
  index(): SearchIndex {
    const entries = [...this.sections, ...[...this.places.values()].map(({ row }) => row)].sort(
      (left, right) => left[0] - right[0],
    );
    if (entries.length === 0)
      throw new Error('No page has searchable content. Check the selectors in src/plugins/search-index/extract.ts.');
    return { pages: this.pages, entries };
  }
}
