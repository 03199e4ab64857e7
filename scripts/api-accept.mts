/**
 * `npm run api:accept`: accepts the present shape of the API. Writes the snapshot in `api-spec/released/`, and an entry
 * with each change into `api-spec/CHANGELOG.md`. Exits with status 1 if the specification is invalid.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Change, listChanges, SNAPSHOT, toShape } from '../checks/specification/snapshot';
import { SPECIFICATION } from '../src/specification/source';
import { CHANGELOG } from '../src/specification/changelog';
import { toYaml } from './lib/formats';

try {
  const { changes, document } = await listChanges(SPECIFICATION);
  writeFileSync(path.join(SPECIFICATION, SNAPSHOT), toYaml(toShape(document)));
  if (changes.length > 0) {
    const [head = '', ...entries] = readFileSync(CHANGELOG, 'utf8').split(/^(?=## )/m);
    const heading = `## ${new Date().toISOString().slice(0, 10)}\n`;
    // A new component shows in what refers to it.
    const isDetail = ({ pointer, text }: Change): boolean =>
      /^(\/[^/]+){3}$/.test(pointer) && text.endsWith(': schema added');
    const items = changes.flatMap((change) => (isDetail(change) ? [] : [`- ${change.text}.\n`])).join('');
    const [newest = '', ...older] = entries;
    const isToday = newest.startsWith(heading);
    const list = isToday ? [`${newest.trimEnd()}\n${items}\n`, ...older] : [`${heading}\n${items}\n`, ...entries];
    writeFileSync(CHANGELOG, `${[head, ...list].join('').trimEnd()}\n`);
  }
  console.log(`Accepted changes of the shape: ${changes.length}. ${CHANGELOG} lists them.`);
} catch (error) {
  console.error(`\n✖ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
