import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Writes a file, unless it already has this content, so that a running dev server doesn't compile its pages again.
 *
 * @param file - Path of the file. Its folder must exist.
 */
export function writeChanged(file: string, content: string | Buffer): void {
  if (!existsSync(file) || !readFileSync(file).equals(Buffer.from(content))) writeFileSync(file, content);
}
