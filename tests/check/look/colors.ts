/** Where colors stand, and how well one can be read on another. No file is read here. */
import { colorsNamed, parse as parseColor, wcagContrast } from 'culori';
import { parse as parseCss } from 'postcss';
import { getColor, type Palette } from '../../../src/brand/palette';

/** Contrast that WCAG 2.2 asks for: 7 is AAA of text, 4.5 AA of text, 3 AA of what is not text (lines, focus rings). */
type Least = 7 | 4.5 | 3;

/** Colors that meet on a page: token in front, tokens behind, and the contrast that is needed. */
export interface Pair {
  readonly front: string;
  readonly behind: readonly string[];
  readonly least: Least;
  readonly where: string;
}

export interface Measured {
  readonly front: string;
  readonly behind: string;
  readonly ratio: number;
  readonly least: Least;
  readonly where: string;
}

/** Every pair with its ratio in one mode. @throws if a token is no color */
export function measure(pairs: readonly Pair[], palette: Palette): Measured[] {
  return pairs.flatMap(({ front, behind, least, where }) =>
    behind.map((name) => ({
      front,
      behind: name,
      ratio: wcagContrast(getColor(palette, front), getColor(palette, name)),
      least,
      where,
    })),
  );
}

const LITERAL = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^)]*\)/gi;

/** `file:line text` of each color that is written out in a style sheet; custom properties hold none either. */
export function colorsInCss(file: string, css: string): string[] {
  const found: string[] = [];
  parseCss(css).walkDecls((declaration) => {
    const value = declaration.value.replace(/url\([^)]*\)/g, '');
    const named = value.match(/(?<![-\w])[a-z]{3,}(?![-\w(])/gi)?.filter((word) => word.toLowerCase() in colorsNamed);
    for (const text of [...(value.match(LITERAL) ?? []), ...(named ?? [])]) {
      found.push(`${file}:${declaration.source?.start?.line ?? 0} ${text}`);
    }
  });
  return found;
}

/** The same for code: a quoted text, or an attribute of a drawing, that is a color. */
export function colorsInCode(file: string, code: string): string[] {
  return code
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/(?<=["'`:=] ?)(#[0-9a-f]{3,8}\b|(?:rgba?|hsla?|oklch)\([\d., %/]+\))/gi)]
        .filter(([text]) => parseColor(text) !== undefined)
        .map(([text]) => `${file}:${index + 1} ${text}`),
    );
}

/** Tokens that a style sheet uses. */
export function tokensIn(css: string): Set<string> {
  return new Set([...css.matchAll(/var\(--site-([\w-]+)\)/g)].map(([, name]) => name ?? ''));
}

/** Rules that set both color and background by tokens: front and behind of each. */
export function pairsInCss(css: string): [string, string][] {
  const pairs: [string, string][] = [];
  const token = (value: string | undefined) => /^var\(--site-([\w-]+)\)$/.exec(value ?? '')?.[1];
  parseCss(css).walkRules((rule) => {
    const values = new Map<string, string>();
    rule.walkDecls((declaration) => {
      values.set(declaration.prop, declaration.value);
    });
    const front = token(values.get('color'));
    const behind = token(values.get('background') ?? values.get('background-color'));
    if (front !== undefined && behind !== undefined) pairs.push([front, behind]);
  });
  return pairs;
}
