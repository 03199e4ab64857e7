/**
 * Replaces the served site and its headers with a new build. Each step renames a complete folder. If a run is killed
 * between two steps, the next run completes or reverts it.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';

/** The absolute paths of the folders involved. */
export interface Places {
  /** What is served. */
  readonly site: string;
  /** The headers for servers that do not read them from the site. */
  readonly deploy: string;
  /** The new build. */
  readonly freshSite: string;
  readonly freshDeploy: string;
  /** The previous site during the swap. */
  readonly replaced: string;
}

const remove = (...folders: readonly string[]): void =>
  folders.forEach((folder) => rmSync(folder, { recursive: true, force: true }));

function placeDeploy({ deploy, freshDeploy, replaced }: Places): void {
  remove(deploy);
  renameSync(freshDeploy, deploy);
  // Last, because its content tells the next run whether the headers belong to the old site.
  remove(replaced);
}

/**
 * Swaps the site with two renames, so that readers get either the complete old site or the complete new one.
 *
 * @param places - Both new folders exist before, and are gone afterwards.
 */
export function putInPlace(places: Places): void {
  const { site, freshSite, replaced } = places;
  if (existsSync(site)) renameSync(site, replaced);
  renameSync(freshSite, site);
  placeDeploy(places);
}

/**
 * Cleans up after a killed run: restores a site that was only moved away, completes the headers of a new site, and
 * removes the rest of a failed build.
 *
 * @param places - Any of them can be missing.
 */
export function recover(places: Places): void {
  const { site, freshSite, freshDeploy, replaced } = places;
  if (existsSync(replaced) && !existsSync(site)) renameSync(replaced, site);
  // The new site is moved after its headers are written, so if it's gone, the headers belong to the served site.
  else if (existsSync(replaced) && existsSync(freshDeploy) && !existsSync(freshSite)) placeDeploy(places);
  remove(freshSite, freshDeploy, replaced);
}
