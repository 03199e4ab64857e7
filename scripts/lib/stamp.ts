/** Whether generated files are up to date. Compares contents rather than dates, so that it works for checkouts and copies. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { referenceFolder } from '../../src/site/routes';

/** What the specification, the downloads, and the reference depend on. Pages, the theme, and styles have no part in it. */
const SOURCES = [
  ...['api-spec', 'examples', 'sandbox', 'scripts', 'package-lock.json'],
  ...['config/openapi.ts', 'data', 'page/languages.ts', 'pricing', 'reference', 'render', 'site', 'specification'].map(
    (name) => `src/${name}`,
  ),
];

/**
 * Computes the digest of the sources.
 *
 * @param root - Path of the repository.
 */
export function hashSources(root: string): string {
  const hash = createHash('sha256');
  const add = (name: string): void => {
    const file = path.join(root, name);
    hash.update(`\n${name}\n`);
    if (!existsSync(file)) return;
    if (statSync(file).isFile()) hash.update(readFileSync(file));
    else for (const entry of readdirSync(file).sort()) add(`${name}/${entry}`);
  };
  SOURCES.forEach(add);
  return hash.digest('hex');
}

const locate = (root: string): string => path.join(root, '.generated', 'stamp');

/** Whether the generated files are those of the sources with this digest. */
export function isCurrent(root: string, digest: string): boolean {
  const hasReference = existsSync(path.join(root, 'docs', referenceFolder, 'sidebar.ts'));
  return hasReference && existsSync(locate(root)) && readFileSync(locate(root), 'utf8') === digest;
}

/** Notes that the generated files aren't those of any sources. */
export const removeStamp = (root: string): void => rmSync(locate(root), { force: true });

/** Notes that the generated files are those of the sources with this digest. */
export const writeStamp = (root: string, digest: string): void => writeFileSync(locate(root), digest);
