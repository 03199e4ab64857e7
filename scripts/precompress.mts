/**
 * `npm run precompress`: writes a `.gz` and a `.br` version of every text file in `build/`, for servers that send
 * precompressed files.
 *
 * The first argument is the folder (default `build`). The same input produces the same bytes. Skips files that don't
 * get smaller. Exits with status 1 if there is nothing to compress.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const folder = path.resolve(process.argv[2] ?? 'build');
const text = /\.(css|html|js|json|md|svg|ts|txt|xml|ya?ml)$/;
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
const forms: [end: string, compress: (content: Buffer) => Buffer][] = [
  ['', (content) => content],
  ['.gz', (content) => gzipSync(content, { level: 9 })],
  ['.br', (content) => brotliCompressSync(content, brotli)],
];

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => text.test(name));
if (files.length === 0) {
  console.error(`\n✖ ${folder}: nothing to compress. Run "npm run build" first.\n`);
  process.exit(1);
}
const sizes = forms.map(([end, compress]) =>
  files.reduce((sum, name) => {
    const file = path.join(folder, name);
    const content = readFileSync(file);
    const bytes = compress(content);
    // Delete the output of an earlier run, because its text has changed.
    if (end !== '') rmSync(file + end, { force: true });
    if (bytes.length < content.length) writeFileSync(file + end, bytes);
    return sum + bytes.length;
  }, 0),
);
const [before, gzipped, brotlied] = sizes.map((bytes) => `${Math.round(bytes / 1000)} kB`);
console.log(`Compressed ${files.length} files: ${before}, ${gzipped} with gzip, ${brotlied} with Brotli.`);
