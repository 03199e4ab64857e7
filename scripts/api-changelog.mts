/**
 * `npm run api:changelog`: puts the digest of the description into the newest entry of api-spec/CHANGELOG.md.
 *
 * In: `api-spec/`, and the changelog of the published state (the base branch, else the last commit) from Git. Ends with
 * status 1 when the newest entry is published already, because then a change of the description needs an entry of its own.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { CHANGELOG, digestOf, entriesOf, withDigest } from '../tests/check/description/changelog';
import { loadDescription } from '../tests/check/description/description';

function git(...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** The changelog of the published state, or nothing when there is none yet. */
function publishedChangelog(): string {
  const base = git('merge-base', 'HEAD', 'origin/main') ?? 'HEAD';
  return git('show', `${base}:${CHANGELOG}`) ?? '';
}

try {
  const changelog = readFileSync(CHANGELOG, 'utf8');
  const refreshed = withDigest(changelog, digestOf(await loadDescription()), publishedChangelog());
  writeFileSync(CHANGELOG, refreshed);
  const [newest] = entriesOf(refreshed);
  console.log(
    `${changelog === refreshed ? 'Current' : 'Refreshed'}: ${newest?.heading ?? ''}, ${newest?.digest ?? ''}`,
  );
} catch (error) {
  console.error(`\n✖ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
