/**
 * Checks the ledger of sources (`ledger.yaml`): facts beyond the specification, with their sources. Reports pages with
 * a comment that the ledger doesn't contain, rows that list a page without the comment, and incomplete rows.
 */
import { isMap, isSeq, LineCounter, parseDocument } from 'yaml';
import { CERTAINTIES, findElement, LEDGER } from '../../../scripts/lib/ledger-sources';
import { framePay } from '../../data/framepay';
import type { Description } from '../../description/description';
import { nearestName } from '../../description/names';
import type { Finding, Report } from '../../coverage/finding';
import { type Page, getStart } from '../../coverage/pages';
import { getComment, getLine, walk } from '../../coverage/tree';

/** Where a statement can come from. */
const GROUNDS = [
  'public pages of the API family',
  'public documentation of the payments engine',
  'decision of this documentation',
] as const;

interface Row {
  readonly id: string;
  readonly line: number;
  /** Routes of the pages that state it. */
  readonly pages: readonly string[];
}

interface Mark {
  readonly id: string;
  readonly line: number;
}

/** The marks `{/* ledger: id *\/}` of a page; one comment may name several ids, split by commas. */
export function findMarks(page: Page): Mark[] {
  const marks: Mark[] = [];
  walk(page.tree, (node) => {
    const comment = getComment(node);
    if (!comment?.startsWith('ledger:')) return;
    for (const id of comment.slice('ledger:'.length).split(',')) marks.push({ id: id.trim(), line: getLine(node) });
  });
  return marks;
}

function toStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.map(String) : [];
}

/** Reads the rows, and reports the problems of each. */
function readRows(text: string, description: Description): { rows: Row[]; findings: Finding[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const rows: Row[] = [];
  const findings: Finding[] = [];
  for (const item of isSeq(document.contents) ? document.contents.items : []) {
    if (!isMap(item)) continue;
    const line = lines.linePos(getStart(item)).line;
    const row = item.toJSON() as Record<string, unknown>;
    const add = (message: string): void => void findings.push({ file: LEDGER, line, message });
    const id = typeof row['id'] === 'string' ? row['id'] : '';
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) add(`the id "${id}" isn't in kebab case; rename it`);
    if (rows.some((other) => other.id === id)) add(`the id "${id}" is duplicate; merge the two rows`);
    if (typeof row['statement'] !== 'string' || row['statement'].length < 10) add(`"${id}" has no statement; add one`);
    const grounds = toStrings(row['ground']);
    for (const ground of grounds) {
      if (!GROUNDS.some((known) => known === ground)) {
        add(`"${id}" has the unknown ground "${ground}"; choose one of: ${GROUNDS.join('; ')}`);
      }
    }
    if (grounds.length === 0) add(`"${id}" has no ground; choose one of: ${GROUNDS.join('; ')}`);
    if (!CERTAINTIES.some((known) => known === row['certainty'])) {
      add(`"${id}" has no certainty; choose one of ${[...CERTAINTIES].reverse().join(', ')}`);
    }
    const pages = toStrings(row['pages']);
    const names = toStrings(row['description']);
    // A fact with patterns has no list of pages: the check of statements finds them.
    if (pages.length === 0 && names.length === 0 && row['stated'] === undefined)
      add(`"${id}" has neither "pages" nor "description"; add where it's stated`);
    for (const name of names) {
      if (findElement(description.document, name) === undefined) {
        const nearest = nearestName(name, [...Object.keys(description.schemas), ...description.operations.keys()]);
        add(
          `"${id}" references "${name}", which isn't in the specification; ${nearest ? `did you mean "${nearest}"?` : 'correct it'}`,
        );
      }
    }
    rows.push({ id, line, pages });
  }
  return { rows, findings };
}

/** Compares the ledger and the pages in both directions. */
export function checkLedger(text: string, pages: readonly Page[], description: Description): Report {
  const { rows, findings } = readRows(text, description);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const carried = new Map<string, Set<string>>();
  let marks = 0;
  for (const page of pages) {
    for (const { id, line } of findMarks(page)) {
      marks += 1;
      carried.set(id, (carried.get(id) ?? new Set()).add(page.route));
      const row = byId.get(id);
      const add = (message: string): void => void findings.push({ file: page.file, line, message });
      if (!row) {
        const nearest = nearestName(id, byId.keys());
        add(
          `the ledger has no row "${id}"; ${nearest ? `did you mean "${nearest}"? Otherwise ` : ''}add one to ${LEDGER}`,
        );
      } else if (!row.pages.includes(page.route)) {
        add(`the row "${id}" of ${LEDGER} (line ${row.line}) doesn't list ${page.route}; add it to its "pages"`);
      }
    }
  }
  const routes = new Set(pages.map(({ route }) => route));
  for (const { id, line, pages: named } of rows) {
    for (const route of named) {
      if (!routes.has(route))
        findings.push({
          file: LEDGER,
          line,
          message: `"${id}" lists the page ${route}, which doesn't exist; correct it`,
        });
      else if (!carried.get(id)?.has(route)) {
        findings.push({
          file: LEDGER,
          line,
          message: `${route} doesn't contain {/* ledger: ${id} */}; add the comment, or remove the page from the row`,
        });
      }
    }
  }
  for (const { ledger, caption } of Object.values(framePay)) {
    if (!byId.has(ledger)) {
      findings.push({
        file: 'src/data/framepay.ts',
        line: 1,
        message: `the ledger has no row "${ledger}" for "${caption}"; add one to ${LEDGER}`,
      });
    }
  }
  return { findings, counts: { 'ledger rows': rows.length, 'ledger marks': marks } };
}
