/** The prose of the repository against the description, the templates and the style guide. */
import { test } from '@playwright/test';
import { checkCode } from '../../../src/content-lint/pages/code-spans';
import { checkFences } from '../../../src/content-lint/pages/fences';
import { checkFrontMatter } from '../../../src/content-lint/pages/front-matter';
import { checkLinks } from '../../../src/content-lint/pages/links';
import { renderComponents } from '../../../src/content-lint/pages/rendered';
<<<<<<< HEAD
=======
import { checkShape } from '../../../src/content-lint/pages/shape';
import { checkStatements } from '../../../src/content-lint/pages/statements';
import { collectTexts, readTextSources } from '../../../src/content-lint/pages/texts';
import { checkWording } from '../../../src/content-lint/pages/wording';
import recorded from '../../../src/content-lint/pages/wording-counts.json';
import { ROOT } from '../../../src/content-lint/specification/description';
import world from '../../../sandbox/world.json';
>>>>>>> 3cf9db4 (Make the sandbox's data the one world, and check the examples against it)
import { loadSubject, parse, readRepositoryFile } from './subject';
import { expectClean } from '../../support/expect-clean';

test('front matter holds the keys of its kind', async () => {
  const { pages } = parse(await loadSubject());
  expectClean('Front matter', checkFrontMatter(pages));
});

// In one test, because an entry of the allow-list is needless only if none of these checks needs it.
test('code, fences and sums agree with the description', async () => {
  const { pages, vocabulary, allowed } = parse(await loadSubject());
  const fileExists = (file: string): boolean => readRepositoryFile(file) !== undefined;
  expectClean('Code spans', checkCode(pages, vocabulary, allowed, fileExists));
  expectClean('Fences', checkFences(pages, vocabulary, allowed, readRepositoryFile));
  expectClean('Allow-list', { findings: allowed.findings(), counts: { entries: allowed.entries.length } });
});

test('components render and links lead somewhere', async () => {
  const { pages, vocabulary, description } = parse(await loadSubject());
  const rendered = renderComponents(pages, description);
  expectClean('Components', rendered);
  expectClean('Links', checkLinks(pages, { anchors: rendered.anchors, description, vocabulary }));
});
<<<<<<< HEAD
=======

test('an idempotency key belongs to one body, and to no payment in the example data', async () => {
  const { pages, description } = parse(await loadSubject());
  const seeded = new Set(world.records.transactions.flatMap(({ idempotencyKey }) => idempotencyKey ?? []));
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
>>>>>>> 3cf9db4 (Make the sandbox's data the one world, and check the examples against it)
