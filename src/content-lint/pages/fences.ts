/**
 * Code blocks of pages: each says its language, and what it holds parses, compiles or is valid. In: pages, the
 * description, and a reader of files for blocks that show a file. Out: findings with the line of the fault.
 *
 * `json schema=Name` is validated (`partial` lets required fields be missing), `json example` needs an allow-list entry
 * with its first line; `bash` goes through `bash -n`; `js`, `jsx` and `ts` are parsed, and `ts` is type-checked
 * strictly; `yaml` is parsed; `mermaid` describes itself and is told again in a list. Addresses of the API in any
 * block must exist.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Code, Nodes } from 'mdast';
import ts from 'typescript';
import { parseDocument } from 'yaml';
import { unknownName } from '../../description/names';
import type { JsonValue } from '../../description/types';
import type { AllowList } from './allow-list';
import type { Finding, Report } from '../../coverage/finding';
import type { Page } from '../../coverage/pages';
import { Samples } from './samples';
import { getLine, walk } from '../../coverage/tree';
import type { Vocabulary } from '../../coverage/vocabulary';

const LANGUAGES = ['json', 'bash', 'js', 'jsx', 'ts', 'html', 'http', 'yaml', 'mermaid', 'text', 'python', 'php', 'go'];

/** A problem in a block, with the line relative to the block's first line of code. */
interface Fault {
  readonly line: number;
  readonly message: string;
}

interface Block {
  readonly page: Page;
  readonly node: Code;
  readonly code: string;
  readonly following: readonly Nodes[];
}

function syntaxFaults(code: string, name: string): Fault[] {
  const { diagnostics = [] } = ts.transpileModule(code, {
    fileName: name,
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, jsx: ts.JsxEmit.Preserve },
  });
  return diagnostics.map(({ messageText, file, start }) => ({
    line: file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line : 0,
    message: `the code does not parse: ${ts.flattenDiagnosticMessageText(messageText, ' ')}; correct it`,
  }));
}

/** Modules that readers download and blocks import, with their files, which `npm run generate` writes. */
const IMPORTED = new Map([
  ['/blocks/webhook-events.d.ts', path.join('.generated', 'static', 'schemas', 'webhook-events.d.ts')],
]);

/** Strict type check of blocks of TypeScript, each a module of its own. */
function typeFaults(blocks: readonly Block[]): { block: Block; fault: Fault }[] {
  if (blocks.length === 0) return [];
  const names = new Map(blocks.map((block, index) => [`/blocks/block-${index}.ts`, block]));
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    moduleDetection: ts.ModuleDetectionKind.Force,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const onDisk = ts.createCompilerHost(options);
  host.getSourceFile = (name, version) => {
    const block = names.get(name);
    if (block) return ts.createSourceFile(name, block.code, version);
    return onDisk.getSourceFile(IMPORTED.get(name) ?? name, version);
  };
  host.fileExists = (name) => names.has(name) || onDisk.fileExists(IMPORTED.get(name) ?? name);
  host.directoryExists = (name) => name === '/blocks' || onDisk.directoryExists?.(name) === true;
  const program = ts.createProgram([...names.keys()], options, host);
  return [...names].flatMap(([name, block]) => {
    const file = program.getSourceFile(name);
    return program.getSemanticDiagnostics(file).map(({ messageText, start }) => ({
      block,
      fault: {
        line: file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line : 0,
        message: `the types don't match: ${ts.flattenDiagnosticMessageText(messageText, ' ')}; correct the code`,
      },
    }));
  });
}

function shellFaults(code: string): Fault[] {
  const { status, stderr } = spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' });
  if (status === 0) return [];
  const [, line = '1', what = stderr.trim()] = /line (\d+): (.*)/.exec(stderr) ?? [];
  return [{ line: Number(line) - 1, message: `bash cannot parse this: ${what}; correct the command` }];
}

function jsonFaults(block: Block, samples: Samples, allowed: AllowList, schemas: string[]): Fault[] {
  const { node, code, page } = block;
  const words = (node.meta ?? '').split(/\s+/).filter(Boolean);
  const schema = words.find((word) => word.startsWith('schema='))?.slice('schema='.length);
  let value: JsonValue;
  try {
    value = JSON.parse(code) as JsonValue;
  } catch (error) {
    return [{ line: 0, message: `the block is not JSON: ${(error as Error).message}; correct it` }];
  }
  if (schema !== undefined) {
    if (!schemas.includes(schema)) return [{ line: -1, message: unknownName('schema', schema, schemas) }];
    return samples
      .againstSchema(schema, value, words.includes('partial'))
      .map((problem) => ({ line: 0, message: `the sample isn't a valid ${schema}: ${problem}; correct the sample` }));
  }
  const first =
    code
      .split('\n')
      .find((line) => /\w/.test(line))
      ?.trim() ?? '';
  if (words.includes('example') && allowed.permits(first, page.route)) return [];
  return [
    {
      line: -1,
      message:
        'the JSON block has no schema; write ```json schema=Name, use <Request/> or <Response/>, ' +
        'or write ```json example and add its first line with a reason to src/content-lint/pages/allow-list.yaml',
    },
  ];
}

function mermaidFaults({ code, following }: Block): Fault[] {
  const faults: Fault[] = [];
  for (const [word, name] of [
    ['accTitle', 'a title'],
    ['accDescr', 'a description'],
  ] as const) {
    if (!new RegExp(`^\\s*${word}: \\S`, 'm').test(code)) {
      faults.push({
        line: -1,
        message: `the diagram has no ${name.slice(2)} for screen readers; add a line "${word}: …"`,
      });
    }
  }
  const end = following.findIndex(({ type }) => type === 'heading');
  const near = following.slice(0, Math.min(4, end < 0 ? 4 : end));
  // The enum's table shows the group of each value in the diagram.
  const tells = (node: (typeof near)[number]): boolean =>
    node.type === 'list' || node.type === 'table' || ('name' in node && node.name === 'EnumTable');
  if (!near.some(tells)) {
    faults.push({
      line: -1,
      message: 'the diagram has no text alternative; add a list with the same content after it',
    });
  }
  return faults;
}

/** Method of the `curl` command around a URL. Unknown for other code. */
function findMethod(code: string, index: number): string | undefined {
  const start = code.lastIndexOf('curl', index);
  if (start < 0) return undefined;
  const rest = code.slice(start);
  const end = /[^\\]\n/.exec(rest);
  const command = end ? rest.slice(0, end.index + 1) : rest;
  if (index - start > command.length) return undefined;
  const named = /(?:--request|-X)[= ]+"?([A-Z]+)/.exec(command)?.[1];
  return named ?? (/--data|--json|\s-d\b/.test(command) ? 'POST' : 'GET');
}

/** Paths of the API in a block, with or without the host before them, and whole addresses of the host. */
function addressFaults(code: string, server: string, vocabulary: Vocabulary): { faults: Fault[]; count: number } {
  const faults: Fault[] = [];
  const host = server.replaceAll('.', '\\.');
  const path = /(?:\$\{[^}]*\}|[^\s"'`)\\?])*/.source;
  const addresses = [
    ...code.matchAll(
      new RegExp(
        `${host}(/${path})|(?<![\\w.])(/v\\d+/${path})|\\$\\{?PAI_API\\}?(/${path})|\\$\\{\\w+\\}(/v\\d+/${path})`,
        'g',
      ),
    ),
  ];
  for (const match of addresses) {
    const written = match.slice(1).filter(Boolean)[0] ?? '';
    const method = findMethod(code, match.index);
    // A template expression can be any part of a path.
    if (!vocabulary.findPath(written.replace(/\$\{[^}]*\}/g, '*'), method)) {
      faults.push({
        line: code.slice(0, match.index).split('\n').length - 1,
        message: `${method ?? 'no operation:'} ${written} isn't an operation of the API; correct the method and path`,
      });
    }
  }
  return { faults, count: addresses.length };
}

/** Checks the code blocks of all pages. `readFile` returns a file of the repository, or `undefined`. */
export function checkFences(
  pages: readonly Page[],
  vocabulary: Vocabulary,
  allowed: AllowList,
  readFile: (file: string) => string | undefined,
): Report {
  const findings: Finding[] = [];
  const counts: Record<string, number> = { fences: 0, 'addresses in code': 0 };
  const samples = new Samples(vocabulary.description);
  const schemas = Object.keys(vocabulary.description.schemas);
  const typed: Block[] = [];
  const report = ({ page, node }: Block, { line, message }: Fault): void =>
    void findings.push({ file: page.file, line: getLine(node) + 1 + line, message });

  const findFaults = (block: Block): Fault[] => {
    const { node, code } = block;
    switch (node.lang) {
      case 'json':
        return jsonFaults(block, samples, allowed, schemas);
      case 'bash':
        return shellFaults(code);
      case 'ts':
        typed.push(block);
        return syntaxFaults(code, 'block.ts');
      case 'js':
      case 'jsx':
        return syntaxFaults(code, `block.${node.lang}`);
      case 'yaml':
        return parseDocument(code).errors.map(({ message }) => ({
          line: 0,
          message: `the YAML does not parse: ${message}`,
        }));
      case 'mermaid':
        return mermaidFaults(block);
      default:
        return [];
    }
  };

  for (const page of pages) {
    walk(page.tree, (node, above) => {
      if (node.type !== 'code') return;
      counts['fences'] = (counts['fences'] ?? 0) + 1;
      const language = node.lang ?? '';
      counts[`${language} fences`] = (counts[`${language} fences`] ?? 0) + 1;
      const parent = above.at(-1);
      const siblings: Nodes[] = parent && 'children' in parent ? parent.children : [];
      const shown = /(?:^|\s)file=(\S+)/.exec(node.meta ?? '')?.[1];
      const content = shown === undefined ? node.value : readFile(shown);
      const block = { page, node, code: content ?? '', following: siblings.slice(siblings.indexOf(node) + 1) };
      if (!LANGUAGES.includes(language)) {
        const what = language === '' ? 'no language' : `the unknown language "${language}"`;
        report(block, {
          line: -1,
          message: `the code block has ${what}; write one of ${LANGUAGES.join(', ')} after the fence`,
        });
        return;
      }
      if (content === undefined) {
        report(block, {
          line: -1,
          message: `the file ${shown ?? ''} that the block shows does not exist; correct its path`,
        });
        return;
      }
      const addresses = addressFaults(block.code, vocabulary.description.serverUrl, vocabulary);
      counts['addresses in code'] = (counts['addresses in code'] ?? 0) + addresses.count;
      for (const fault of [...findFaults(block), ...addresses.faults]) report(block, fault);
    });
  }
  for (const { block, fault } of typeFaults(typed)) report(block, fault);
  return { findings, counts };
}
