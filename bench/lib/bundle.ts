/**
 * What stands in the scripts and the style sheet of a page, by package and by folder of this repository, after
 * minification: from the source maps of a build, read by Sonda.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { REPORT } from './bundle-plugin';
import { gzipSizeOf } from './page';

/** Bytes, gzip. */
export interface Part {
  readonly name: string;
  readonly bytes: number;
}

interface Resource {
  readonly kind: string;
  readonly name: string;
  /** The file that a part of a module stands in. */
  readonly parent?: string;
  readonly gzip?: number;
}

/** Has the build of a copied site report what is in its bundles. */
export function withReport(site: string): void {
  const config = path.join(site, 'docusaurus.config.ts');
  const before = readFileSync(config, 'utf8');
  const after = before.replace('  plugins: [\n', "  plugins: [\n    './bench/lib/bundle-plugin.ts',\n");
  if (after === before) throw new Error(`${config} has no list of plugins in the known form.`);
  writeFileSync(config, after);
}

/** The package, or the folder of this repository, that a module belongs to. */
export function ownerOf(module: string): string {
  const inPackage = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module);
  if (inPackage?.[1] !== undefined) return inPackage[1];
  const generated = /\.docusaurus\/(.*)$/.exec(module)?.[1];
  if (generated !== undefined) return `table of Docusaurus: ${generated.split('/')[0] ?? ''}`;
  const own = /(?:^|\/)((?:src|docs)\/[^/]+)/.exec(module)?.[1];
  return own ?? 'runtime of the bundler';
}

/** Name of the part that a loaded file is as a whole. */
function wholeName(file: string): string {
  const known: Record<string, string> = { '.html': 'HTML', '.css': 'Style sheet', '.js': 'Scripts of no known source' };
  return known[path.extname(file)] ?? 'Pictures and the like';
}

/**
 * The parts of a page, from the files that it loads. A module's bytes are its share of the file's size after compression,
 * by the sizes of all its modules compressed one by one.
 *
 * Fails if the site was built without the report.
 */
export function partsOf(site: string, files: readonly string[]): Part[] {
  const report = path.join(site, `${REPORT}.json`);
  if (!existsSync(report)) throw new Error(`${report} is missing: the build has not listed its bundles.`);
  const { resources } = JSON.parse(readFileSync(report, 'utf8')) as { resources: Resource[] };
  const sums = new Map<string, number>();
  const add = (name: string, bytes: number): void => void sums.set(name, (sums.get(name) ?? 0) + bytes);
  for (const file of files) {
    const size = gzipSizeOf(file);
    const modules = file.endsWith('.js')
      ? resources.filter(({ kind, parent }) => kind === 'chunk' && parent?.endsWith(path.basename(file)))
      : [];
    const total = modules.reduce((sum, { gzip = 0 }) => sum + gzip, 0);
    if (total === 0) add(wholeName(file), size);
    for (const { name, gzip = 0 } of modules) add(ownerOf(name), (size * gzip) / total);
  }
  return [...sums].map(([name, bytes]) => ({ name, bytes })).sort((left, right) => right.bytes - left.bytes);
}
