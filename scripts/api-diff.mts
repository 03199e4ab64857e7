/**
 * `npm run api:diff`: compares the OpenAPI file with the last released one, and says which changes break integrations.
 *
 *     npm run api:diff                           lists the changes
 *     npm run api:diff -- --write                also puts them into the newest entry of api-spec/CHANGELOG.md
 *     npm run api:diff -- --release              keeps the present file as the released one
 *     npm run api:diff -- --base old.yaml        compares with another bundled file
 *
 * Ends with status 1 when something breaks and the version doesn't say so. The feed of changes is made from the changelog
 * by `npm run generate`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parse, stringify } from 'yaml';
import { diffSpecs, versionProblem } from './lib/api-diff';
import { changesAsMarkdown, withChanges } from './lib/api-diff/entry';
import { hashDescription, withDigest } from '../src/content-lint/specification/changelog';
import { loadDescription } from '../src/content-lint/specification/description';
import { CHANGELOG, parseChangelog } from '../src/description/changelog';
import { YAML_STYLE } from './lib/yaml-style';

const released = path.join('api-spec', 'released', 'openapi.yaml');
const releasedEntry = path.join('api-spec', 'released', 'entry.txt');

try {
  const { values } = parseArgs({
    options: { write: { type: 'boolean' }, release: { type: 'boolean' }, base: { type: 'string' } },
  });
  const base = values.base ?? released;
  const now = await loadDescription();
  const hasBase = existsSync(base);
  if (!hasBase && values.base !== undefined)
    throw new Error(`${base}: file not found. Pass the path of a bundled OpenAPI file.`);
  const before: unknown = hasBase ? parse(readFileSync(base, 'utf8')) : now;
  const changes = diffSpecs(before, now);
  if (hasBase) console.log(`Compared with ${base}:\n\n${changesAsMarkdown(changes)}\n`);
  else console.log('No version is released yet. Run `npm run api:diff -- --release` to release the current one.');
  const problem = versionProblem(before, now, changes);
  if (problem !== undefined) throw new Error(problem);
  if (values.write === true && hasBase) {
    const changelog = readFileSync(CHANGELOG, 'utf8');
    const heading = readFileSync(releasedEntry, 'utf8').trim();
    const today = new Date().toISOString().slice(0, 10);
    writeFileSync(CHANGELOG, withDigest(withChanges(changelog, changes, heading, today), hashDescription(now)));
    console.log(`Added the changes to ${CHANGELOG}. Run \`npm run generate\` to update the feed.`);
  }
  if (values.release === true) {
    const [newest] = parseChangelog(readFileSync(CHANGELOG, 'utf8')).entries;
    if (newest?.digest !== hashDescription(now)) {
      throw new Error(
        `${CHANGELOG}: the latest entry isn't about this file. Run \`npm run api:diff -- --write\` first.`,
      );
    }
    mkdirSync(path.dirname(released), { recursive: true });
    writeFileSync(released, stringify(now, YAML_STYLE));
    writeFileSync(releasedEntry, `${newest.heading}\n`);
    console.log(`Released as ${released}, with the entry "${newest.heading}".`);
  }
} catch (error) {
  console.error(`\n✖ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
