/** One request that no quoting rule should stumble over, in every language, and what the programs send. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@playwright/test';
import { SAMPLE_LANGUAGES, type SampleLanguage } from '../../../src/page/languages';
import { PRINTERS } from '../../../src/render/samples/languages';
import { sampleRequest } from '../../../src/render/samples/request';
import type { JsonValue } from '../../../src/specification/types';
import { highlight } from '../../../src/render/highlight';
import { bundled } from './support';

const body: Record<string, JsonValue> = {
  text: `it's "quoted" \\ back\`tick $notAVariable $(id) \${x} {braces} <tag> ünï \n new line`,
  variable: '$CUSTOMER_ID',
  inside: 'before $CUSTOMER_ID after_$PLAN_ID.',
  'odd-key': [],
  values: [null, true, false, 29.5],
  deep: {
    empty: {},
    list: [
      { name: 'Mountain Blend, 250 g', quantity: 12 },
      { name: 'Filters', quantity: 1 },
    ],
  },
};
const environment = {
  PATH: process.env['PATH'],
  ...{ PAI_API: 'https://api.example', PAI_API_KEY: 'key', PAI_ORGANIZATION_ID: 'org' },
  ...{ CUSTOMER_ID: 'cus_1', PLAN_ID: 'pln_1' },
};
const sent = { ...body, variable: 'cus_1', inside: 'before cus_1 after_pln_1.' };
const url = 'https://api.example/v1/public-api/organizations/org/customers';

function print(language: SampleLanguage): string {
  const specification = bundled();
  const save = { CUSTOMER_ID: 'data.id', FIRST: 'data.items.0.id' };
  return PRINTERS[language](sampleRequest(specification, specification.getOperation('createCustomer'), { body, save }));
}

/** Writes the samples of all operations in a language to files, and returns the files. */
function writeAll(language: SampleLanguage, extension: string): string[] {
  const specification = bundled();
  const folder = mkdtempSync(path.join(tmpdir(), 'samples-'));
  const operations = [...specification.operations.values()].filter(({ method }) => method !== 'event');
  const files = operations.map((operation) => {
    const example = specification.examples(specification.media(operation.requestBody?.content)?.media)[0]?.value;
    const file = path.join(folder, `${operation.id}.${extension}`);
    writeFileSync(file, `${PRINTERS[language](sampleRequest(specification, operation, { example }))}\n`);
    return file;
  });
  console.log(`${files.length} ${language} samples`);
  expect(files.length).toBeGreaterThan(0);
  return files;
}

test('the request in each language', () => {
  const printed = SAMPLE_LANGUAGES.map(({ id }) => `${id}\n\n${print(id)}\n`).join('\n');
  expect(printed, 'if the change is meant, update tests/check/render/samples.txt').toBe(
    readFileSync(path.join(__dirname, 'samples.txt'), 'utf8'),
  );
});

test('the shell accepts all samples, and sends what the example says', () => {
  for (const file of writeAll('curl', 'sh')) {
    expect(spawnSync('bash', ['-n', file], { encoding: 'utf8' }).stderr, file).toBe('');
  }
  // A stand-in for curl prints its arguments and its body.
  const stubs = `curl() { printf '%s\\n' "$1" >&2; cat; }; tee() { cat; }; jq() { echo saved; }`;
  const result = spawnSync('bash', ['--norc', '-euc', `${stubs}\n${print('curl')}`], {
    encoding: 'utf8',
    env: environment,
  });
  expect(result.stderr.trim()).toBe(url);
  expect(JSON.parse(result.stdout)).toEqual(sent);
});

test('JavaScript accepts all samples, and sends what the example says', async () => {
  const parts = writeAll('javascript', 'mjs').map((file) => readFileSync(file, 'utf8').replace(/^import .*/gm, ''));
  runInNewContext(parts.map((source) => `async () => {${source}\n};`).join('\n'));
  let call: { url: string; body: unknown } | undefined;
  const fetch = (address: string, options: { body: string }): object => {
    call = { url: address, body: JSON.parse(options.body) };
    return { ok: true, json: () => ({ data: { id: 'cus_2', items: [{ id: 'x' }] } }) };
  };
  const printed: string[] = [];
  const console = { log: (line: unknown) => printed.push(String(line)) };
  await runInNewContext(`(async () => {${print('javascript')}})()`, { fetch, console, process: { env: environment } });
  expect(call).toEqual({ url, body: sent });
  expect(printed).toContain("export CUSTOMER_ID='cus_2'");
});

test('the JSON in a shell sample has the colors of JSON', () => {
  const html = highlight(`curl "$A" \\\n  -d '{ "a": 1 }'\ncurl "$A" \\\n  -d @- <<EOF\n{ "b": "$B" }\nEOF`, 'curl');
  expect(html).toContain(`"a": <span class="token number">1</span>`);
  expect(html).toContain(`"b": <span class="token string">"$B"</span>`);
});
