/** What is kept between builds is used as long as nothing that made it has changed, and no longer. */
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { openBuildStore, withoutAssetNames } from '../../../src/cache/build-store';

let site = '';
let maker = '';
let folder = '';

test.beforeEach(() => {
  site = mkdtempSync(path.join(tmpdir(), 'pai-docs-store-'));
  maker = path.join(site, 'maker.ts');
  folder = path.join(site, 'node_modules', '.cache', 'pai-docs', 'pictures');
});
test.afterEach(() => rmSync(site, { recursive: true, force: true }));

/** What a new build gets for a text, and how often it had to be made. */
function build(text: string): { content: string; made: number } {
  let made = 0;
  const store = openBuildStore(site, 'pictures', [maker]);
  const get = () =>
    store.get(text, () => {
      made += 1;
      return `picture of ${text}`;
    });
  const content = get().toString();
  expect(get().toString(), 'asked twice in a build').toBe(content);
  store.close();
  return { content, made };
}

test('what an earlier build made is used, until its source or its maker changes', () => {
  writeFileSync(maker, 'one');
  expect(build('a page')).toEqual({ content: 'picture of a page', made: 1 });
  expect(build('a page')).toEqual({ content: 'picture of a page', made: 0 });
  expect(build('another page')).toEqual({ content: 'picture of another page', made: 1 });
  writeFileSync(maker, 'two');
  expect(build('a page').made).toBe(1);
  writeFileSync(path.join(site, 'package-lock.json'), '{}');
  expect(build('a page').made, 'other packages may make it otherwise').toBe(1);
  expect(build('a page').made).toBe(0);
});

test('names of scripts and style sheets are left out of what a page is known by, and nothing else', () => {
  const page = (name: string) =>
    `<link href="/assets/css/styles.${name}.css"><script src="/assets/js/runtime~main.${name}.js" defer></script>`;
  expect(withoutAssetNames(page('29f9519a'))).toBe(withoutAssetNames(page('7f3f7180')));
  for (const other of [
    '<script src="https://evil.example/assets/js/a.js"></script>',
    '<script>a("/assets/img/a.js")</script>',
    '<p>assets/js/a.js</p>',
  ]) {
    expect(withoutAssetNames(other)).toBe(other);
  }
});

test('what no build has asked for in a while is dropped', () => {
  build('a page');
  const before = readdirSync(folder);
  expect(before.length).toBeGreaterThan(0);
  for (const file of before) utimesSync(path.join(folder, file), new Date(0), new Date(0));
  build('a page');
  expect(readdirSync(folder)).toHaveLength(1);
});

test('where nothing can be kept, everything is made anew', () => {
  writeFileSync(path.join(site, 'node_modules'), 'no folder');
  expect(build('a page')).toEqual({ content: 'picture of a page', made: 2 });
});
