/** A change of the description needs an entry in its changelog: the newest one carries the description's digest. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { changelogProblems, hashDescription, withDigest } from '../../../src/content-lint/specification/changelog';
import { loadDescription } from '../../../src/content-lint/specification/description';
import { CHANGELOG, parseChangelog } from '../../../src/description/changelog';

const [old, now] = [`sha256:${'0'.repeat(64)}`, `sha256:${'1'.repeat(64)}`];
const sample = `# Changes\n\n## 2026-11-20\n\nFirst.\n\nDigest: \`${old}\`\n`;

test('the newest entry of the changelog speaks of this description', async () => {
  const changelog = readFileSync(CHANGELOG, 'utf8');
  console.log(`${String(parseChangelog(changelog).entries.length)} entries`);
  expect(changelogProblems(changelog, hashDescription(await loadDescription()))).toEqual([]);
});

test('a change without an entry is found', () => {
  expect(changelogProblems(sample, old)).toEqual([]);
  expect(changelogProblems(sample, now).join()).toContain('the description has changed since the entry "2026-11-20"');
  expect(changelogProblems('# Changes\n', now).join()).toContain('has no entry');
  expect(changelogProblems(`${sample}\n## 2026-11-19\n`, old).join('\n')).toContain('"2026-11-19" says nothing');
});

test('a digest is put into a new entry only', () => {
  expect(withDigest(sample, now)).toContain(now);
  expect(() => withDigest(sample, now, sample)).toThrow(/add a new entry on top/);
  const grown = sample.replace('## 2026-11-20', '## 2026-11-21\n\nMore.\n\n## 2026-11-20');
  const refreshed = withDigest(grown, now, sample);
  expect(parseChangelog(refreshed).entries.map((entry) => entry.digest)).toEqual([now, old]);
});
