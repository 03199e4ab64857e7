/**
 * The catalogues of the guides are whole: each status, credential and event of the description stands on its page, and
 * what stands there beyond the description is marked with its row in the ledger.
 */
import { expect, test } from '@playwright/test';
import { specialTestValues, testBankAccounts, testCards } from '../../../src/data/test-cards';
import { framePay } from '../../../src/data/framepay';
import type { Description } from '../../../src/description/description';
import { loadDescription } from '../../../src/description/load';
import { collectFacts } from '../../../src/coverage/facts';
import type { Page } from '../../../src/coverage/pages';
import { readAttributes, getComment, isJsx, getLine, getText, walk } from '../../../src/coverage/tree';
import { descriptionFile } from '../../support/routes';
import { type GuideReport } from './findings';
import { expectClean } from '../../support/expect-clean';
import { guidePage, guidePages } from './guide-pages';

/** Statuses that only the public pages of the API family name, and the row of the ledger that says so. */
const OUTSIDE = { statuses: ['413', '429'], ledger: 'size-and-rate' };

/** Credentials that the description knows as schemes, and those that are fields of it or settings of FramePay. */
const CREDENTIALS: Readonly<
  Record<string, { readonly scheme: string } | { readonly field: string } | { readonly setting: string }>
> = {
  'API key': { scheme: 'ApiKey' },
  'Session token': { scheme: 'SessionToken' },
  'Bearer token': { scheme: 'Bearer' },
  'Destination credentials': { scheme: 'DestinationBasic' },
  'Account secret': { field: 'secret' },
  'Publishable key': { setting: 'publishableKey' },
};

interface Section {
  readonly title: string;
  readonly line: number;
  readonly marks: string[];
  readonly components: string[];
}

/** The headings of a page with the marks and components below each, up to the next heading. */
function splitSections(page: Page): Section[] {
  const sections: Section[] = [];
  walk(page.tree, (node) => {
    if (node.type === 'heading')
      sections.push({ title: getText(node), line: getLine(node), marks: [], components: [] });
    const section = sections.at(-1);
    const comment = getComment(node);
    if (comment?.startsWith('ledger:')) section?.marks.push(comment.slice('ledger:'.length).trim());
    if (isJsx(node)) section?.components.push(`${node.name ?? ''} ${JSON.stringify(readAttributes(node))}`);
  });
  return sections;
}

/** A section with cause and remedy per status; more statuses only under the mark of the ledger. */
function checkStatuses(page: Page, description: Description): GuideReport {
  const findings: string[] = [];
  const described = [...collectFacts(description).statuses].filter((status) => status >= '400').sort();
  const sections = splitSections(page);
  const found = new Map<string, Section>();
  for (const section of sections) {
    const status = /^(\d{3}) /.exec(section.title)?.[1];
    if (status !== undefined) found.set(status, section);
  }
  for (const status of described) {
    const section = found.get(status);
    if (section === undefined) {
      findings.push(
        `${page.file}:1: the description answers with ${status}, which has no section; write "### ${status} …"`,
      );
      continue;
    }
    for (const component of ['ErrorResponse', 'ErrorOperations']) {
      if (!section.components.some((text) => text.startsWith(component) && text.includes(`"status":"${status}"`))) {
        findings.push(`${page.file}:${section.line}: the section of ${status} has no <${component}> of it; add it`);
      }
    }
  }
  const outside = [...found].filter(([status]) => !described.includes(status));
  for (const [status, { line }] of outside) {
    if (!OUTSIDE.statuses.includes(status)) {
      findings.push(
        `${page.file}:${line}: no operation answers with ${status}; take the section out, or give it a ledger row`,
      );
    }
  }
  const last = sections.find(({ line }) => line === outside.at(-1)?.[1].line);
  if (outside.length > 0 && last?.marks.includes(OUTSIDE.ledger) !== true) {
    findings.push(
      `${page.file}:${last?.line ?? 1}: no {/* ledger: ${OUTSIDE.ledger} */} below the statuses outside; add it`,
    );
  }
  return { findings, counts: { 'statuses of the description': described.length, 'statuses outside': outside.length } };
}

/** A row per credential, both ways. */
function checkCredentials(page: Page, description: Description): GuideReport {
  const findings: string[] = [];
  const schemes = Object.keys(description.document.components?.securitySchemes ?? {});
  const fields = new Set([...collectFacts(description).fields.values()].map(({ name }) => name));
  const settings = framePay.settings.entries.map(({ name }) => name);
  const told = new Set<string>();
  let inTable = false;
  walk(page.tree, (node) => {
    if (node.type !== 'tableRow') return;
    const first = node.children[0]?.children.map(getText).join('') ?? '';
    if (first === 'Credential') {
      inTable = true;
      return;
    }
    // A row of the credentials has its name in bold; other tables follow after it.
    if (!inTable || node.children[0]?.children[0]?.type !== 'strong') return;
    const tie = CREDENTIALS[first];
    const place = `${page.file}:${getLine(node)}`;
    told.add(first);
    if (tie === undefined)
      findings.push(`${place}: the credential "${first}" is tied to nothing; add it to CREDENTIALS`);
    else if ('scheme' in tie && !schemes.includes(tie.scheme))
      findings.push(`${place}: the description has no scheme ${tie.scheme}`);
    else if ('field' in tie && !fields.has(tie.field))
      findings.push(`${place}: the description has no field ${tie.field}`);
    else if ('setting' in tie && !settings.includes(tie.setting))
      findings.push(`${place}: FramePay has no setting ${tie.setting}`);
  });
  const ties = Object.entries(CREDENTIALS);
  for (const [name] of ties)
    if (!told.has(name)) findings.push(`${page.file}:1: the table has no row "${name}"; add it`);
  for (const scheme of schemes) {
    if (!ties.some(([, tie]) => 'scheme' in tie && tie.scheme === scheme)) {
      findings.push(`${page.file}:1: the scheme ${scheme} of the description has no row in the table; add one`);
    }
  }
  return { findings, counts: { schemes: schemes.length, credentials: told.size } };
}

/** One full payload per event, and none of an event that does not exist; the renderer checks the latter as well. */
function checkEvents(page: Page, description: Description): GuideReport {
  const findings: string[] = [];
  const described = description.events.map(({ path }) => path);
  const shown: string[] = [];
  walk(page.tree, (node) => {
    if (!isJsx(node) || node.name !== 'EventPayload') return;
    const { type } = readAttributes(node);
    // The renderer stops the build where the type is missing.
    if (typeof type !== 'string') return;
    if (!described.includes(type)) findings.push(`${page.file}:${getLine(node)}: the description has no event ${type}`);
    if (shown.includes(type))
      findings.push(`${page.file}:${getLine(node)}: the payload of ${type} stands twice; take one out`);
    shown.push(type);
  });
  for (const type of described) {
    if (!shown.includes(type)) findings.push(`${page.file}:1: the event ${type} has no <EventPayload>; add it`);
  }
  return { findings, counts: { 'events of the description': described.length, payloads: shown.length } };
}

/** Numbers that look like cards or accounts anywhere in the guides come from the data. */
function checkNumbers(pages: readonly Page[]): GuideReport {
  const known = new Set([
    ...testCards.map(({ number }) => number),
    ...testBankAccounts.map(({ iban }) => iban),
    ...specialTestValues.map(({ value }) => value),
  ]);
  const findings: string[] = [];
  const tables = new Set<string>();
  for (const page of pages) {
    page.text.split('\n').forEach((line, index) => {
      for (const [, part = ''] of line.matchAll(/<TestCardTable part="([\w-]+)"/g)) tables.add(part);
      for (const [number] of line.matchAll(/\b(?:\d[ -]?){12,19}\b|\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/g)) {
        if (!known.has(number.replace(/[ -]/g, ''))) {
          findings.push(
            `${page.file}:${index + 1}: ${number} is no number of src/data/test-cards.ts; take one from there`,
          );
        }
      }
    });
  }
  for (const part of ['cards', 'special-values', 'bank-accounts']) {
    if (!tables.has(part)) findings.push(`docs/api/test-cards.mdx:1: the table of ${part} is missing; put it back`);
  }
  return { findings, counts: { pages: pages.length, tables: tables.size } };
}

const description = (): Description => loadDescription(descriptionFile);

test('errors: every status has its section, and no other', () => {
  expectClean('statuses', checkStatuses(guidePage('errors'), description()));
});

test('authentication: every credential has its row, and no other', () => {
  expectClean('credentials', checkCredentials(guidePage('authentication'), description()));
});

test('webhooks: every event has its payload, once', () => {
  expectClean('events', checkEvents(guidePage('webhooks/index'), description()));
});

test('guides: card and account numbers come from the data', () => {
  expectClean('numbers', checkNumbers(guidePages()));
});

test('catalogues: what is missing or invented is found', () => {
  const known = description();
  const changed = (name: string, from: string | RegExp, to: string): Page => {
    const page = guidePage(name);
    const text = page.text.replace(from, to);
    expect(text, `${name} has ${String(from)}`).not.toBe(page.text);
    const [broken] = guidePages([{ file: page.file, text }]);
    if (broken === undefined) throw new Error(`${name} cannot be read`);
    return broken;
  };
  expect(checkStatuses(changed('errors', '### 404 Not Found', '### Not Found'), known).findings).toContainEqual(
    expect.stringContaining('answers with 404, which has no section'),
  );
  expect(checkStatuses(changed('errors', '### 413', '### 418'), known).findings).toEqual([
    expect.stringContaining('no operation answers with 418'),
  ]);
  expect(checkStatuses(changed('errors', '{/* ledger: size-and-rate */}', ''), known).findings).toEqual([
    expect.stringContaining('no {/* ledger: size-and-rate */}'),
  ]);
  expect(
    checkCredentials(changed('authentication', '| **Bearer token**', '| **Signing key**'), known).findings,
  ).toEqual([
    expect.stringContaining('"Signing key" is tied to nothing'),
    expect.stringContaining('no row "Bearer token"'),
  ]);
  expect(checkEvents(changed('webhooks/index', '<EventPayload type="dispute-won" />', ''), known).findings).toEqual([
    expect.stringContaining('dispute-won has no <EventPayload>'),
  ]);
  expect(checkNumbers([changed('test-cards', '## Cards', '## Cards\n\nTry 4242 4242 4242 4242.')]).findings).toEqual([
    expect.stringContaining('4242 4242 4242 4242 is no number'),
  ]);
});
