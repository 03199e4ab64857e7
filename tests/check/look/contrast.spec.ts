/** Every color that meets another on a page can be read on it, in both modes (WCAG 2.2 AA). */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { parse } from 'postcss';
import { getColor, readPalette, type Mode } from '../../../src/brand/palette';
import { expectClean } from '../../support/expect-clean';
import { readStyles } from './styles';

const surfaces = ['surface', 'panel'];
const methods = ['get', 'post', 'put', 'patch', 'delete'].map((method) => `method-${method}`);
const code = ['keyword', 'string', 'number', 'comment'].map((part) => `code-${part}`);
const messages = ['danger', 'success', 'warning'];

/** Colors in front, those behind them, and the contrast that is needed: 4.5 for text, 3 for lines and edges. */
const pairs: readonly (readonly [front: readonly string[], behind: readonly string[], least: number])[] = [
  [['text', 'text-muted', 'brand', 'brand-strong', ...methods], [...surfaces, 'brand-soft'], 4.5],
  [[...messages, 'note', 'money', ...code], surfaces, 4.5],
  [['on-brand'], ['brand', 'brand-strong'], 4.5],
  [['text'], messages.map((message) => `${message}-soft`), 4.5],
  [['border-strong'], ['surface'], 3],
  [['accent'], ['brand'], 3],
];

/** Colors that need no contrast, each with its reason. */
const exempt: Readonly<Record<string, string>> = {
  border: 'separates what space and headings separate already',
  backdrop: 'dims the page behind a dialog; nothing stands on it',
};

/** Relative luminance by WCAG 2.2 of a color such as `#0f766e`. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => parseInt(color.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right);
  return (light + 0.05) / (dark + 0.05);
}

const tokens = readFileSync('src/css/tokens.css', 'utf8').split('\n');

/** The line that sets a color. The light mode's come first. */
function lineOf(color: string, mode: Mode): number {
  const isIt = (line: string): boolean => line.trim().startsWith(`--site-${color}:`);
  return 1 + (mode === 'light' ? tokens.findIndex(isIt) : tokens.findLastIndex(isIt));
}

const modes: readonly Mode[] = ['light', 'dark'];

test('both modes name the same colors, and each is measured', () => {
  const [light = [], dark = []] = modes.map((mode) => [...readPalette(mode).keys()]);
  const measured = new Set(pairs.flatMap(([front, behind]) => [...front, ...behind]));
  expect(dark).toEqual(light);
  expect(light.length).toBeGreaterThan(25);
  expect(light.filter((name) => !measured.has(name) && !(name in exempt))).toEqual([]);
});

for (const mode of modes) {
  test(`every pair has the contrast it needs, ${mode}`, () => {
    const palette = readPalette(mode);
    const all = pairs.flatMap(([front, behind, least]) =>
      front.flatMap((color) =>
        behind.map((back) => {
          const ratio = contrast(getColor(palette, color), getColor(palette, back));
          const text = `${ratio.toFixed(2)} is the contrast of --site-${color} on --site-${back}; reach ${least}`;
          return { least, ratio, text: `src/css/tokens.css:${lineOf(color, mode)}: ${text} (${mode})` };
        }),
      ),
    );
    const text = all.filter(({ least }) => least > 3).map(({ ratio }) => ratio);
    console.log(`${mode}: lowest contrast of text ${Math.min(...text).toFixed(2)}`);
    const findings = all.filter(({ ratio, least }) => ratio < least).map((pair) => pair.text);
    expectClean('Contrast', { findings, counts: { pairs: all.length } });
  });
}

test('rules set only pairs that are measured', () => {
  const known = new Set(
    pairs.flatMap(([front, behind]) => front.flatMap((color) => behind.map((back) => `${color} on ${back}`))),
  );
  const together: string[] = [];
  for (const { css } of readStyles()) {
    parse(css).walkRules((rule) => {
      const values: Record<string, string | undefined> = {};
      rule.walkDecls(/^(?:color|background)$/, ({ prop, value }) => {
        values[prop] = /^var\(--site-([\w-]+)\)$/.exec(value)?.[1];
      });
      if (values['color'] && values['background']) together.push(`${values['color']} on ${values['background']}`);
    });
  }
  console.log(`${together.length} rules set a pair`);
  expect(together.length).toBeGreaterThan(5);
  expect(together.filter((pair) => !known.has(pair))).toEqual([]);
});
