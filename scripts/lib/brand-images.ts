/**
 * Writes the logo, wordmark, and icons, in the colors of the tokens, into `<folder>/img`, and `favicon.ico` into the
 * folder.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { markSvg, wordmarkSvg } from '../../src/brand/mark';
import { loadPngDrawer } from '../../src/brand/png';

/** An icon file with one picture of up to 255 pixels: a header, and the PNG as it is. */
function toIco(png: Buffer, size: number): Buffer {
  const header = Buffer.from([0, 0, 1, 0, 1, 0, size, size, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]);
  header.writeUInt32LE(png.length, 14);
  return Buffer.concat([header, png]);
}

export async function writeMarks(folder: string): Promise<void> {
  const drawPng = await loadPngDrawer();
  const png = (svg: string, width: number): Buffer => drawPng(svg, { fitTo: { mode: 'width', value: width } });
  const files: Record<string, string | Buffer> = {
    'logo-dark.svg': markSvg('dark'),
    'wordmark.svg': wordmarkSvg('light'),
    'wordmark-dark.svg': wordmarkSvg('dark'),
    'favicon.svg': markSvg('light'),
    'favicon-32.png': png(markSvg('light'), 32),
    // Phones round the corners themselves, and show transparent pixels as black.
    'apple-touch-icon.png': png(markSvg('light', 0), 180),
  };
  // Browsers request this name for files without a page: the specification, a Markdown version, or llms.txt.
  const favicon = toIco(png(markSvg('light'), 48), 48);
  // An image that an earlier version wrote would otherwise be published.
  rmSync(path.join(folder, 'img'), { recursive: true, force: true });
  mkdirSync(path.join(folder, 'img'), { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, 'img', name), content);
  writeFileSync(path.join(folder, 'favicon.ico'), favicon);
}
