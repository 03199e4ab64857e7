/**
 * The FramePay contract is one: the data behind the tables, the declarations that code is checked against, the stand-in
 * that the sample page runs against, the ledger of sources and the words of the pages name the same things.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { framePay, framePayAssets, type FramePayEntry, type FramePayPartName } from '../../../src/data/framepay';
import { loadDescription } from '../../../src/description/load';
import { LEDGER } from '../../../scripts/lib/ledger-sources';
import { findMarks } from '../../../src/content-lint/pages/ledger';
import type { Page } from '../../../src/coverage/pages';
import { readAttributes, isJsx, getLine, walk } from '../../../src/coverage/tree';
import { Vocabulary } from '../../../src/coverage/vocabulary';
import { descriptionFile, root } from '../../support/routes';
import { lineIn, type GuideReport } from './findings';
import { expectClean } from '../../support/expect-clean';
import { type Contract, readDataContract, DATA, DECLARATIONS, Declarations } from './framepay-contract';
import { guidePages } from './guide-pages';
import { readStandIn, STAND_IN, type StandIn } from './stand-in';

type Data = typeof framePay;

const dataSource = readFileSync(path.join(root, DATA), 'utf8');
const partNames = Object.keys(framePay) as FramePayPartName[];
const at = (file: string, source: string, place: string): string => `${file}:${lineIn(source, place)}`;
const inData = (name: string): string => at(DATA, dataSource, name.includes("'") ? `"${name}"` : `'${name}'`);

/** A copy of the data with one part changed, for broken cases. */
function dataWith(
  part: FramePayPartName,
  change: (entries: readonly FramePayEntry[]) => readonly FramePayEntry[],
): Data {
  return { ...framePay, [part]: { ...framePay[part], entries: change(framePay[part].entries) } };
}

/** Names and types, both ways. */
function compareContracts(data: Contract, declared: Contract): GuideReport {
  const findings: string[] = [];
  let names = 0;
  for (const [part, entries] of data) {
    const others = declared.get(part) ?? new Map<string, string>();
    for (const [name, type] of entries) {
      names += 1;
      const other = others.get(name);
      if (other === undefined) {
        findings.push(
          `${inData(name)}: ${part}: ${DECLARATIONS} does not declare ${name}; declare it or take the row out`,
        );
      } else if (other !== type) {
        findings.push(
          `${inData(name)}: ${part}: ${name} is ${type} here and ${other} in ${DECLARATIONS}; make them equal`,
        );
      }
    }
    for (const name of others.keys()) {
      if (!entries.has(name))
        findings.push(`${DECLARATIONS}: ${part}: ${name} is not in ${DATA}; add a row or take it out`);
    }
  }
  return { findings, counts: { parts: data.size, names } };
}

const findCodeSpans = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);

/** Settings that the tables describe as a whole: the names inside stand in their meaning, and the declarations know them. */
function compareMeanings(data: Data, declarations: Declarations): GuideReport {
  const findings: string[] = [];
  const entries = [...data.settings.entries, ...data.expressOptions.entries];
  const names = entries.map(({ name }) => name);
  const paths = declarations.settingPaths();
  // `en` is a value of `locale` and stands for any locale in `i18n`.
  const known = new Set(['null', 'en', ...paths.flatMap((inner) => inner.split('.')), ...declarations.scriptNames()]);
  let spans = 0;
  for (const { name, meaning, type } of entries) {
    for (const span of findCodeSpans(meaning)) {
      spans += 1;
      const unknown = span.split('.').filter((word) => !known.has(word));
      if (unknown.length > 0)
        findings.push(`${inData(name)}: ${name}: ${DECLARATIONS} knows no "${span}"; correct the meaning`);
    }
    if (type !== 'object') continue;
    const told = new Set(findCodeSpans(meaning).flatMap((span) => span.split('.')));
    const inner = paths.filter((candidate) => candidate.startsWith(`${name}.`) && !names.includes(candidate));
    for (const candidate of inner) {
      const word = candidate.split('.').at(-1) ?? '';
      if (!told.has(word)) {
        findings.push(`${inData(name)}: the meaning of ${name} does not name ${word}; add it`);
      }
    }
  }
  return { findings, counts: { settings: entries.length, 'names in meanings': spans } };
}

/** What the stand-in takes and sends is what the data lists, both ways. */
function compareStandIn(data: Data, standIn: StandIn): GuideReport {
  const findings: string[] = [];
  const counts: Record<string, number> = {};
  const compare = (what: string, listed: readonly string[], implemented: readonly string[]): void => {
    counts[what] = listed.length;
    for (const name of listed) {
      if (!implemented.includes(name))
        findings.push(`${STAND_IN}: ${what}: ${name} is missing; ${inData(name)} has it`);
    }
    for (const name of implemented) {
      if (!listed.includes(name))
        findings.push(`${STAND_IN}: ${what}: ${name} is not in ${DATA}; take it out or add a row`);
    }
  };
  const listNames = (part: FramePayPartName): string[] => data[part].entries.map(({ name }) => name);
  for (const part of [
    'settings',
    'expressOptions',
    'events',
    'elementEvents',
    'extraData',
    'formFields',
    'errors',
  ] as const) {
    compare(part, listNames(part), standIn.contract[part] ?? []);
  }
  const bare = (names: readonly string[], prefix: string): string[] =>
    names.map((name) => name.replace(prefix, '').replace(/\(.*$/, ''));
  compare('methods', bare(listNames('methods'), 'Framepay.'), standIn.methods);
  compare('elementMethods', bare(listNames('elementMethods'), 'element.'), standIn.elementMethods);
  compare('elements', listNames('elements'), standIn.elements);
  compare('expressMethods', listNames('expressMethods'), standIn.express);
  compare(
    'validation codes',
    data.errors.entries.filter(({ type }) => type === 'validation').map(({ name }) => name),
    standIn.errorCodes,
  );
  findings.push(...standIn.faults.map((fault) => `${STAND_IN}: ${fault}`));
  return { findings, counts };
}

interface LedgerRow {
  readonly id: string;
  readonly ground: string | readonly string[];
  readonly certainty: string;
  readonly pages?: readonly string[];
}

/** Every part, and with it every row, has its source in the ledger, with the grounds that the rows name. */
function compareLedger(data: Data, ledger: readonly LedgerRow[], pages: readonly Page[]): GuideReport {
  const findings: string[] = [];
  let rows = 0;
  let tables = 0;
  const shown = new Set<string>();
  for (const page of pages) {
    const marks = findMarks(page);
    walk(page.tree, (node) => {
      if (!isJsx(node) || node.name !== 'FramePayTable') return;
      tables += 1;
      const part = readAttributes(node)['part'];
      const known = partNames.find((name) => name === part);
      // The renderer stops the build on an unknown part.
      if (known === undefined) return;
      shown.add(known);
      const { ledger: id } = data[known];
      if (!marks.some((mark) => mark.id === id && mark.line > getLine(node))) {
        findings.push(`${page.file}:${getLine(node)}: no {/* ledger: ${id} */} after the table of ${known}; add it`);
      }
      if (ledger.find((row) => row.id === id)?.pages?.includes(page.route) !== true) {
        findings.push(
          `${LEDGER}: the row "${id}" does not name ${page.route}, which shows its table; add it to "pages"`,
        );
      }
    });
  }
  for (const part of partNames) {
    const { ledger: id, entries } = data[part];
    const row = ledger.find((candidate) => candidate.id === id);
    if (!shown.has(part))
      findings.push(`${at(DATA, dataSource, `${part}: {`)}: no page shows the part ${part}; show it or take it out`);
    if (row === undefined) {
      findings.push(`${at(DATA, dataSource, `'${id}'`)}: ${LEDGER} has no row "${id}" for ${part}; add one`);
      continue;
    }
    const grounds = typeof row.ground === 'string' ? [row.ground] : row.ground;
    for (const { name, ground } of entries) {
      rows += 1;
      if (!grounds.includes(ground)) {
        findings.push(
          `${inData(name)}: the ground of ${name}, "${ground}", is not that of "${id}" in ${LEDGER}; make them equal`,
        );
      }
    }
  }
  return { findings, counts: { parts: partNames.length, rows, tables, 'ledger rows': ledger.length } };
}

/** Words in code style that belong to the web and not to the script or the API. */
const WEB_WORDS = [
  // Directives and sources of content security policies
  ...['default-src', 'script-src', 'style-src', 'frame-src', 'connect-src', 'img-src', 'form-action', 'base-uri'],
  ...["'none'", "'self'", "'self' https://framepay.pai.example", "'self' https://framepay.pai.example data:"],
  // What the samples call their own parts
  ...['data-endpoint', '/payments', 'data-framepay'],
  // Prefixes of publishable keys, and their place on the ledger: publishable-prefix
  ...['pk_sandbox', 'pk_live'],
];

/** Code spans of the FramePay pages are names of the data, of the description or of the web. */
function comparePages(pages: readonly Page[], data: Data, vocabulary: Vocabulary): GuideReport {
  const known = new Set<string>([
    framePayAssets.global,
    framePayAssets.script,
    framePayAssets.stylesheet,
    ...WEB_WORDS,
  ]);
  known.add(new URL(framePayAssets.script).origin);
  for (const part of partNames) {
    for (const { name, meaning } of data[part].entries) {
      const bare = name.replace(/\(.*$/, '');
      const told = findCodeSpans(meaning).flatMap((span) => [span, ...span.split('.')]);
      const parameters = /\((.*)\)/.exec(name)?.[1]?.split(/[', ]+/) ?? [];
      for (const word of [name, bare, ...bare.split('.'), ...told, ...parameters]) known.add(word);
    }
  }
  const findings: string[] = [];
  let spans = 0;
  for (const page of pages) {
    walk(page.tree, (node) => {
      if (node.type !== 'inlineCode') return;
      spans += 1;
      const { value } = node;
      const isScript = value.startsWith(`${framePayAssets.global}.`) || value.startsWith('element.');
      // `error.message`: a field of a payload.
      const isKnown = known.has(value) || (!isScript && value.split('.').every((word) => known.has(word)));
      const kind = isScript ? undefined : vocabulary.classify(value);
      // The vocabulary takes names of the script from the data as it stands on disk; here the given data decides.
      if (isKnown || (kind !== undefined && kind !== 'script name')) return;
      findings.push(
        `${page.file}:${getLine(node)}: \`${value}\` is in no table of ${DATA}; correct the name or add a row`,
      );
    });
  }
  return { findings, counts: { pages: pages.length, 'code spans': spans } };
}

function readLedger(): LedgerRow[] {
  const file = path.join(root, LEDGER);
  return existsSync(file) ? (parse(readFileSync(file, 'utf8')) as LedgerRow[]) : [];
}

const framePayPages = (): Page[] => guidePages().filter(({ file }) => file.startsWith('docs/api/framepay/'));

test('FramePay: data and declarations name the same with the same types', () => {
  const data = readDataContract();
  expectClean('FramePay declarations', compareContracts(data, new Declarations().contract(data)));
});

test('FramePay: meanings name what the declarations hold', () => {
  expectClean('FramePay meanings', compareMeanings(framePay, new Declarations()));
});

test('FramePay: the stand-in implements exactly the data', () => {
  expectClean('FramePay stand-in', compareStandIn(framePay, readStandIn()));
});

test('FramePay: each part has its row in the ledger', () => {
  expectClean('FramePay ledger', compareLedger(framePay, readLedger(), framePayPages()));
});

test('FramePay: names in code on the pages are in the data', () => {
  const vocabulary = new Vocabulary(loadDescription(descriptionFile));
  expectClean('FramePay pages', comparePages(framePayPages(), framePay, vocabulary));
});

test('FramePay: a name that is only on one side is found', () => {
  const declarations = new Declarations();
  const extra = {
    name: 'Framepay.reset()',
    type: 'void',
    meaning: 'Starts anew.',
    ground: 'decision of this documentation',
  } as const;
  const longer = dataWith('methods', (entries) => [...entries, extra]);
  const shorter = dataWith('elementEvents', (entries) => entries.filter(({ name }) => name !== 'blur'));
  const retyped = dataWith('settings', (entries) =>
    entries.map((entry) => (entry.name === 'publishableKey' ? { ...entry, required: false } : entry)),
  );
  const listFindings = (data: Data): readonly string[] => {
    const contract = readDataContract(data);
    return compareContracts(contract, declarations.contract(contract)).findings;
  };
  expect(listFindings(longer)).toEqual([expect.stringContaining('does not declare Framepay.reset()')]);
  expect(listFindings(shorter)).toEqual([expect.stringContaining('blur is not in src/data/framepay.ts')]);
  expect(listFindings(retyped)).toEqual([expect.stringContaining('publishableKey is string here and string! in')]);

  const standIn = readStandIn();
  expect(compareStandIn(longer, standIn).findings).toEqual([expect.stringContaining('methods: reset is missing')]);
  expect(compareStandIn(shorter, standIn).findings).toEqual([expect.stringContaining('elementEvents: blur is not in')]);

  const untold = dataWith('settings', (entries) =>
    entries.map((entry) => ({ ...entry, meaning: entry.meaning.replace('`webkitAutofill`', '`autofilled`') })),
  );
  expect(compareMeanings(untold, declarations).findings).toEqual([
    expect.stringContaining('knows no "autofilled"'),
    expect.stringContaining('does not name webkitAutofill'),
  ]);

  const ledger = readLedger().filter(({ id }) => id !== 'framepay-settings');
  expect(compareLedger(longer, ledger, framePayPages()).findings).toEqual([
    expect.stringContaining('"framepay-settings" does not name'),
    expect.stringContaining('has no row "framepay-settings"'),
    expect.stringContaining('the ground of Framepay.reset()'),
  ]);
  const vocabulary = new Vocabulary(loadDescription(descriptionFile));
  expect(
    comparePages(
      framePayPages(),
      dataWith('events', () => []),
      vocabulary,
    ).findings.join('\n'),
  ).toContain('`token-ready` is in no table');
});
