import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildFolder } from './routes';

const sizes = new Map<string, number>();

/** File types that are already compressed. Text is compressed on the way. */
const packed = /\.(png|jpe?g|webp|woff2?)$/;

/**
 * The transfer size of a built file.
 *
 * @param pathname - Path of the file in its URL. A path with trailing slash is a page.
 * @returns The size in bytes, with gzip for text.
 * @throws If the build has no such file.
 */
export function gzipSize(pathname: string): number {
  const file = path.join(buildFolder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const content = readFileSync(file);
  const size = packed.test(file) ? content.length : gzipSync(content, { level: 9 }).length;
  sizes.set(file, size);
  return size;
}
