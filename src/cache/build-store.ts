/**
 * Cache of earlier build results by their input, so that unchanged pages need no new card and aren't read again. The
 * files are beside the bundler's cache in `node_modules/.cache`, and are deleted with it.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

export interface BuildStore {
  /** Returns the cached result for this text, or creates it with `make`. */
  readonly get: (madeFrom: string, make: () => Uint8Array | string) => Buffer;
  /** Deletes entries that no build has used for a while. */
  readonly close: () => void;
}

/**
 * A page's HTML without the names of its scripts and style sheets, which change with every edit.
 * `src="/assets/js/main.29f9519a.js"` → `src="/assets/js/.js"`
 */
export function withoutAssetNames(html: string): string {
  return html
    .replace(/ data-chunks="[^"]*"/, '')
    .replace(/(?<=["'= ]\/assets\/(?:css|js)\/)[\w.~-]+(?=\.(?:css|js)\b)/g, '');
}

/** Long enough for work on several branches. */
const KEPT_FOR_MS = 14 * 24 * 60 * 60 * 1000;

/** The content of a file, unless another build has just deleted it. Marks the file as used. */
function readKept(file: string): Buffer | undefined {
  try {
    const now = new Date();
    utimesSync(file, now, now);
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/**
 * Opens the cache of a plugin.
 *
 * @param siteDir - Path of the site.
 * @param name - The plugin's name.
 * @param makers - Files that create the results. A change in one of them, or in a package version, clears the cache.
 * @returns The cache. If the folder isn't writable, everything is created again.
 */
export function openBuildStore(siteDir: string, name: string, makers: readonly string[]): BuildStore {
  const version = createHash('sha256');
  for (const file of [...makers, path.join(siteDir, 'package-lock.json')]) {
    if (existsSync(file)) version.update(readFileSync(file));
  }
  const salt = version.digest('hex');
  const folder = path.join(siteDir, 'node_modules', '.cache', 'pai-docs', name);
  let isWritable = true;

  const keep = (file: string, content: Buffer): void => {
    try {
      mkdirSync(folder, { recursive: true });
      // Write to a temporary name first, so that an interrupted build leaves no partial file.
      const fresh = `${file}.${String(process.pid)}`;
      writeFileSync(fresh, content);
      renameSync(fresh, file);
    } catch (error) {
      isWritable = false;
      console.log(`${name}: can't cache results for the next build (${(error as Error).message}).`);
    }
  };

  return {
    get(madeFrom, make) {
      const key = createHash('sha256').update(salt).update(madeFrom).digest('hex');
      const file = path.join(folder, key);
      const kept = readKept(file);
      if (kept !== undefined) return kept;
      const content = Buffer.from(make());
      if (isWritable) keep(file, content);
      return content;
    },
    close() {
      if (!isWritable || !existsSync(folder)) return;
      for (const name of readdirSync(folder)) {
        const file = path.join(folder, name);
        const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity };
        if (Date.now() - mtimeMs > KEPT_FOR_MS) rmSync(file, { force: true });
      }
    },
  };
}
