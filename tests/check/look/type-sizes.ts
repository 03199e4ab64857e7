/** Finds font sizes and weights that aren't part of the type scale. No file is read here. */
import { parse as parseCss } from 'postcss';

/** A size of the scale, or one that follows from the text around it. */
const SIZE = /^(?:var\(--site-type-\w+\)|inherit|1em)$/;
const WEIGHT = /^(?:400|600|inherit|var\(--ifm-font-weight-bold\))$/;
const FONT = /^(?:inherit|(?:600 )?var\(--site-type-\w+\) ?\/ ?[\d.]+ var\(--site-font-\w+\))$/;

const ALLOWED: Readonly<Record<string, RegExp>> = { 'font-size': SIZE, 'font-weight': WEIGHT, font: FONT };

/**
 * Lists what a style sheet says about type without the scale in `src/css/tokens.css`.
 *
 * @param file - Name for the messages.
 * @param css - The style sheet.
 * @returns `file:line property: value` of each.
 */
export function strayTypeInCss(file: string, css: string): string[] {
  const found: string[] = [];
  parseCss(css).walkDecls(/^font(?:-size|-weight)?$/, ({ prop, value, source }) => {
    if (ALLOWED[prop]?.test(value) !== true) found.push(`${file}:${source?.start?.line ?? 0} ${prop}: ${value}`);
  });
  return found;
}
