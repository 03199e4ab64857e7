/** Every color that meets another on a page can be read on it, in both modes. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { readPalette, type Mode } from '../../../src/brand/palette';
import { root } from '../../support/routes';
import { measure, pairsInCss, tokensIn } from './colors';
import { pairs, withoutContrast } from './pairs';

const modes: readonly Mode[] = ['light', 'dark'];

/** The style sheets that use the tokens. */
const styles = ['src/css', 'static/css'].flatMap((folder) =>
  readdirSync(path.join(root, folder))
    .filter((file) => file.endsWith('.css') && file !== 'tokens.css')
    .map((file) => readFileSync(path.join(root, folder, file), 'utf8')),
);

test('both modes name the same colors', () => {
  const [light = [], dark = []] = modes.map((mode) => [...readPalette(mode).keys()]);
  console.log(`${light.length} colors per mode`);
  expect(light.length).toBeGreaterThan(30);
  expect(dark).toEqual(light);
});

for (const mode of modes) {
  test(`every pair has the contrast it needs, ${mode}`, () => {
    const measured = measure(pairs, readPalette(mode));
    const rows = measured.map(
      ({ front, behind, ratio, least, where }) =>
        `${ratio.toFixed(2).padStart(6)} of ${least.toFixed(1)}  ${front.padEnd(14)} on ${behind.padEnd(15)} ${where}`,
    );
    console.log(`${mode}: ${measured.length} pairs\n${rows.join('\n')}`);
    expect(measured.length).toBeGreaterThan(90);
    expect(rows.filter((_, index) => (measured[index]?.ratio ?? 0) < (measured[index]?.least ?? 0))).toEqual([]);
  });
}

test('no color and no pair of the style sheets is left out', () => {
  const colors = readPalette('light');
  const used = [...new Set(styles.flatMap((css) => [...tokensIn(css)]))].filter((name) => colors.has(name));
  const measured = new Set(pairs.flatMap(({ front, behind }) => [front, ...behind]));
  const known = new Set(pairs.flatMap(({ front, behind }) => behind.map((name) => `${front} on ${name}`)));
  const together = styles.flatMap(pairsInCss).filter(([front, behind]) => colors.has(front) && colors.has(behind));
  console.log(`${used.length} colors in use, ${together.length} rules that set a pair`);
  expect(used.length).toBeGreaterThan(20);
  expect(together.length).toBeGreaterThan(5);
  expect([...colors.keys()].filter((name) => !measured.has(name) && !(name in withoutContrast))).toEqual([]);
  expect(together.map(([front, behind]) => `${front} on ${behind}`).filter((pair) => !known.has(pair))).toEqual([]);
});

test('a pair that cannot be read is found', () => {
  const palette = readPalette('light', ':root { --site-text: #999999; --site-surface: #ffffff; --site-radius: 6px; }');
  expect([...palette.keys()]).toEqual(['text', 'surface']);
  const [found] = measure([{ front: 'text', behind: ['surface'], least: 7, where: 'here' }], palette);
  expect(found?.ratio).toBeCloseTo(2.85, 2);
  expect(() => measure([{ front: 'txt', behind: ['surface'], least: 7, where: 'here' }], palette)).toThrow(
    /--site-txt/,
  );
  expect(pairsInCss('a { color: var(--site-text); background: var(--site-note) }')).toEqual([['text', 'note']]);
});
