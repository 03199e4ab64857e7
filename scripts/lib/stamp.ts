/**
 * Tells whether what was generated before still stands: made from the same files, and not changed since. It goes by
 * contents, not by dates, so that it holds for a checkout and for a copy too.
 */
import { createHash, type Hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface Generation {
  /** The repository's path. */
  readonly root: string;
  /** Name of the stamp. */
  readonly name: string;
  /** Files and folders that it is made from, below the root. */
  readonly from: readonly string[];
  /** Files and folders that are made, below the root. */
  readonly made: readonly string[];
  /** Files in those folders that others make. */
  readonly butNot: readonly string[];
}

/** Adds names and contents; what is not there counts as such. */
function addTo(hash: Hash, root: string, name: string, butNot: readonly string[]): void {
  if (butNot.includes(name)) return;
  const file = path.join(root, name);
  const stat = statSync(file, { throwIfNoEntry: false });
  hash.update(`\n${name.replaceAll(path.sep, '/')}\n`);
  if (stat === undefined) hash.update('missing');
  else if (stat.isFile()) hash.update(readFileSync(file));
  else for (const entry of readdirSync(file).sort()) addTo(hash, root, path.join(name, entry), butNot);
}

function digestOf({ root, butNot }: Generation, names: readonly string[]): string {
  const hash = createHash('sha256');
  const others = butNot.map((name) => path.normalize(name));
  for (const name of names) addTo(hash, root, name, others);
  return hash.digest('hex');
}

/** Beside the caches of the build, and gone with them. */
const fileOf = ({ root, name }: Generation): string => path.join(root, 'node_modules', '.cache', 'pai-docs', name);

/**
 * Digest of the files that something is made from.
 *
 * @param generation what is made
 * @returns the digest; take it before the making begins, so that what is saved meanwhile is not taken for done
 */
export const sourcesOf = (generation: Generation): string => digestOf(generation, generation.from);

const stampOf = (generation: Generation, sources: string): string =>
  `${sources} ${digestOf(generation, generation.made)}`;

/** Whether a stamp was set on the same files. */
export function stands(generation: Generation): boolean {
  const file = fileOf(generation);
  return existsSync(file) && readFileSync(file, 'utf8') === stampOf(generation, sourcesOf(generation));
}

/**
 * Sets the stamp on what has just been made.
 *
 * @param generation what was made
 * @param sources digest of what it was made from (`sourcesOf`)
 */
export function setStamp(generation: Generation, sources: string): void {
  const file = fileOf(generation);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, stampOf(generation, sources));
}
