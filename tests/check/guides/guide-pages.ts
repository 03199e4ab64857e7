/**
 * The hand-written pages of `docs/api/` as the checks of the guides read them: parsed, with the code blocks on them.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parsePages, readSources, type Page, type Source } from '../../../src/coverage/pages';
import { getLine, walk } from '../../../src/coverage/tree';
import { root } from '../../support/routes';

/** A code block: a fence of a page, or a file that a fence shows. */
export interface CodeBlock {
  /** Path from the repository's root. */
  readonly file: string;
  readonly language: string;
  readonly code: string;
  /** Line of the first line of code in the file. */
  readonly line: number;
}

function parse(sources: readonly Source[]): Page[] {
  const { pages, findings } = parsePages(sources);
  if (findings.length > 0) throw new Error(findings.map(({ file, message }) => `${file}: ${message}`).join('\n'));
  return pages;
}

let onDisk: Page[] | undefined;

/** All pages below `docs/api/`, or the given sources in their place. Throws where a page is not MDX. */
export function guidePages(sources?: readonly Source[]): Page[] {
  if (sources !== undefined) return parse(sources);
  onDisk ??= parse(readSources(root).filter(({ file }) => file.startsWith('docs/api/')));
  return onDisk;
}

/** One page by its path below `docs/api/`, without ending. Throws where there is none. */
export function guidePage(name: string): Page {
  const file = `docs/api/${name}.mdx`;
  const page = guidePages().find((candidate) => candidate.file === file);
  if (page === undefined) throw new Error(`${file}: the page is missing; the checks of the guides need it`);
  return page;
}

/** The code blocks of a page; a block with `file=` stands for the whole file that it shows. */
export function codeBlocks(page: Page): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  walk(page.tree, (node) => {
    if (node.type !== 'code') return;
    const language = node.lang ?? '';
    const shown = /(?:^|\s)file=(\S+)/.exec(node.meta ?? '')?.[1];
    if (shown === undefined) blocks.push({ file: page.file, language, code: node.value, line: getLine(node) + 1 });
    else blocks.push({ file: shown, language, code: readFileSync(path.join(root, shown), 'utf8'), line: 1 });
  });
  return blocks;
}
