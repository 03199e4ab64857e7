/** Colors and font sizes are written out in `src/css/tokens.css` only. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '../../support/routes';
import { colorsInCode, colorsInCss } from './colors';
import { strayTypeInCss } from './type-sizes';

/** Colors that are told of and color nothing. */
const told: Readonly<Record<string, string>> = {
  [path.join('src', 'data', 'framepay.ts')]: 'a value that the script takes, as an example of its contract',
  [path.join('scripts', 'lib', 'draw-diagrams.ts')]: "Mermaid's own colors, which are replaced with tokens",
};

const files = ['src', 'static', 'scripts'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
);

const styles = files.filter((file) => file.endsWith('.css') && file !== path.join('src', 'css', 'tokens.css'));
const text = (file: string): string => readFileSync(path.join(root, file), 'utf8');

test('colors are tokens', () => {
  const code = files.filter((file) => /\.(?:tsx?|mts|cts|js|cjs|mjs|mdx|svg)$/.test(file) && !(file in told));
  console.log(`${styles.length} style sheets, ${code.length} files of code and drawings`);
  expect(styles.length).toBeGreaterThan(4);
  expect(code.length).toBeGreaterThan(100);
  const found = [
    ...styles.flatMap((file) => colorsInCss(file, text(file))),
    ...code.flatMap((file) => colorsInCode(file, text(file))),
  ];
  expect(found, 'colors that are written out: name them in src/css/tokens.css').toEqual([]);
});

test('a color that is written out is found', () => {
  const css = 'a {\n  color: #fff;\n  border: 1px solid RebeccaPurple;\n  background: rgb(0 0 0 / 50%);\n}';
  expect(colorsInCss('a.css', css)).toEqual(['a.css:2 #fff', 'a.css:3 RebeccaPurple', 'a.css:4 rgb(0 0 0 / 50%)']);
  const fine =
    'a { color: var(--site-text); fill: none; stroke: currentcolor; grid-area: tan-lines; color: CanvasText }';
  expect(colorsInCss('b.css', fine)).toEqual([]);
  expect(colorsInCode('a.ts', "x\nconst a = '#0b5c6b';\nhref='#fields'")).toEqual(['a.ts:2 #0b5c6b']);
});

test('font sizes and weights are those of the type scale', () => {
  console.log(`${styles.length} style sheets`);
  expect(styles.length).toBeGreaterThan(4);
  const found = styles.flatMap((file) => strayTypeInCss(file, text(file)));
  expect(found, 'font sizes and weights that are written out: use one of src/css/tokens.css').toEqual([]);
});

test('detects font sizes and weights that are written out', () => {
  const css = 'a {\n  font-size: 0.9rem;\n  font-weight: 650;\n  font: 500 13px var(--site-font-text);\n}';
  expect(strayTypeInCss('a.css', css)).toEqual([
    'a.css:2 font-size: 0.9rem',
    'a.css:3 font-weight: 650',
    'a.css:4 font: 500 13px var(--site-font-text)',
  ]);
  const fine =
    'a { font: 600 var(--site-type-tiny) / 1.4 var(--site-font-mono); font-size: inherit; font-weight: 400 }';
  expect(strayTypeInCss('b.css', fine)).toEqual([]);
});
