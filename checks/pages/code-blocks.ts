/**
 * Code blocks of pages: `json schema=Name` is valid (`partial` lets required fields be missing), `bash` and JavaScript
 * parse, TypeScript type-checks, a diagram describes itself, and addresses of the API exist in any of them.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { Code } from 'mdast';
import ts from 'typescript';
import { visit } from 'unist-util-visit';
import type { Finding, Report } from '../../src/site/finding';
import type { Page } from '../../src/mdx/pages';
import { getLine } from '../../src/mdx/tree';
import type { Vocabulary } from '../../src/mdx/vocabulary';
import { createProgram, typeFaults } from '../type-check';
import { unknownName } from '../../src/specification/names';
import type { JsonValue } from '../../src/specification/types';
import { Samples } from './samples';

const LANGUAGES = ['json', 'bash', 'js', 'jsx', 'ts', 'html', 'http', 'yaml', 'mermaid', 'text', 'python', 'php', 'go'];
/** Types that readers download and blocks import, which `npm run generate` writes. */
const EVENT_TYPES = '.generated/static/schemas/webhook-events.d.ts';

/** A problem in a block, with the line relative to the block's first line of code. */
interface Fault {
  readonly line: number;
  readonly message: string;
}

interface Block {
  readonly node: Code;
  /** The code, or that of the file which the block shows; undefined if there's no such file. */
  readonly code: string | undefined;
}

/** All code blocks of a page. */
export function listCodeBlocks(page: Page): Block[] {
  const blocks: Block[] = [];
  visit(page.tree, (node) => {
    if (node.type !== 'code') return;
    const shown = /(?:^|\s)file=(\S+)/.exec(node.meta ?? '')?.[1];
    if (shown === undefined) blocks.push({ node, code: node.value });
    else blocks.push({ node, code: existsSync(shown) ? readFileSync(shown, 'utf8') : undefined });
  });
  return blocks;
}

function shellFaults(code: string): Fault[] {
  const { status, stderr } = spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' });
  if (status === 0) return [];
  const [, line = '1', what = stderr.trim()] = /line (\d+): (.*)/.exec(stderr) ?? [];
  return [{ line: Number(line) - 1, message: `bash can't parse this: ${what}; correct the command` }];
}

/** Parses JavaScript; type-checks TypeScript, strictly. */
function scriptFaults(code: string, language: string): Fault[] {
  const isTyped = language === 'ts';
  const name = `block.${language === 'js' ? 'mjs' : language}`;
  const program = createProgram(
    new Map([
      [name, code],
      ['webhook-events.d.ts', isTyped ? readFileSync(EVENT_TYPES, 'utf8') : ''],
    ]),
    {
      strict: true,
      allowJs: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      moduleDetection: ts.ModuleDetectionKind.Force,
      jsx: ts.JsxEmit.Preserve,
      types: [],
    },
  );
  return typeFaults(program).map(({ line, message }) => ({ line: line - 1, message: `${message}; correct the code` }));
}

function jsonFaults({ node, code = '' }: Block, samples: Samples, schemas: readonly string[]): Fault[] {
  const words = (node.meta ?? '').split(/\s+/);
  const schema = words.find((word) => word.startsWith('schema='))?.slice('schema='.length);
  let value: JsonValue;
  try {
    value = JSON.parse(code) as JsonValue;
  } catch (error) {
    return [{ line: 0, message: `the block isn't JSON: ${(error as Error).message}; correct it` }];
  }
  if (schema === undefined) {
    const message = 'the JSON has no schema; write ```json schema=Name, or use <Request/> or <Response/>';
    return words.includes('example') ? [] : [{ line: -1, message }];
  }
  if (!schemas.includes(schema)) return [{ line: -1, message: unknownName('schema', schema, schemas) }];
  return samples
    .againstSchema(schema, value, words.includes('partial'))
    .map((problem) => ({ line: 0, message: `the sample isn't a valid ${schema}: ${problem}; correct it` }));
}

function diagramFaults(code: string): Fault[] {
  return ['accTitle', 'accDescr']
    .filter((word) => !new RegExp(`^\\s*${word}: \\S`, 'm').test(code))
    .map((word) => ({ line: -1, message: `the diagram has no "${word}: …" for screen readers; add that line` }));
}

/** Method of the `curl` command around a URL. Unknown for other code. */
function findMethod(code: string, index: number): string | undefined {
  const start = code.lastIndexOf('curl', index);
  if (start < 0) return undefined;
  const [command = ''] = code.slice(start).split(/(?<!\\)\n/);
  if (index - start > command.length) return undefined;
  const named = /(?:--request|-X)[= ]+"?([A-Z]+)/.exec(command)?.[1];
  return named ?? (/--data|--json|\s-d\b/.test(command) ? 'POST' : 'GET');
}

/** Paths of the API in a block, with or without the host before them. */
function addressFaults(code: string, vocabulary: Vocabulary): { faults: Fault[]; count: number } {
  const host = vocabulary.specification.serverUrl.replaceAll('.', '\\.');
  const before = `(?:${host}|\\$\\{?PAI_API\\}?|\\$\\{\\w+\\}(?=/v\\d)|(?<![\\w.])(?=/v\\d))`;
  const addresses = [...code.matchAll(new RegExp(`${before}(/(?:\\$\\{[^}]*\\}|[^\\s"'\`)\\\\?])*)`, 'g'))];
  const faults = addresses.flatMap((match): Fault[] => {
    const path = match[1] ?? '';
    const method = findMethod(code, match.index);
    // An expression in a template can be any part of a path.
    if (vocabulary.findPath(path.replace(/\$\{[^}]*\}/g, '*'), method)) return [];
    // The sandbox's own controls.
    if (path.startsWith('/sandbox/')) return [];
    const line = code.slice(0, match.index).split('\n').length - 1;
    return [{ line, message: `${method ?? 'no method:'} ${path} isn't an operation; correct the method and path` }];
  });
  return { faults, count: addresses.length };
}

/** Checks the code blocks of all pages. */
export function checkCodeBlocks(pages: readonly Page[], vocabulary: Vocabulary): Report {
  const findings: Finding[] = [];
  const counts: Record<string, number> = { 'code blocks': 0, 'addresses in code': 0 };
  const samples = new Samples(vocabulary.specification);
  const schemas = Object.keys(vocabulary.specification.schemas);

  const findFaults = (block: Block): Fault[] => {
    const { code, node } = block;
    const language = node.lang ?? '';
    if (!LANGUAGES.includes(language)) {
      return [{ line: -1, message: `write one of ${LANGUAGES.join(', ')} after the fence, not "${language}"` }];
    }
    if (code === undefined) {
      return [{ line: -1, message: 'the file that the block shows does not exist; correct its path' }];
    }
    const { faults, count } = addressFaults(code, vocabulary);
    counts['addresses in code'] = (counts['addresses in code'] ?? 0) + count;
    if (language === 'json') faults.push(...jsonFaults(block, samples, schemas));
    if (language === 'bash') faults.push(...shellFaults(code));
    if (language === 'mermaid') faults.push(...diagramFaults(code));
    if (['js', 'jsx', 'ts'].includes(language)) faults.push(...scriptFaults(code, language));
    return faults;
  };

  for (const page of pages) {
    for (const block of listCodeBlocks(page)) {
      counts['code blocks'] = (counts['code blocks'] ?? 0) + 1;
      for (const { line, message } of findFaults(block))
        findings.push({ file: page.file, line: getLine(block.node) + 1 + line, message });
    }
  }
  return { findings, counts };
}
