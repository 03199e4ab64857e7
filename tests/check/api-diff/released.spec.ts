/** The specification against its last release in `api-spec/released/`: a change that breaks integrations needs a version. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { diffSpecs, versionProblem } from '../../../scripts/lib/api-diff';
import { CHANGELOG, parseChangelog } from '../../../src/description/changelog';
import { copyDescription, loadDescription, listOperations } from '../../../src/content-lint/specification/description';

const folder = path.join('api-spec', 'released');

/** The released file. A new copy on every call. */
const readReleased = (): unknown => parse(readFileSync(path.join(folder, 'openapi.yaml'), 'utf8'));

test('nothing breaks since the last release without a higher version', async () => {
  const [released, now] = [readReleased(), await loadDescription()];
  const changes = diffSpecs(released, now);
  const count = (level: string): string => `${changes.filter((change) => change.level === level).length} ${level}`;
  console.log(`Changes since the release: ${['breaking', 'additive', 'editorial'].map(count).join(', ')}`);
  const problem = versionProblem(released, now, changes);
  expect(problem, `${problem ?? ''} Run \`npm run api:diff\` to see the changes.`).toBeUndefined();
});

test('the released file belongs to an entry of the changelog', () => {
  const heading = readFileSync(path.join(folder, 'entry.txt'), 'utf8').trim();
  const headings = parseChangelog(readFileSync(CHANGELOG, 'utf8')).entries.map((entry) => entry.heading);
  console.log(`${headings.length} entries`);
  expect(headings, `${folder}/entry.txt names "${heading}". Add that entry to ${CHANGELOG}.`).toContain(heading);
});

test('a removed operation and a new required field are found', async () => {
  const released = readReleased();
  const removed = copyDescription(await loadDescription());
  const [first] = Object.keys(removed.paths ?? {});
  if (first === undefined) throw new Error('The specification has no path.');
  const before = listOperations(removed).length;
  removed.paths = Object.fromEntries(Object.entries(removed.paths ?? {}).filter(([key]) => key !== first));
  const strict = copyDescription(await loadDescription());
  const customer = strict.components?.schemas?.['CustomerCreate'];
  if (customer === undefined)
    throw new Error('The schema CustomerCreate is missing. Choose another one for this test.');
  customer.required = Object.keys(customer.properties ?? {});
  for (const broken of [removed, strict]) {
    const changes = diffSpecs(released, broken);
    expect(changes.some(({ level }) => level === 'breaking')).toBe(true);
    expect(versionProblem(released, broken, changes)).toMatch(/version/);
  }
  console.log(`${before} operations compared, 2 breaking changes found`);
});
