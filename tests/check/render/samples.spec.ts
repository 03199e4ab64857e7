/** Every request sample of the reference is code that its language accepts; counts are printed. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@playwright/test';
import { format as formatGo } from '@wasm-fmt/gofmt';
import { Engine as PhpEngine } from 'php-parser';
import ts from 'typescript';
import { needs } from '../../../scripts/lib/needs.cjs';
import { SAMPLE_LANGUAGES, type SampleLanguage } from '../../../src/page/languages';
import { sampleSource } from '../../../src/render/samples';
import { sampleRequest, type SampleOptions } from '../../../src/render/samples/request';
import type { JsonValue } from '../../../src/description/types';
import { requireProgram } from '../../support/left-out';
import { bundled } from './support';

interface Sample {
  name: string;
  source: string;
}

/** A body that no quoting rule of any language should stumble over. */
const hostileBody: Record<string, JsonValue> = {
  text: `it's "quoted" \\ back\`tick $notAVariable $(id) \${x} %s {braces} <tag> ünï 日本 \n new line`,
  variable: '$CUSTOMER_ID',
  inside: 'before $CUSTOMER_ID after_$PLAN_ID.',
  'odd-key': [],
  nothing: null,
  yes: true,
  amount: 29.5,
  no: false,
  nested: [{ list: [1, 2] }, {}],
  brackets: 'a [ {b} ] }',
  deep: { single: { entry: { flag: true, none: [] } } },
  // What the library sees in the place of other values.
  mark: 'mark0x MARK1X markk0x',
};

/** What a sample should send of it, with the variables that the tests set. */
const sentBody = { ...hostileBody, variable: 'cus_1', inside: 'before cus_1 after_pln_1.' };
const environment = {
  PATH: process.env['PATH'],
  CUSTOMER_ID: 'cus_1',
  PLAN_ID: 'pln_1',
  PAI_API_KEY: 'key',
  PAI_ORGANIZATION_ID: 'org',
};
const address = 'https://api.pai.example/v1/public-api/organizations/org/customers';

/** A reply whose values a shell would take apart without quotes. */
const reply = { data: { id: `it's & $HOME; \`id\` "x"`, items: [{ id: 'https://pay.example/?a=1&b=$2' }] } };

/** What a shell knows after it has run what a sample printed. */
function exported(printed: string): string[] {
  const lines = printed.split('\n').filter((line) => line.startsWith('export '));
  const script = `${lines.join('\n')}\nprintf '%s\\n' "$CUSTOMER_ID" "$FIRST"`;
  return spawnSync('bash', ['--norc', '-euc', script], { encoding: 'utf8' }).stdout.trim().split('\n');
}

const wanted = [reply.data.id, reply.data.items[0]?.id];

function hostileSample(language: SampleLanguage): string {
  return samples(language).find(({ name }) => name === 'hostile body')?.source ?? '';
}

function samples(language: SampleLanguage): Sample[] {
  const description = bundled();
  const list: Sample[] = [];
  const add = (id: string, name: string, options: SampleOptions): void => {
    const request = sampleRequest(description, description.getOperation(id), options);
    list.push({ name, source: sampleSource(language, request, description.serverUrl) });
  };
  for (const operation of description.operations.values()) {
    if (operation.method === 'event') continue;
    const content = description.media(operation.requestBody?.content);
    const examples = content ? description.examples(content.media) : [];
    if (examples.length === 0) add(operation.id, operation.id, {});
    for (const { names, value } of examples) add(operation.id, `${operation.id} ${names[0]}`, { body: value });
  }
  add('createCustomer', 'hostile body', {
    body: hostileBody,
    save: { CUSTOMER_ID: 'data.id', FIRST: 'data.items.0.id' },
  });
  add('listSubscriptions', 'hostile query', {
    query: { search: `a&b='"\`$x`, statuses: ['active', 'paused'], limit: 10 },
  });
  return list;
}

/** Runs a checker over files; the output of each that fails. */
function check(list: Sample[], extension: string, command: string, args: string[]): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'samples-'));
  return list.flatMap(({ name, source }, index) => {
    const file = path.join(folder, `sample-${index}.${extension}`);
    writeFileSync(file, `${source}\n`);
    const result = spawnSync(command, [...args, file], { encoding: 'utf8' });
    return result.status === 0 ? [] : [`${name}: ${result.stdout}${result.stderr}`];
  });
}

test('there are five languages', () => {
  expect(SAMPLE_LANGUAGES.map(({ id }) => id)).toEqual(['curl', 'javascript', 'python', 'php', 'go']);
});

test('curl samples parse', () => {
  const list = samples('curl');
  console.log(`${list.length} curl samples`);
  expect(list.length).toBeGreaterThan(68);
  expect(check(list, 'sh', 'bash', ['-n'])).toEqual([]);
});

test('the curl sample sends what the example says', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'curl-'));
  // A stand-in for curl prints its arguments and its body.
  const script = `curl() { printf '%s\\n' "$@" > ${folder}/arguments; cat > ${folder}/body; echo '{}'; }\njq() { echo saved; }\ncd ${folder}\n${hostileSample('curl')}\necho "$CUSTOMER_ID"\n`;
  const result = spawnSync('bash', ['--norc', '-euc', script], {
    encoding: 'utf8',
    env: environment,
  });
  expect(result.stderr).toBe('');
  const read = (name: string): string => spawnSync('cat', [path.join(folder, name)], { encoding: 'utf8' }).stdout;
  expect(JSON.parse(read('body'))).toEqual(sentBody);
  expect(read('arguments')).toContain(`${address}\n`);
  expect(read('arguments')).toContain('Authorization: ApiKey key\n');
  expect(result.stdout.trim().split('\n').pop()).toBe('saved');
});

test('JavaScript samples parse, and send what the example says', async () => {
  const list = samples('javascript');
  console.log(`${list.length} JavaScript samples`);
  const findings = list.flatMap(({ name, source }) => {
    const { diagnostics = [] } = ts.transpileModule(source, {
      reportDiagnostics: true,
      fileName: 'sample.mjs',
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022, allowJs: true },
    });
    return diagnostics.map(({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  });
  expect(findings).toEqual([]);

  const calls: { url: string; body: string; signal: unknown }[] = [];
  const printed: string[] = [];
  await runInNewContext(`(async () => {${hostileSample('javascript')}})()`, {
    AbortSignal: { timeout: (milliseconds: number) => `after ${milliseconds} ms` },
    fetch: (url: string, { body, signal }: { body: string; signal: unknown }) => {
      calls.push({ url, body, signal });
      return { ok: true, json: () => reply };
    },
    process: { env: environment },
    console: { log: (line: unknown) => printed.push(String(line)) },
  });
  expect(calls[0]?.url).toBe(address);
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual(sentBody);
  expect(calls[0]?.signal).toBe('after 30000 ms');
  expect(exported(printed.join('\n'))).toEqual(wanted);
});

test('each sample in each language has a timeout of 30 seconds', () => {
  const marks = {
    curl: '--max-time 30 ',
    javascript: 'AbortSignal.timeout(30_000)',
    python: 'timeout=30)',
    php: 'CURLOPT_TIMEOUT => 30,',
    go: 'Timeout: 30 * time.Second',
  };
  for (const [language, mark] of Object.entries(marks)) {
    const list = samples(language as keyof typeof marks);
    console.log(`${language}: ${list.length} samples`);
    expect(list.length).toBeGreaterThan(60);
    expect(list.filter(({ source }) => !source.includes(mark)).map(({ name }) => name)).toEqual([]);
  }
});

test('Python samples compile', () => {
  const python = requireProgram(needs.python);
  const list = samples('python');
  console.log(`${list.length} Python samples`);
  const folder = mkdtempSync(path.join(tmpdir(), 'python-'));
  const file = path.join(folder, 'samples.json');
  writeFileSync(file, JSON.stringify(list));
  const program = `import json, sys\nfor s in json.load(open(sys.argv[1])):\n  try: compile(s["source"], s["name"], "exec")\n  except SyntaxError as e: print(s["name"], e)`;
  const result = spawnSync(python, ['-c', program, file], { encoding: 'utf8' });
  expect(result.stderr).toBe('');
  expect(result.stdout).toBe('');
});

test('the Python sample sends what the example says', () => {
  const python = requireProgram(needs.python);
  const program = `import json, sys, types
requests = types.ModuleType("requests")
def post(url, **options):
    print(json.dumps({"url": url, "body": options["json"], "headers": options["headers"]}))
    reply = types.SimpleNamespace(raise_for_status=lambda: None, json=lambda: json.loads(sys.argv[2]))
    return reply
requests.post = post
sys.modules["requests"] = requests
exec(sys.argv[1])`;
  const result = spawnSync(python, ['-c', program, hostileSample('python'), JSON.stringify(reply)], {
    encoding: 'utf8',
    env: environment,
  });
  expect(result.stderr).toBe('');
  const sent = JSON.parse(result.stdout.split('\n')[0] ?? '') as Record<string, unknown>;
  expect(sent['url']).toBe(address);
  expect(sent['body']).toEqual(sentBody);
  expect(sent['headers']).toMatchObject({ Authorization: 'ApiKey key' });
  expect(exported(result.stdout)).toEqual(wanted);
});

test('the PHP sample sends what the example says', () => {
  const php = requireProgram(needs.php);
  const source = hostileSample('php');
  // Functions and constants of a namespace stand in for those of the curl extension.
  const constants = [...new Set(source.match(/\bCURL\w+/g))].map((name) => `const ${name} = '${name}';`);
  const program = `<?php
namespace sample;
use stdClass;
${constants.join('\n')}
function curl_init() { return 1; }
function curl_setopt_array($curl, $options) { echo json_encode($options), PHP_EOL; }
function curl_exec($curl) { global $argv; return $argv[1]; }
function curl_getinfo() { return 200; }
${source.replace('<?php', '')}`;
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'php-')), 'sample.php');
  writeFileSync(file, program);
  const result = spawnSync(php, [file, JSON.stringify(reply)], { encoding: 'utf8', env: environment });
  expect(result.stderr).toBe('');
  const sent = JSON.parse(result.stdout.split('\n')[0] ?? '') as Record<string, unknown>;
  expect(sent['CURLOPT_URL']).toBe(address);
  expect(JSON.parse(String(sent['CURLOPT_POSTFIELDS']))).toEqual(sentBody);
  expect(sent['CURLOPT_HTTPHEADER']).toContain('Authorization: ApiKey key');
  expect(exported(result.stdout)).toEqual(wanted);
});

/** What PHP's grammar, version 8.3, says against a program; undefined if nothing. */
function phpFinding(source: string): string | undefined {
  try {
    new PhpEngine({ parser: { version: '8.3', suppressErrors: false }, ast: {} }).parseCode(source, 'sample.php');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Expects that a checker finds each of the changes that break a sample. */
function expectBrokenFound(
  sound: string,
  check: (source: string) => string | undefined,
  changes: readonly (readonly [from: string, to: string])[],
): void {
  for (const [from, to] of changes) {
    expect(sound).toContain(from);
    expect(check(sound.replace(from, to)), `"${from}" replaced by "${to}"`).toBeDefined();
  }
}

test('PHP samples parse, and a broken one does not', () => {
  const list = samples('php');
  console.log(`${list.length} PHP samples`);
  expect(list.length).toBeGreaterThan(68);
  expect(list.flatMap(({ name, source }) => phpFinding(source)?.concat(` in ${name}`) ?? [])).toEqual([]);
  expectBrokenFound(hostileSample('php'), phpFinding, [
    [');', ')'],
    ['[', ''],
    ["'", ''],
    ['if (', 'if '],
    ['throw new', 'throw new new'],
  ]);
});

/** What Go's own parser, compiled to WebAssembly, says against a program, or an import that is not used. */
function goFinding(source: string): string | undefined {
  try {
    formatGo(source);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const bare = source.replace(/`[^`]*`|"(?:\\.|[^"\\\n])*"/g, '""');
  const imports = [...(/import \(([^)]*)\)/.exec(source)?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(
    (match) => match[1] ?? '',
  );
  const unused = imports.find((name) => !bare.includes(`${name.split('/').pop() ?? ''}.`));
  return unused && `the import ${unused} is not used`;
}

test('Go samples parse as gofmt parses them, and use what they import; a broken one does neither', () => {
  const list = samples('go');
  console.log(`${list.length} Go samples`);
  expect(list.length).toBeGreaterThan(68);
  expect(list.flatMap(({ name, source }) => goFinding(source)?.concat(` in ${name}`) ?? [])).toEqual([]);
  expectBrokenFound(hostileSample('go'), goFinding, [
    ['func main() {', 'func main() '],
    [':=', ': ='],
    ['(', ''],
    ['package main', 'package'],
    ['import (', 'import ("archive/tar"\n'],
  ]);
  expect(goFinding('package main\nfunc main() { x("a` + "b)')).toBeDefined();
});

test('fails the build for a field name that no language can quote', () => {
  const description = bundled();
  const request = sampleRequest(description, description.getOperation('createCustomer'), { body: { "it's": 1 } });
  for (const { id } of SAMPLE_LANGUAGES) {
    expect(() => sampleSource(id, request, description.serverUrl)).toThrow(`"it's"`);
  }
});

test('every sample reads the host and key from the environment', () => {
  for (const { id } of SAMPLE_LANGUAGES) {
    for (const { name, source } of samples(id)) {
      expect(source, `${id} ${name}`).toContain('PAI_API');
      expect(
        source.match(/https:\/\/api\.pai\.example/g),
        `${id} ${name}: the host stands once, as the default`,
      ).toHaveLength(1);
    }
  }
});
