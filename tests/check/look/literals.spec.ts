/** Colors and font sizes are written out in `src/css/tokens.css` only. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'postcss';
import { SAMPLE_LANGUAGES } from '../../../src/page/languages';
import { root } from '../../support/routes';
import { expectClean } from '../../support/expect-clean';
import { readStyles } from './styles';

const HINT = 'Use or add a token of src/css/tokens.css.';

const COLOR = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([^)]*\)/gi;

/** The names that style sheets are most likely to have. */
const NAMED =
  /^(black|white|gr[ae]y|silver|red|maroon|orange|yellow|olive|lime|green|teal|aqua|cyan|blue|navy|purple|pink)$/i;

/** What a declaration may say about type: a token, or what follows from the text around it. */
const TYPE: Readonly<Record<string, RegExp>> = {
  font: /^(?:inherit|var\(--t-\w+\)|0\.875em\/1 var\(--site-font-mono\))$/,
  'font-size': /^inherit$/,
  'font-weight': /^(?:400|600)$/,
  'font-family': /^var\(--site-font-\w+\)$/,
};

/** Files whose colors color nothing. */
const told = [path.join('src', 'data', 'framepay.ts'), path.join('scripts', 'lib', 'draw-diagrams.ts')];

test('style sheets use the tokens', () => {
  const found: string[] = [];
  let count = 0;
  for (const { file, css } of readStyles()) {
    parse(css).walkDecls(({ prop, value, source }) => {
      count += 1;
      const words = value.replace(/url\([^)]*\)|var\([^)]*\)/g, '').match(/[a-z][\w-]*/gi) ?? [];
      const colors = [...(value.match(COLOR) ?? []), ...words.filter((word) => NAMED.test(word))];
      const isStray = TYPE[prop]?.test(value) === false || (!/^(?:content|grid-.*)$/.test(prop) && colors.length > 0);
      if (isStray) found.push(`${file}:${source?.start?.line ?? 0} ${prop}: ${value}`);
    });
  }
  expect(count).toBeGreaterThan(500);
  expectClean('Tokens', { findings: found, counts: { declarations: count } }, HINT);
});

test('each language of samples has its selectors', () => {
  const css = readFileSync(path.join(root, 'src', 'css', 'content.css'), 'utf8');
  const selectors = SAMPLE_LANGUAGES.flatMap(({ id }) =>
    ['panel', 'tab'].map((part) => `html[data-sample-language='${id}'] .sample__${part}[data-language='${id}']`),
  );
  const findings = selectors
    .filter((selector) => !css.includes(selector))
    .map((selector) => `src/css/content.css: the selector ${selector} is missing; add it beside the other languages`);
  expectClean('Languages', { findings, counts: { selectors: selectors.length } });
});

test('code and drawings use the tokens', () => {
  const files = ['src', 'static', 'scripts']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join(folder, file),
      ),
    )
    .filter((file) => /\.(?:tsx?|mts|js|cjs|mjs|mdx|svg)$/.test(file) && !told.includes(file));
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    Array.from(
      readFileSync(path.join(root, file), 'utf8').matchAll(/['"`:(](#[0-9a-f]{6})\b/gi),
      ([, color]) => `${file}: ${color}`,
    ),
  );
  expectClean('Tokens', { findings: found, counts: { files: files.length } }, HINT);
});
