/** Lists what the minified scripts of a page contain, by package and folder, from source maps that Sonda reads. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { REPORT } from './bundle-plugin';
import { measureGzip } from './page';

/** A part of a page. */
export interface Part {
  readonly name: string;
  /** Compressed size. */
  readonly bytes: number;
}

interface Resource {
  readonly kind: string;
  readonly name: string;
  /** The file that contains the module. */
  readonly parent?: string;
  readonly gzip?: number;
}

/**
 * Adds the bundle report to the build of a copied site.
 *
 * @param site - The folder of the copy.
 * @throws If the configuration has an unknown form.
 */
export function withReport(site: string): void {
  const config = path.join(site, 'docusaurus.config.ts');
  const before = readFileSync(config, 'utf8');
  const after = before.replace('  plugins: [\n', "  plugins: [\n    './bench/lib/bundle-plugin.ts',\n");
  if (after === before)
    throw new Error(`${config} has no plugin list in the expected form. Update withReport in bench/lib/bundle.ts.`);
  writeFileSync(config, after);
}

/** Returns the package or the folder of this repository that a module belongs to. */
function findOwner(module: string): string {
  const inPackage = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module);
  if (inPackage?.[1] !== undefined) return inPackage[1];
  const generated = /\.docusaurus\/(.*)$/.exec(module)?.[1];
  if (generated !== undefined) return `Docusaurus registry: ${generated.split('/')[0] ?? ''}`;
  const own = /(?:^|\/)((?:src|docs)\/[^/]+)/.exec(module)?.[1];
  return own ?? 'Bundler runtime';
}

/** Returns the name of a part that consists of an entire file. */
function fileLabel(file: string): string {
  const known: Record<string, string> = { '.html': 'HTML', '.css': 'Style sheet', '.js': 'Other scripts' };
  return known[path.extname(file)] ?? 'Images and other files';
}

/**
 * Lists the parts of a page. Divides the compressed size of each file among its modules, in proportion to their own
 * compressed sizes.
 *
 * @param site - Folder of the site, built with a bundle report.
 * @param files - The files that the page loads.
 * @throws If the bundle report is missing.
 */
export function listParts(site: string, files: readonly string[]): Part[] {
  const report = path.join(site, `${REPORT}.json`);
  if (!existsSync(report)) throw new Error(`${report} is missing. The build didn't write its bundle report.`);
  const { resources } = JSON.parse(readFileSync(report, 'utf8')) as { resources: Resource[] };
  const sums = new Map<string, number>();
  const add = (name: string, bytes: number): void => void sums.set(name, (sums.get(name) ?? 0) + bytes);
  for (const file of files) {
    const size = measureGzip(file);
    const modules = file.endsWith('.js')
      ? resources.filter(({ kind, parent }) => kind === 'chunk' && parent?.endsWith(path.basename(file)))
      : [];
    const total = modules.reduce((sum, { gzip = 0 }) => sum + gzip, 0);
    if (total === 0) add(fileLabel(file), size);
    for (const { name, gzip = 0 } of modules) add(findOwner(name), (size * gzip) / total);
  }
  return [...sums].map(([name, bytes]) => ({ name, bytes })).sort((left, right) => right.bytes - left.bytes);
}
