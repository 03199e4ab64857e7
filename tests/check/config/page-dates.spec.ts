/** Days of the pages' last changes, and the links that lead to their files. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { getDocsEditLink, getPagesEditLink } from '../../../src/config/edit-links';
import { pageDates, versionControl } from '../../../src/config/page-dates';

let folder = '';
const repository = (): string => path.join(folder, 'repository');

function git(day: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=Maya', '-c', 'user.email=maya@brew.example', '-c', 'commit.gpgsign=false'];
  const date = `${day}T12:00:00Z`;
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  execFileSync('git', [...identity, ...args], { cwd: repository(), env, stdio: 'pipe' });
}

function commit(day: string, file: string, text: string): void {
  const target = path.join(repository(), file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
  git(day, 'add', file);
  git(day, 'commit', '-qm', file);
}

test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'page-dates-'));
  mkdirSync(repository());
  git('2026-01-01', 'init', '-q');
  commit('2026-01-02', 'docs/api/errors.mdx', 'one');
  commit('2026-02-03', 'src/pages/index.mdx', 'home');
  commit('2026-03-04', 'docs/api/errors.mdx', 'two');
  commit('2026-04-05', 'README.md', 'not a page');
  mkdirSync(path.join(repository(), 'docs/reference'));
  writeFileSync(path.join(repository(), 'docs/reference/generated.mdx'), 'not committed');
});

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('pages have the date of their last commit, and generated pages have none', async () => {
  const days = Object.fromEntries(
    [...pageDates(repository())].map(([file, day]) => [path.relative(repository(), file), day]),
  );
  console.log(`${Object.keys(days).length} pages with a day`);
  expect(days).toEqual({ 'docs/api/errors.mdx': '2026-03-04', 'src/pages/index.mdx': '2026-02-03' });
  const control = versionControl();
  control.initialize({ siteDir: repository() });
  const info = (file: string) => control.getFileLastUpdateInfo(path.join(repository(), file));
  expect(await info('docs/api/errors.mdx')).toEqual({ timestamp: Date.parse('2026-03-04T00:00:00Z'), author: '' });
  expect(await info('docs/reference/generated.mdx')).toBeNull();
});

test('a shallow clone and a folder without git have no dates', () => {
  const shallow = path.join(folder, 'shallow');
  execFileSync('git', ['clone', '-q', '--depth', '1', `file://${repository()}`, shallow], { stdio: 'pipe' });
  const bare = path.join(folder, 'bare');
  mkdirSync(path.join(bare, 'docs'), { recursive: true });
  writeFileSync(path.join(bare, 'docs/page.mdx'), 'a page');
  expect(pageDates(shallow).size).toBe(0);
  expect(pageDates(bare).size).toBe(0);
});

test('pages have edit links to the repository, and generated pages have none', () => {
  const getLink = (repositoryUrl: string | undefined, docPath: string): string | undefined => {
    const link = getDocsEditLink(repositoryUrl);
    const params = { version: 'current', versionDocsDirPath: 'docs', docPath, permalink: '', locale: 'en' };
    return typeof link === 'function' ? link(params) : link;
  };
  const host = 'https://code.pai.example/pai/docs';
  expect(getLink(host, 'api/errors.mdx')).toBe(`${host}/edit/main/docs/api/errors.mdx`);
  expect(getLink(host, 'reference/create-customer.api.mdx')).toBeUndefined();
  expect(getLink(undefined, 'api/errors.mdx')).toBeUndefined();
  expect(getPagesEditLink(host)).toBe(`${host}/edit/main/`);
  expect(getPagesEditLink(undefined)).toBeUndefined();
});
