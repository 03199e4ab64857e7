import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildFolder } from './routes';

const sizes = new Map<string, number>();

/** Text is sent packed; these are packed already. */
const packed = /\.(png|jpe?g|webp|woff2?)$/;

/**
 * Size of a built file as a server sends it.
 *
 * @param pathname path of the file in its URL; a path with a slash at its end is that of a page
 * @returns bytes, packed with gzip as far as the file is text
 * @throws if the build has no such file
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
