/** Reads the changelog of the specification: entries, newest first, each a second-level heading and a text. */

/** Its path in the repository. */
export const CHANGELOG = 'api-spec/CHANGELOG.md';

/** The line that says which specification an entry is about. */
export const DIGEST_LINE = /^Digest: `?(sha256:[\da-f]{64}|pending)`?$/m;

export interface ChangelogEntry {
  /** `2026-11-21`, or `2026-11-21 (b)` for a second entry of a day. */
  readonly heading: string;
  /** What changed, in Markdown, without the digest and comments. */
  readonly text: string;
  /** The digest of the specification, or `undefined` without such a line. */
  readonly digest: string | undefined;
  /** The entry as it is in the file, with its heading. */
  readonly source: string;
}

/** Splits a changelog into what precedes the first entry, and its entries in the order of the file. */
export function parseChangelog(changelog: string): { head: string; entries: ChangelogEntry[] } {
  const [head = '', ...sources] = changelog.split(/^(?=## )/m);
  const entries = sources.map((source): ChangelogEntry => {
    const [heading = '', ...lines] = source.split('\n');
    const text = lines
      .filter((line) => !DIGEST_LINE.test(line) && !line.startsWith('<!--'))
      .join('\n')
      .replace(/\n{3,}/g, '\n\n');
    return {
      heading: heading.replace(/^## /, '').trim(),
      text: text.trim(),
      digest: DIGEST_LINE.exec(source)?.[1],
      source,
    };
  });
  return { head, entries };
}

/**
 * Reads the date of an entry.
 *
 * @throws If its heading doesn't start with a date.
 */
export function getDate({ heading }: ChangelogEntry): string {
  const date = /^\d{4}-\d{2}-\d{2}/.exec(heading)?.[0];
  if (date === undefined || Number.isNaN(Date.parse(date)))
    throw new Error(`${CHANGELOG}: the heading "${heading}" doesn't start with a date. Write it as "2026-11-21".`);
  return date;
}
