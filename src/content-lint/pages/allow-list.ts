/**
 * Text that pages can contain although it isn't in the specification. Reads `src/content-lint/pages/allow-list.yaml`, a list of
 * `{text, reason, pages?}`, checks whether a text is allowed on a page, and reports unused entries.
 */
import { isMap, isSeq, LineCounter, parseDocument } from 'yaml';
import type { Finding } from '../../coverage/finding';
import { getStart } from '../../coverage/pages';

export const ALLOW_LIST = 'src/content-lint/pages/allow-list.yaml';

interface Entry {
  readonly text: string;
  readonly reason: string;
  /** Routes of the pages where it's allowed. All pages if missing. */
  readonly pages?: readonly string[];
  readonly line: number;
}

export class AllowList {
  private readonly used = new Set<Entry>();

  private constructor(
    readonly entries: readonly Entry[],
    private readonly problems: readonly Finding[],
  ) {}

  /** Parses the list. Entries without text or reason are findings. */
  static parse(text: string): AllowList {
    const lines = new LineCounter();
    const document = parseDocument(text, { lineCounter: lines });
    const entries: Entry[] = [];
    const problems: Finding[] = [];
    for (const item of isSeq(document.contents) ? document.contents.items : []) {
      const line = isMap(item) ? lines.linePos(getStart(item)).line : 1;
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

  /** Whether `text` is allowed on the page of `route`. Marks the entry as used. */
  permits(text: string, route: string): boolean {
    const found = this.entries.filter(
      (entry) => entry.text === text && (entry.pages === undefined || entry.pages.includes(route)),
    );
    for (const entry of found) this.used.add(entry);
    return found.length > 0;
  }

  /** Invalid entries, and entries that no check has used. */
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
