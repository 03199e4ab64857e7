/**
 * What earlier builds made, by what they made it from: a page that has not changed needs no new card and is not read again.
 * The files lie beside the bundler's own cache, in `node_modules/.cache`, and go with it.
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
  /** What was made from this text before, or what `make` gives now. */
  readonly get: (madeFrom: string, make: () => Uint8Array | string) => Buffer;
  /** Drops what no build has asked for in a while. */
  readonly close: () => void;
}

/**
 * A page's HTML without the names of its scripts and style sheets, which change with every edit of any page.
 * `src="/assets/js/main.29f9519a.js"` → `src="/assets/js/.js"`
 */
export function withoutAssetNames(html: string): string {
  return html
    .replace(/ data-chunks="[^"]*"/, '')
    .replace(/(?<=["'= ]\/assets\/(?:css|js)\/)[\w.~-]+(?=\.(?:css|js)\b)/g, '');
}

/** Long enough for work on several branches. */
const KEPT_FOR_MS = 14 * 24 * 60 * 60 * 1000;

/** The content of a file, unless another build has just dropped it. Notes that it was asked for. */
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
 * Opens the store of a plugin.
 *
 * @param siteDir folder of the site
 * @param name the plugin's name
 * @param makers the files that do the making: another line in one of them, or another version of a package, empties the store
 * @returns the store; where the folder cannot be written, everything is made anew
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
      // A build that is broken off leaves no half of a file under the name of a whole one.
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
