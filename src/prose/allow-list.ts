/**
 * What pages may say although the description does not know it. In: `src/prose/allow-list.yaml`, a list of
 * `{text, reason, pages?}`. Out: a question, "may this text stand on that page?", and the entries that nobody needed.
 */
import { isMap, isSeq, LineCounter, parseDocument } from 'yaml';
import type { Finding } from './finding';
import { startOf } from './pages';

export const ALLOW_LIST = 'src/prose/allow-list.yaml';

interface Entry {
  readonly text: string;
  readonly reason: string;
  /** Routes of the pages that may say it; all pages if left out. */
  readonly pages?: readonly string[];
  readonly line: number;
}

export class AllowList {
  private readonly used = new Set<Entry>();

  private constructor(
    readonly entries: readonly Entry[],
    private readonly problems: readonly Finding[],
  ) {}

  /** Reads the text of the list; entries without text or reason are findings. */
  static parse(text: string): AllowList {
    const lines = new LineCounter();
    const document = parseDocument(text, { lineCounter: lines });
    const entries: Entry[] = [];
    const problems: Finding[] = [];
    for (const item of isSeq(document.contents) ? document.contents.items : []) {
      const line = isMap(item) ? lines.linePos(startOf(item)).line : 1;
      const value = isMap(item) ? (item.toJSON() as Record<string, unknown>) : {};
      const { text: said, reason, pages } = value;
      if (typeof said !== 'string' || typeof reason !== 'string' || reason.length < 10) {
        problems.push({ file: ALLOW_LIST, line, message: 'an entry requires "text" and a "reason"; add them' });
        continue;
      }
      entries.push({ text: said, reason, pages: Array.isArray(pages) ? pages.map(String) : undefined, line });
    }
    return new AllowList(entries, problems);
  }

  /** True if `text` may stand on the page of `route`; the entry then counts as used. */
  permits(text: string, route: string): boolean {
    const found = this.entries.filter(
      (entry) => entry.text === text && (entry.pages === undefined || entry.pages.includes(route)),
    );
    for (const entry of found) this.used.add(entry);
    return found.length > 0;
  }

  /** Broken entries, and entries that no check needed since the list was read. */
  findings(): Finding[] {
    const unused = this.entries.filter((entry) => !this.used.has(entry));
    return [
      ...this.problems,
      ...unused.map(({ text, line }) => ({
        file: ALLOW_LIST,
        line,
        message: `"${text}" is not needed, because it's in the specification or on no page; remove the entry`,
      })),
    ];
  }
}
