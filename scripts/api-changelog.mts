/**
 * `npm run api:changelog`: writes the digest of the specification into the latest entry of api-spec/CHANGELOG.md.
 *
 * Reads `api-spec/`, and the published changelog (from the base branch, or else the last commit) from Git. Exits with
 * status 1 if the latest entry is already published, because a change of the specification then needs a new entry.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { hashDescription, withDigest } from '../src/content-lint/specification/changelog';
import { loadDescription } from '../src/content-lint/specification/description';
import { CHANGELOG, parseChangelog } from '../src/description/changelog';

function git(...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** The published changelog, or nothing if there is none yet. */
function publishedChangelog(): string {
  const base = git('merge-base', 'HEAD', 'origin/main') ?? 'HEAD';
  return git('show', `${base}:${CHANGELOG}`) ?? '';
}

try {
  const changelog = readFileSync(CHANGELOG, 'utf8');
  const refreshed = withDigest(changelog, hashDescription(await loadDescription()), publishedChangelog());
  writeFileSync(CHANGELOG, refreshed);
  const [newest] = parseChangelog(refreshed).entries;
  console.log(
    `${changelog === refreshed ? 'Current' : 'Refreshed'}: ${newest?.heading ?? ''}, ${newest?.digest ?? ''}`,
  );
} catch (error) {
  console.error(`\n✖ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
