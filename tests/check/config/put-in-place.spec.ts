/** A build that is killed at any moment leaves a whole site, at the latest after the next build has begun. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { type Places, putInPlace, recover } from '../../../scripts/lib/put-in-place';

const FOLDERS = ['site', 'deploy', 'freshSite', 'freshDeploy', 'replaced'] as const;

/** A folder for each part, of which those in `content` exist and hold one file with the given text. */
function lay(content: Partial<Record<(typeof FOLDERS)[number], string>>): Places {
  const root = mkdtempSync(path.join(tmpdir(), 'pai-docs-places-'));
  const places = Object.fromEntries(FOLDERS.map((name) => [name, path.join(root, name)])) as unknown as Places;
  for (const [name, text] of Object.entries(content)) {
    const folder = places[name as keyof Places];
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'which'), text);
  }
  return places;
}

/** What lies in each folder, and nothing for those that are not there. */
const found = (places: Places): Record<string, string> =>
  Object.fromEntries(
    FOLDERS.filter((name) => existsSync(places[name])).map((name) => [
      name,
      readFileSync(path.join(places[name], 'which'), 'utf8'),
    ]),
  );

const fresh = { freshSite: 'new', freshDeploy: 'new' };
const inPlace = { site: 'new', deploy: 'new' };

test('a new site replaces the old one, or none', () => {
  for (const before of [{}, { site: 'old', deploy: 'old' }]) {
    const places = lay({ ...before, ...fresh });
    putInPlace(places);
    expect(found(places)).toEqual(inPlace);
  }
});

/** The steps of `putInPlace`, one after which a run may be killed each. */
const steps: ((places: Places) => void)[] = [
  ({ site, replaced }) => renameSync(site, replaced),
  ({ site, freshSite }) => renameSync(freshSite, site),
  ({ deploy }) => rmSync(deploy, { recursive: true }),
  ({ deploy, freshDeploy }) => renameSync(freshDeploy, deploy),
  ({ replaced }) => rmSync(replaced, { recursive: true }),
];

test('a kill between any two steps leaves a complete site with its own headers', () => {
  for (let done = 0; done <= steps.length; done += 1) {
    const places = lay({ site: 'old', deploy: 'old', ...fresh });
    for (const step of steps.slice(0, done)) step(places);
    recover(places);
    const after = found(places);
    const wanted = done < 2 ? 'old' : 'new';
    expect(after, `killed after ${done} steps`).toEqual({ site: wanted, deploy: wanted });
  }
  console.log(`${steps.length + 1} places to be killed at`);
});
