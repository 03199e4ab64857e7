/** The build removes unused styles of the theme, and none of our own. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'postcss';
import { dropOverridden } from '../../src/plugins/purge-css/overridden';
import { readStyles } from '../check/look/styles';
import { buildFolder } from '../support/routes';

/** A selector as the minifier writes it, and without the browser prefixes that it adds. */
const normalize = (selector: string): string =>
  selector
    .replace(/["']/g, '')
    .replace(/\s*([>+~,()])\s*/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/::(before|after)/g, ':$1');

/** Every compound of `:is(a, b):hover` must survive, however the minifier spells the list around it. */
const parts = (selector: string): string[] => normalize(selector).match(/[.#[][\w-]+|:[\w-]+/g) ?? [];

function listSelectors(css: string): string[] {
  const found: string[] = [];
  parse(css).walkRules(({ selectors }) => void found.push(...selectors));
  return found;
}

test('every selector of src/css is in the built style sheet', () => {
  const folder = path.join(buildFolder, 'assets', 'css');
  const built = readdirSync(folder)
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');
  const kept = new Set(listSelectors(built).map((selector) => parts(selector).join('')));
  const own = readStyles()
    .filter(({ file }) => file.startsWith('src'))
    .flatMap(({ css }) => listSelectors(css));
  const lost = own.filter((selector) => !kept.has(parts(selector).join('')));
  console.log(`${own.length} selectors`);
  expect(own.length).toBeGreaterThan(300);
  expect(lost).toEqual([]);
});

test('only root properties that a rule outside of layers sets again are dropped', () => {
  const own = ":root,[data-theme='dark']{--a:2}";
  const layer = '@layer infima{:root{--a:1;--b:1}.navbar{--a:1}p{color:var(--a)}}';
  expect(dropOverridden(layer + own)).toBe(`@layer infima{:root{--b:1}.navbar{--a:1}p{color:var(--a)}}${own}`);
  const conditional = '@layer infima{:root{--a:1}}@media print{:root{--a:2}}';
  expect(dropOverridden(conditional)).toBe(conditional);
});
