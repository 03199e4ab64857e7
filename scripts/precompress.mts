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

let files = 0;
let [before, gzip, brotli] = [0, 0, 0];
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
  const file = path.join(folder, name);
  if (!text.test(name)) {
    continue;
  }
  const content = readFileSync(file);
  const forms = [
    { end: '.gz', bytes: gzipSync(content, { level: 9 }) },
    {
      end: '.br',
      bytes: brotliCompressSync(content, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
      }),
    },
  ];
  for (const { end, bytes } of forms) {
    // Delete the output of an earlier run, because its text has changed.
    rmSync(file + end, { force: true });
    if (bytes.length < content.length) {
      writeFileSync(file + end, bytes);
    }
  }
  files += 1;
  before += content.length;
  gzip += forms[0]?.bytes.length ?? 0;
  brotli += forms[1]?.bytes.length ?? 0;
}
if (files === 0) {
  console.error(`\n✖ ${folder}: nothing to compress. Run "npm run build" first.\n`);
  process.exit(1);
}
const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
console.log(
  `Compressed ${files} files: ${kilobytes(before)}, ${kilobytes(gzip)} with gzip, ${kilobytes(brotli)} with Brotli.`,
);
