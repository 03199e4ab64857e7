/**
 * Draws the social card of a page: 1,200 × 630 pixels with section, title, and description. Fonts come from a package
 * rather than the machine, so that every build draws the same bytes.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { markGroup } from './mark';
import { getColor, readPalette } from './palette';
import { loadPngDrawer } from './png';

/** The content of a card. */
export interface CardText {
  readonly provider: string;
  readonly section: string;
  readonly title: string;
  readonly description: string;
}

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 80;
/** Average width of a character relative to the font size. Slightly generous, so that nothing is cut off. */
const LETTER = { bold: 0.66, regular: 0.58 };
const palette = readPalette('light');
const COLORS = {
  surface: getColor(palette, 'surface'),
  brand: getColor(palette, 'brand'),
  text: getColor(palette, 'text'),
  muted: getColor(palette, 'text-muted'),
};

const fontFolder = path.join(path.dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf');
const fontFiles = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'];

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Wraps a text into at most `most` lines, and ends it with `…` if it doesn't fit. */
function wrapText(text: string, size: number, letter: number, most: number): string[] {
  const room = Math.floor((WIDTH - 2 * MARGIN) / (size * letter));
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > room) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), `${(lines[most - 1] ?? '').slice(0, room - 1)}…`];
}

function textBlock(
  lines: readonly string[],
  top: number,
  size: number,
  color: string,
  weight: number,
  left = MARGIN,
): string {
  return lines
    .map((line, index) => {
      const y = top + index * size * 1.3;
      return `<text x="${left}" y="${y}" font-family="DejaVu Sans" font-size="${size}" font-weight="${weight}" fill="${color}">${escape(line)}</text>`;
    })
    .join('');
}

/** The card as SVG. */
export function cardSvg({ provider, section, title, description }: CardText): string {
  const size = title.length > 44 ? 56 : 68;
  const heading = wrapText(title, size, LETTER.bold, 3);
  const top = 230;
  const below = top + heading.length * size * 1.3 + 10;
  const text = wrapText(description, 30, LETTER.regular, heading.length > 2 ? 2 : 3);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${COLORS.surface}"/>` +
    `<rect width="${WIDTH}" height="18" fill="${COLORS.brand}"/>` +
    textBlock([section], 125, 30, COLORS.brand, 700) +
    textBlock(heading, top, size, COLORS.text, 700) +
    textBlock(text, below, 30, COLORS.muted, 400) +
    `<g transform="translate(${MARGIN} ${HEIGHT - 104}) scale(2)">${markGroup('light')}</g>` +
    textBlock([`${provider} developer documentation`], HEIGHT - 67, 26, COLORS.brand, 400, MARGIN + 76) +
    '</svg>'
  );
}

/**
 * Loads the fonts and what draws with them.
 *
 * @returns A function that draws the card as PNG.
 */
export async function loadCardDrawer(): Promise<(svg: string) => Buffer> {
  const drawPng = await loadPngDrawer();
  const fontBuffers = fontFiles.map((file) => readFileSync(path.join(fontFolder, file)));
  return (svg) => drawPng(svg, { font: { fontBuffers, defaultFontFamily: 'DejaVu Sans' } });
}
