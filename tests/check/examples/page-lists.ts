/**
 * Compares each list that a page shows with the request above it: the example world answers the request, and the shown
 * example must be that answer. Variables stand for the value that the example was made with, if the page shows it too.
 */
import type { Description } from '../../../src/description/description';
import type { JsonValue } from '../../../src/description/types';
import { compareValues } from '../../../src/example-world/compare';
import { LIST_EXAMPLES, type ListExample } from '../../../src/example-world/examples';
import { answerList, LIST_OPERATIONS, type Query } from '../../../src/example-world/lists';
import type { JsonObject } from '../../../src/example-world/types';
import type { Page } from '../../../src/coverage/pages';
import { readAttributes, isJsx, type JsxElement, getLine, getText, walk, toWord } from '../../../src/coverage/tree';

export interface ListReport {
  readonly findings: readonly string[];
  /** Lists that follow their request. */
  readonly compared: number;
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** A sentence below a list that says how many of its rows it means: "the customer's two latest transactions". */
const ROW_COUNT = new RegExp(String.raw`\b(${NUMBERS.join('|')}) (?:latest|newest|oldest|first|last) [a-z]+`, 'i');

const PATH_PARAMETERS = ['customerId', 'transactionId'];

const isVariable = (value: JsonValue | undefined): boolean => typeof value === 'string' && /^\$[A-Z_]+$/.test(value);

/** The list example with the given value. */
function findListExample(operation: string, value: JsonValue): ListExample | undefined {
  return Object.values(LIST_EXAMPLES).find(
    (example) =>
      example.operation === operation &&
      JSON.stringify(answerList(operation, example.query, example.at)) === JSON.stringify(value),
  );
}

class PageLists {
  readonly findings: string[] = [];
  compared = 0;
  private readonly requests = new Map<string, Query>();
  /** All that the page shows so far, in which a variable's value must appear. */
  private shown: string;
  /** Rows of the list that the text is about, until the next heading or component. */
  private rows: number | undefined;

  constructor(
    private readonly page: Page,
    private readonly description: Description,
  ) {
    this.shown = page.text;
  }

  read(): this {
    walk(this.page.tree, (node) => {
      if (node.type === 'heading') this.rows = undefined;
      if (node.type === 'paragraph') this.countRows(getText(node), getLine(node));
      if (!isJsx(node)) return;
      if (node.name === 'Request' || node.name === 'Response') this.rows = undefined;
      if (node.name === 'Request') {
        const { operation, query } = readAttributes(node);
        this.requests.set(toWord(operation), (query ?? {}) as JsonObject);
      } else if (node.name === 'Response') this.response(node);
    });
    return this;
  }

  /** Compares a number of rows in the text with the list above it. */
  private countRows(text: string, line: number): void {
    const [said, number = ''] = ROW_COUNT.exec(text) ?? [];
    if (said === undefined || this.rows === undefined || NUMBERS.indexOf(number.toLowerCase()) === this.rows) return;
    this.findings.push(`${this.page.file}:${line}: the text says "${said}", but the list above it has ${this.rows}`);
  }

  private response(node: JsxElement): void {
    const attributes = readAttributes(node);
    const id = toWord(attributes['operation']);
    const operation = this.description.getOperation(id);
    const status = this.description.successStatus(operation);
    const content = this.description.media(this.description.getResponse(operation, status).content);
    if (!content || !/\bjson\b/.test(content.type)) return;
    const name = toWord(attributes['example']) || undefined;
    const { value } = this.description.getExample(content.media, name, `the response of ${id}`);
    if (typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value['data']))
      this.rows = value['data'].length;
    const query = this.requests.get(id);
    if (query && LIST_OPERATIONS.includes(id)) {
      this.compared += 1;
      for (const what of this.compare(id, query, value))
        this.findings.push(`${this.page.file}:${getLine(node)}: ${id}: ${what}`);
    }
    this.shown += JSON.stringify(value);
  }

  private compare(operation: string, query: Query, value: JsonValue): string[] {
    const example = findListExample(operation, value);
    if (!example) return ['the shown list is not in src/example-world/examples.ts; add it to LIST_EXAMPLES'];
    const findings: string[] = [];
    const answered = Object.fromEntries([
      ...Object.entries(query).map(([parameter, wanted]) => {
        const made = example.query[parameter] ?? wanted;
        if (!isVariable(wanted)) return [parameter, wanted] as const;
        if (typeof made !== 'string' || isVariable(made))
          findings.push(`the shown list isn't filtered by "${parameter}"; show an example that is, with "example"`);
        else if (!this.shown.includes(made))
          findings.push(`the shown list is for ${made}, which this page doesn't mention before`);
        return [parameter, made] as const;
      }),
      ...PATH_PARAMETERS.flatMap((name) => (example.query[name] === undefined ? [] : [[name, example.query[name]]])),
    ]) as Query;
    if (findings.length > 0) return findings;
    return compareValues(value, answerList(operation, answered, example.at))
      .slice(0, 1)
      .map(
        ({ field, message }) =>
          `the shown list doesn't answer the request above it: ${field} ${message}. Set "example" to one that does`,
      );
  }
}

/**
 * Compares the lists of pages with their requests.
 * @param pages The pages.
 * @param description The description that their components show.
 * @returns One finding per list that doesn't answer its request, and how many were compared.
 */
export function checkPageLists(pages: readonly Page[], description: Description): ListReport {
  const read = pages.map((page) => new PageLists(page, description).read());
  return {
    findings: read.flatMap(({ findings }) => findings),
    compared: read.reduce((count, { compared }) => count + compared, 0),
  };
}
