/**
 * Results of the last build by their input, so that unchanged pages aren't read and drawn again. Compares contents rather
 * than dates, so that it works for checkouts and copies.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface BuildStore {
  /** Returns the cached result for this text, or creates it with `make`. */
  readonly get: (madeFrom: string, make: () => Uint8Array | string) => Buffer;
  /** Deletes what this build hasn't used. */
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

/**
 * Opens the cache of a plugin, beside the bundler's. `npm run clear` deletes both.
 *
 * @param siteDir - Path of the site.
 * @param name - The plugin's name.
 * @param makers - Files that create the results. A change in one of them, or in a package version, clears the cache.
 */
export function openBuildStore(siteDir: string, name: string, makers: readonly string[]): BuildStore {
  const hashAll = (texts: readonly (Buffer | string)[]): string =>
    texts.reduce((hash, text) => hash.update(text), createHash('sha256')).digest('hex');
  const salt = hashAll([...makers, path.join(siteDir, 'package-lock.json')].map((file) => readFileSync(file)));
  const folder = path.join(siteDir, 'node_modules', '.cache', 'pai-docs', name);
  const used = new Set<string>();
  mkdirSync(folder, { recursive: true });
  return {
    get(madeFrom, make) {
      const key = hashAll([salt, madeFrom]);
      const file = path.join(folder, key);
      used.add(key);
      if (existsSync(file)) return readFileSync(file);
      const content = Buffer.from(make());
      writeFileSync(file, content);
      return content;
    },
    close() {
      for (const file of readdirSync(folder)) if (!used.has(file)) rmSync(path.join(folder, file), { force: true });
    },
  };
}
