/**
 * The logo mark (a P with a coin at its foot) and the wordmark, as SVG in the colors of the palette. Both are strokes,
 * so they need no font. The functions return an SVG, or a group for a larger drawing.
 */
import { getColor, readPalette, type Mode } from './palette';

const SIZE = 28;
const WORD_WIDTH = 66;

const stroke = (path: string, color: string): string =>
  `<path d="${path}" fill="none" stroke="${color}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>`;

/** The mark on its tile, 28 units wide and high; `corner` is the radius of the tile. */
export function markGroup(mode: Mode, corner = 7): string {
  const palette = readPalette(mode);
  return (
    `<rect width="${SIZE}" height="${SIZE}" rx="${corner}" fill="${getColor(palette, 'brand')}"/>` +
    stroke('M9 21V7h6.2a4.3 4.3 0 0 1 0 8.6H9', getColor(palette, 'on-brand')) +
    `<circle cx="19.5" cy="20" r="1.9" fill="${getColor(palette, 'accent')}"/>`
  );
}

/** Mark and name, 66 units wide and 28 high. */
function wordmarkGroup(mode: Mode): string {
  const text = getColor(readPalette(mode), 'text');
  return (
    markGroup(mode) +
    stroke('M38 20.5V7.5h4.6a3.9 3.9 0 0 1 0 7.8H38M49.5 20.5l5-13 5 13M51.3 16h6.4M64.5 7.5v13', text)
  );
}

const svg = (width: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${SIZE}" width="${width}" height="${SIZE}">${content}</svg>`;

export const markSvg = (mode: Mode, corner?: number): string => svg(SIZE, markGroup(mode, corner));
export const wordmarkSvg = (mode: Mode): string => svg(WORD_WIDTH, wordmarkGroup(mode));
