/** The prose of the repository against the description, the templates and the style guide. */
import { test } from '@playwright/test';
import { checkArithmetic } from '../../../src/content-lint/pages/arithmetic';
import { checkCode } from '../../../src/content-lint/pages/code-spans';
import { checkFences } from '../../../src/content-lint/pages/fences';
import { checkFrontMatter } from '../../../src/content-lint/pages/front-matter';
import { checkIdempotencyKeys } from '../../../src/content-lint/pages/idempotency-keys';
import { checkLedger } from '../../../src/content-lint/pages/ledger';
import { checkLinks } from '../../../src/content-lint/pages/links';
import { renderComponents } from '../../../src/content-lint/pages/rendered';
import { checkShape } from '../../../src/content-lint/pages/shape';
import { checkStatements } from '../../../src/content-lint/pages/statements';
import { collectTexts, readTextSources } from '../../../src/content-lint/pages/texts';
import { checkWording } from '../../../src/content-lint/pages/wording';
import recorded from '../../../src/content-lint/pages/wording-counts.json';
import { ROOT } from '../../../src/content-lint/specification/description';
import { SALES } from '../../../src/example-world/timeline';
import { loadSubject, parse, readRepositoryFile } from './subject';
import { expectClean } from '../../support/expect-clean';

test('front matter holds the keys of its kind', async () => {
  const { pages } = parse(await loadSubject());
  expectClean('Front matter', checkFrontMatter(pages));
});

test('pages have the headings of their template and a readable length', async () => {
  const { pages, templates, description } = parse(await loadSubject());
  expectClean('Page shape', checkShape(pages, templates, description));
});

test('pages, specification, and interface use the words of the style guide', async () => {
  const { pages } = parse(await loadSubject());
  expectClean('Wording', checkWording(collectTexts(pages, readTextSources(ROOT)), recorded));
});

// In one test, because an entry of the allow-list is needless only if none of these checks needs it.
test('code, fences and sums agree with the description', async () => {
  const { pages, vocabulary, allowed } = parse(await loadSubject());
  const fileExists = (file: string): boolean => readRepositoryFile(file) !== undefined;
  expectClean('Code spans', checkCode(pages, vocabulary, allowed, fileExists));
  expectClean('Fences', checkFences(pages, vocabulary, allowed, readRepositoryFile));
  expectClean('Sums', checkArithmetic(pages, vocabulary, allowed));
  expectClean('Allow-list', { findings: allowed.findings(), counts: { entries: allowed.entries.length } });
});

test('components render and links lead somewhere', async () => {
  const { pages, vocabulary, description } = parse(await loadSubject());
  const rendered = renderComponents(pages, description);
  expectClean('Components', rendered);
  expectClean('Links', checkLinks(pages, { anchors: rendered.anchors, description, vocabulary }));
});

test('an idempotency key belongs to one body, and to no payment in the example data', async () => {
  const { pages, description } = parse(await loadSubject());
  const seeded = new Set(SALES.flatMap(({ idempotencyKey }) => idempotencyKey ?? []));
  expectClean('Idempotency keys', checkIdempotencyKeys(pages, description, seeded));
});

test('ledger and pages name each other', async () => {
  const subject = await loadSubject();
  const { pages, description } = parse(subject);
  expectClean('Ledger', checkLedger(subject.ledger, pages, description));
});

test('pages agree on the facts that several of them state', async () => {
  const subject = await loadSubject();
  const { pages } = parse(subject);
  const report = checkStatements(subject.ledger, pages);
  for (const [fact, places] of report.places) console.log(`${fact}: ${places.join(', ')}`);
  expectClean('Statements', report);
});
