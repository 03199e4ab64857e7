/**
 * `npm run wording:lower`: records the current counts of phrases to avoid, if they are lower than before. It never
 * records a higher count; `npm run check` reports those with their locations.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parsePages, readSources } from '../src/coverage/pages';
import { collectTexts, readTextSources } from '../src/content-lint/pages/texts';
import { lowerCounts, WORDING_COUNTS, type WordingCounts } from '../src/content-lint/pages/wording';

const root = process.cwd();
const { pages } = parsePages(readSources(root));
const recorded = existsSync(WORDING_COUNTS)
  ? (JSON.parse(readFileSync(WORDING_COUNTS, 'utf8')) as WordingCounts)
  : undefined;
const lowered = lowerCounts(collectTexts(pages, readTextSources(root)), recorded);
writeFileSync(WORDING_COUNTS, `${JSON.stringify(lowered, undefined, 2)}\n`);
const total = Object.values(lowered.phrases).flatMap((numbers) => Object.values(numbers));
console.log(`Recorded ${total.reduce((sum, number) => sum + number, 0)} phrases to avoid in ${WORDING_COUNTS}.`);
