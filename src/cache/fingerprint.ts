/**
 * Checks whether generated files are up to date: created from the same sources, and unmodified. Compares contents
 * rather than dates, so that it works for checkouts and copies.
 */
import { createHash, type Hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface Generation {
  /** The repository's path. */
  readonly root: string;
  /** Name of the stamp. */
  readonly name: string;
  /** Source files and folders, relative to the root. */
  readonly from: readonly string[];
  /** Generated files and folders, relative to the root. */
  readonly made: readonly string[];
  /** Files in those folders with a different generator. */
  readonly butNot: readonly string[];
}

/** Hashes names and contents. Missing files are part of the hash. */
function addTo(hash: Hash, root: string, name: string, butNot: readonly string[]): void {
  // A README explains its folder to people. Nothing is generated from it.
  if (butNot.includes(name) || path.basename(name) === 'README.md') return;
  const file = path.join(root, name);
  const stat = statSync(file, { throwIfNoEntry: false });
  hash.update(`\n${name.replaceAll(path.sep, '/')}\n`);
  if (stat === undefined) hash.update('missing');
  else if (stat.isFile()) hash.update(readFileSync(file));
  else for (const entry of readdirSync(file).sort()) addTo(hash, root, path.join(name, entry), butNot);
}

function hashFiles({ root, butNot }: Generation, names: readonly string[]): string {
  const hash = createHash('sha256');
  const others = butNot.map((name) => path.normalize(name));
  for (const name of names) addTo(hash, root, name, others);
  return hash.digest('hex');
}

/** Beside the build caches, and deleted with them. */
const locateStamp = ({ root, name }: Generation): string => path.join(root, 'node_modules', '.cache', 'pai-docs', name);

/**
 * Computes the digest of the sources.
 *
 * @param generation - What is generated.
 * @returns The digest. Compute it before generating, so that files saved in the meantime aren't missed.
 */
export const hashSources = (generation: Generation): string => hashFiles(generation, generation.from);

const fingerprint = (generation: Generation, sources: string): string =>
  `${sources} ${hashFiles(generation, generation.made)}`;

/** Whether the saved fingerprint matches. */
export function isCurrent(generation: Generation): boolean {
  const file = locateStamp(generation);
  return existsSync(file) && readFileSync(file, 'utf8') === fingerprint(generation, hashSources(generation));
}

/**
 * Saves the fingerprint of generated files.
 *
 * @param generation - What was generated.
 * @param sources - The digest of its sources (`hashSources`).
 */
export function saveFingerprint(generation: Generation, sources: string): void {
  const file = locateStamp(generation);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, fingerprint(generation, sources));
}
