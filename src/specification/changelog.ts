/** Reads the changelog of the specification: entries, newest first, each a second-level heading and a text. */

/** Its path in the repository. */
export const CHANGELOG = 'api-spec/CHANGELOG.md';

export interface ChangelogEntry {
  /** `2026-11-21`, or `2026-11-21, refunds` for a second entry of a day. */
  readonly heading: string;
  /** What changed, in Markdown. */
  readonly text: string;
}

/** Splits a changelog into its entries, in the order of the file. */
export function parseChangelog(changelog: string): ChangelogEntry[] {
  const [, ...sources] = changelog.split(/^(?=## )/m);
  return sources.map((source) => {
    const [heading = '', ...lines] = source.split('\n');
    return { heading: heading.replace(/^## /, '').trim(), text: lines.join('\n').trim() };
  });
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
