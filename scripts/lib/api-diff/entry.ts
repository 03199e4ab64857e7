/** Writes classified changes into the latest entry of the changelog, which is the source of the feed. */
import { CHANGELOG, parseChangelog } from '../../../src/description/changelog';
import { type Change, type Level, levels } from './change';

const START = '<!-- changes:start -->';
const END = '<!-- changes:end -->';

const titles: Readonly<Record<Level, string>> = { breaking: 'Breaking', additive: 'Additive', editorial: 'Editorial' };

/** The maximum number of editorial changes to list. Beyond it, only their number is shown. */
const longestList = 12;

/**
 * Writes changes as Markdown.
 *
 * @param changes classified changes
 * @returns a list per level, levels without changes left out
 */
export function changesAsMarkdown(changes: readonly Change[]): string {
  const parts = levels.flatMap((level) => {
    const list = changes.filter((change) => change.level === level);
    if (list.length === 0) return [];
    const isLong = level === 'editorial' && list.length > longestList;
    const lines = isLong
      ? [`- ${list.length} operations, schemas, and other parts have new wording, examples, or names.`]
      : list.map(({ place, what }) => `- ${place}: ${what}.`);
    return [`**${titles[level]}**\n\n${lines.join('\n')}`];
  });
  return parts.length === 0 ? 'No changes.' : parts.join('\n\n');
}

/**
 * Puts the changes into the changelog: into its newest entry if that one isn't released yet, otherwise into a new entry.
 *
 * @param changelog content of `api-spec/CHANGELOG.md`
 * @param changes what has changed since the last release
 * @param releasedHeading heading of the entry that was the newest one when the last file was released
 * @param date today, as `2026-11-21`
 * @returns the new content; the text that people wrote stays
 * @throws if the changelog doesn't contain the released entry
 */
export function withChanges(
  changelog: string,
  changes: readonly Change[],
  releasedHeading: string,
  date: string,
): string {
  const { head, entries } = parseChangelog(changelog);
  const released = entries.findIndex(({ heading }) => heading === releasedHeading);
  if (released < 0) {
    throw new Error(`${CHANGELOG} has no entry "${releasedHeading}", the last release. Restore it.`);
  }
  if (changes.length === 0) return changelog;
  const sources = entries.map(({ source }) => source);
  const block = `${START}\n\n${changesAsMarkdown(changes)}\n\n${END}`;
  if (released === 0) {
    const taken = entries.map(({ heading }) => heading);
    const candidates = [date, ...['b', 'c', 'd', 'e', 'f'].map((letter) => `${date} (${letter})`)];
    const heading = candidates.find((candidate) => !taken.includes(candidate)) ?? date;
    return [head, `## ${heading}\n\n${block}\n\nDigest: \`pending\`\n\n`, ...sources].join('');
  }
  const [newest = '', ...rest] = sources;
  return [head, putBlock(newest, block), ...rest].join('');
}

/** Replaces the list of an entry, or adds one above its digest. */
function putBlock(entry: string, block: string): string {
  const [start, end] = [entry.indexOf(START), entry.indexOf(END)];
  if (start >= 0 && end > start) return entry.slice(0, start) + block + entry.slice(end + END.length);
  const digest = entry.search(/^Digest:/m);
  return digest < 0
    ? `${entry.trimEnd()}\n\n${block}\n\n`
    : `${entry.slice(0, digest)}${block}\n\n${entry.slice(digest)}`;
}
