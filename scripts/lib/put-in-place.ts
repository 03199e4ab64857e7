/**
 * Puts a finished site in the place of the one that is served, with the headers that belong to it. Each step is a rename
 * of a whole folder; a run that is killed between two of them is finished or taken back by the next one.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';

/** The folders that take part, each with its absolute path. */
export interface Places {
  /** What is served. */
  readonly site: string;
  /** The headers for servers that do not read them from the site. */
  readonly deploy: string;
  /** What a build has made to take their places. */
  readonly freshSite: string;
  readonly freshDeploy: string;
  /** Where the old site lies while the new one takes its place. */
  readonly replaced: string;
}

const remove = (...folders: readonly string[]): void =>
  folders.forEach((folder) => rmSync(folder, { recursive: true, force: true }));

function placeDeploy({ deploy, freshDeploy, replaced }: Places): void {
  remove(deploy);
  renameSync(freshDeploy, deploy);
  // Last: what it holds tells the next run that the headers may be those of the old site.
  remove(replaced);
}

/**
 * Two renames: whoever looks at the site finds the whole old one or the whole new one.
 *
 * @param places both fresh folders are there, and gone afterwards
 */
export function putInPlace(places: Places): void {
  const { site, freshSite, replaced } = places;
  if (existsSync(site)) renameSync(site, replaced);
  renameSync(freshSite, site);
  placeDeploy(places);
}

/**
 * Clears up after a run that was killed: a site that was only moved away is put back, headers of a site that is in place
 * already follow it. What a broken build left behind is removed.
 *
 * @param places any of them may be missing
 */
export function recover(places: Places): void {
  const { site, freshSite, freshDeploy, replaced } = places;
  if (existsSync(replaced) && !existsSync(site)) renameSync(replaced, site);
  // The fresh site is moved after its headers were written, so without it the headers belong to the site in place.
  else if (existsSync(replaced) && existsSync(freshDeploy) && !existsSync(freshSite)) placeDeploy(places);
  remove(freshSite, freshDeploy, replaced);
}
