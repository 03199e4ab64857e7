/** Checks that the changelog's latest entry is about the current specification, by the digest in the entry. */
import { createHash } from 'node:crypto';
import { CHANGELOG, DIGEST_LINE, parseChangelog } from '../../description/changelog';
import type { Description } from './description';

/** The digest of a bundled description. */
export function hashDescription(description: Description): string {
  return `sha256:${createHash('sha256').update(JSON.stringify(description)).digest('hex')}`;
}

/** What is wrong with a changelog of a description; one line each. */
export function changelogProblems(changelog: string, digest: string): string[] {
  const { entries } = parseChangelog(changelog);
  const [newest] = entries;
  if (newest === undefined) return [`${CHANGELOG} has no entry; add "## <date>" with what the description is`];
  const problems: string[] = [];
  if (newest.digest !== digest) {
    problems.push(
      `${CHANGELOG}: the description has changed since the entry "${newest.heading}" ` +
        `(${newest.digest ?? 'no digest'}, now ${digest}); add an entry on top that says what changed and run \`npm run api:changelog\``,
    );
  }
  for (const entry of entries) {
    if (entry.text === '') problems.push(`${CHANGELOG}: the entry "${entry.heading}" says nothing; say what changed`);
    if (entry.digest === undefined)
      problems.push(`${CHANGELOG}: the entry "${entry.heading}" has no digest; run \`npm run api:changelog\``);
    if (entries.some((other) => other !== entry && other.heading === entry.heading)) {
      problems.push(`${CHANGELOG}: two entries are called "${entry.heading}"; give each its own heading`);
    }
  }
  return problems;
}

/**
 * The changelog with the digest in its newest entry.
 * @param published The changelog of the published state, where there is one: its entries are history.
 * @throws when the newest entry is published already and speaks of another description: then a new entry is due.
 */
export function withDigest(changelog: string, digest: string, published = ''): string {
  const { head, entries } = parseChangelog(changelog);
  const [newest, ...rest] = entries;
  if (newest === undefined) throw new Error(`${CHANGELOG} has no entry; add one on top that says what changed`);
  if (newest.digest === digest) return changelog;
  const old = parseChangelog(published).entries.find((entry) => entry.heading === newest.heading);
  if (old?.digest !== undefined && old.digest !== digest) {
    throw new Error(
      `${CHANGELOG}: the entry "${newest.heading}" is published already; add a new entry on top that says what changed`,
    );
  }
  const line = `Digest: \`${digest}\``;
  const entry = DIGEST_LINE.test(newest.source)
    ? newest.source.replace(DIGEST_LINE, line)
    : `${newest.source.trimEnd()}\n\n${line}\n${rest.length > 0 ? '\n' : ''}`;
  return [head, entry, ...rest.map(({ source }) => source)].join('');
}
