/**
 * Reads the colors of `src/css/tokens.css` for output that style sheets don't reach (logo, icons, and cards) and for
 * the checks. Returns the `--site-*` colors of each mode without their prefix.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'postcss';

export type Mode = 'light' | 'dark';
export type Palette = ReadonlyMap<string, string>;

const tokensFile = path.join(__dirname, '..', 'css', 'tokens.css');
const selectors: Record<Mode, string> = { light: ':root', dark: "[data-theme='dark']" };

/** The colors of one mode. */
export function readPalette(mode: Mode): Palette {
  const colors = new Map<string, string>();
  parse(readFileSync(tokensFile, 'utf8')).walkRules((rule) => {
    if (rule.selector !== selectors[mode]) return;
    rule.walkDecls(/^--site-/, ({ prop, value }) => {
      if (value.startsWith('#')) colors.set(prop.replace('--site-', ''), value);
    });
  });
  return colors;
}

/** @throws If the palette has no color with this name. */
export function getColor(palette: Palette, name: string): string {
  const color = palette.get(name);
  if (color === undefined) {
    throw new Error(
      `src/css/tokens.css: the color --site-${name} doesn't exist. Use one of ${[...palette.keys()].join(', ')}.`,
    );
  }
  return color;
}
