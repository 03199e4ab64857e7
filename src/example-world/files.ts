/**
 * Reads the example files of the API description, compares them with the world, and writes the world into them.
 *
 * The files' `summary` and `description` are words and stay as people wrote them; `value` is the world's.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { isMap, isPair, isScalar, parseDocument, Scalar, visit, type Document } from 'yaml';
import { compareValues, countValues } from './compare';
import { EXAMPLE_NAMES, getExpectedExample } from './examples';
import { withWorldTable } from './table';
import type { JsonValue } from './types';

const FOLDER = 'api-spec/components/examples';
const README = 'api-spec/README.md';
/** Failed requests are no part of the world. */
const ERRORS = /^error-/;

/** Fields with an amount of money, written with two decimals. */
const MONEY = new Set([
  'amount',
  'amountUSD',
  'minimalPayoutAmount',
  'price',
  'refundAmount',
  'refundReserve',
  'refundableAmount',
  'shippingFee',
  'taxAmount',
  'totalAmount',
  'totalTax',
  'unitPrice',
  'unitPriceAmount',
]);

export interface ExampleFinding {
  readonly file: string;
  readonly field: string;
  readonly message: string;
}

export interface ExampleReport {
  readonly findings: readonly ExampleFinding[];
  readonly files: number;
  readonly values: number;
}

/** An example file: its name, and what it says. */
export interface ExampleFile {
  readonly name: string;
  readonly value: JsonValue | undefined;
}

/** Reads all example files. */
export function readExampleFiles(): ExampleFile[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => {
      const { value } = parseDocument(readFileSync(join(FOLDER, file), 'utf8')).toJS() as { value?: JsonValue };
      return { name: basename(file, '.yaml'), value };
    });
}

/**
 * Compares example files with the world, both ways.
 * @param files The files; those of the repository by default.
 * @returns What differs, with file and field, and how much was compared.
 */
export function checkExampleFiles(files: readonly ExampleFile[] = readExampleFiles()): ExampleReport {
  const findings: ExampleFinding[] = [];
  let values = 0;
  for (const { name, value } of files.filter((file) => !ERRORS.test(file.name))) {
    const file = `${FOLDER}/${name}.yaml`;
    const expected = getExpectedExample(name, value);
    if (expected === undefined) {
      findings.push({
        file,
        field: 'value',
        message: "the example data doesn't include this example; add it to src/example-world/examples.ts",
      });
      continue;
    }
    values += countValues(expected);
    findings.push(...compareValues(value, expected, 'value').map((difference) => ({ file, ...difference })));
  }
  const present = new Set(files.map(({ name }) => name));
  for (const name of EXAMPLE_NAMES.filter((wanted) => !present.has(wanted))) {
    findings.push({
      file: `${FOLDER}/${name}.yaml`,
      field: 'value',
      message: 'the file is missing; create it with a summary, then run "npm run examples -- --write"',
    });
  }
  return { findings, files: files.length, values };
}

/** Puts decimals to amounts and quotes around texts that YAML could take for something else. */
function dress(document: Document): void {
  visit(document, {
    Pair: (_, pair) => {
      if (!isPair(pair) || !isScalar(pair.key) || !isScalar(pair.value)) return;
      if (MONEY.has(String(pair.key.value)) && typeof pair.value.value === 'number') pair.value.minFractionDigits = 2;
    },
    Scalar: (key, scalar) => {
      if (key !== 'key' && typeof scalar.value === 'string' && /^\d{4}-\d\d-\d\d|: /.test(scalar.value))
        scalar.type = Scalar.QUOTE_SINGLE;
    },
  });
}

/**
 * Writes the world into the example files that differ from it.
 * @returns The files that were written.
 * @throws {Error} If an example has no file: its summary has to be written by a person.
 */
export async function writeExampleFiles(): Promise<string[]> {
  const written: string[] = [];
  for (const name of EXAMPLE_NAMES) {
    const file = join(FOLDER, `${name}.yaml`);
    if (!existsSync(file)) throw new Error(`${file} is missing; create it with a summary first`);
    const document = parseDocument(readFileSync(file, 'utf8'));
    if (!isMap(document.contents)) throw new Error(`${file} isn't a map with "summary" and "value"; add them`);
    const value = (document.toJS() as { value?: JsonValue }).value;
    const expected = getExpectedExample(name, value);
    if (expected === undefined || compareValues(value, expected).length === 0) continue;
    document.set('value', document.createNode(expected));
    dress(document);
    if (await writeText(file, document.toString({ lineWidth: 0 }))) written.push(file);
  }
  if (await writeText(README, withWorldTable(readFileSync(README, 'utf8')))) written.push(README);
  return written;
}

/** Writes a text, formatted as the repository formats it; says whether that changed the file. */
async function writeText(file: string, text: string): Promise<boolean> {
  const formatted = await format(text, { ...(await resolveConfig(file)), filepath: file });
  if (formatted === readFileSync(file, 'utf8')) return false;
  writeFileSync(file, formatted);
  return true;
}

/** What the README's table of the world lacks, if it is not the world's own. */
export async function checkWorldTable(): Promise<ExampleFinding[]> {
  const readme = readFileSync(README, 'utf8');
  const options = { ...(await resolveConfig(README)), filepath: README };
  if ((await format(withWorldTable(readme), options)) === readme) return [];
  return [{ file: README, field: 'the world', message: 'is out of date; run "npm run examples -- --write"' }];
}
