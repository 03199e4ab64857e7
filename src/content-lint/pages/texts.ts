/**
 * The texts that readers see, with their places: prose of pages, descriptions of the OpenAPI specification, and strings
 * of the interface. Code is left out, because fields keep the spelling that the API gives them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Nodes } from 'mdast';
import ts from 'typescript';
import { isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import { type Page, type Source, getStart } from '../../coverage/pages';
import { readAttributes, attributeTexts, isJsx, getLine, walk } from '../../coverage/tree';

/** Where a text comes from. */
export type Area = 'pages' | 'specification' | 'interface';

export interface Text {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly area: Area;
}

/** Folders whose strings are shown on the site. */
const INTERFACE = ['src/client', 'src/components', 'src/config', 'src/data', 'src/plugins', 'src/render', 'src/theme'];
const SPECIFICATION = 'api-spec';
/** Its last release, a bundle that nobody edits. */
const RELEASED = `${SPECIFICATION}/released/`;
/** Keys whose values are prose in the OpenAPI specification. */
const PROSE_KEYS = new Set(['description', 'summary', 'x-undocumented']);
/** Below these keys of the OpenAPI specification are data, not prose. */
const DATA_KEYS = new Set(['value', 'example', 'default', 'enum', 'const', 'properties-of-example']);

/** Paths of all files below a folder, with forward slashes. */
function listFiles(root: string, folder: string, pattern: RegExp): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.split(path.sep).join('/')}`)
    .filter((file) => pattern.test(file))
    .sort();
}

/**
 * Reads the files that hold the texts of the OpenAPI specification and of the interface.
 *
 * @param root - Path of the repository.
 * @returns The files, the specification's first.
 */
export function readTextSources(root: string): Source[] {
  return [
    ...listFiles(root, SPECIFICATION, /\.yaml$/).filter((file) => !file.startsWith(RELEASED)),
    ...INTERFACE.flatMap((folder) => listFiles(root, folder, /\.tsx?$/)),
  ].map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
}

/** Text of a paragraph, heading, or cell. Code becomes a blank code span; components become a blank. */
function readProse(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'inlineCode') return '`…`';
  if (node.type === 'break') return ' ';
  if (isJsx(node) && node.children.length === 0) return '`…`';
  return 'children' in node ? node.children.map(readProse).join('') : '';
}

/** Replaces code spans of Markdown, so that only prose is left. */
function hideCode(markdown: string): string {
  return markdown.replace(/```[\s\S]*?```/g, ' ').replace(/`[^`\n]*`/g, '`…`');
}

const BLOCKS = ['paragraph', 'heading', 'tableCell'];

/**
 * Collects the prose of a page: metadata, paragraphs, headings, table cells, and the texts that components show.
 *
 * @param page - A page of the site.
 * @returns One text per block.
 */
function collectPageTexts(page: Page): Text[] {
  const { file, frontMatter } = page;
  const texts: Text[] = [];
  const add = (text: string, line: number): void => {
    if (/\p{L}/u.test(text)) texts.push({ file, line, text, area: 'pages' });
  };
  for (const key of ['title', 'description', 'sidebar_label']) {
    const entry = frontMatter.get(key);
    if (entry) add(String(entry.value), entry.line);
  }
  walk(page.tree, (node) => {
    if (BLOCKS.includes(node.type)) add(readProse(node), getLine(node));
    else if (isJsx(node)) {
      const { columns, caption, summary, title } = readAttributes(node);
      for (const text of attributeTexts([columns ?? [], caption ?? [], summary ?? [], title ?? []])) {
        add(hideCode(text), getLine(node));
      }
    }
  });
  return texts;
}

/** The descriptions and summaries of a file of the OpenAPI specification. */
function collectSpecificationTexts({ file, text }: Source): Text[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const texts: Text[] = [];
  visit(document, {
    Pair(_, { key, value }) {
      const name = isScalar(key) ? String(key.value) : '';
      if (DATA_KEYS.has(name)) return visit.SKIP;
      if (!PROSE_KEYS.has(name)) return undefined;
      for (const item of isSeq(value) ? value.items : [value]) {
        if (!isScalar(item) || typeof item.value !== 'string') continue;
        const line = lines.linePos(getStart(item)).line;
        texts.push({ file, line, text: hideCode(item.value), area: 'specification' });
      }
      return undefined;
    },
  });
  return texts;
}

/** The strings and the texts of tags in a TypeScript file; names of modules and comments are no texts. */
function collectInterfaceTexts({ file, text }: Source): Text[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const texts: Text[] = [];
  const visitNode = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    const isText = ts.isStringLiteralLike(node) || ts.isJsxText(node) || ts.isTemplateLiteralToken(node);
    // One word alone is a key, an identifier, or a class.
    if (isText && /\p{L}\s+\S*\p{L}/u.test(node.text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      texts.push({ file, line: line + 1, text: hideCode(node.text), area: 'interface' });
    }
    ts.forEachChild(node, visitNode);
  };
  visitNode(source);
  return texts;
}

/**
 * Collects everything that readers see.
 *
 * @param pages - The pages of the site.
 * @param sources - Files of the OpenAPI specification and of the interface.
 * @returns All texts with their places.
 */
export function collectTexts(pages: readonly Page[], sources: readonly Source[]): Text[] {
  return [
    ...pages.flatMap(collectPageTexts),
    ...sources.flatMap((source) =>
      source.file.startsWith(`${SPECIFICATION}/`) ? collectSpecificationTexts(source) : collectInterfaceTexts(source),
    ),
  ];
}
