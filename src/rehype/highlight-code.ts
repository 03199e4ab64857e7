/**
 * Rehype plugin: code fences of guides become the same static, highlighted figure as the samples of the reference.
 *
 *     ```bash title="Create a customer"      →  <figure class="code"><figcaption>…</figcaption><pre>…</pre></figure>
 *
 * `file=examples/…` shows a file of the repository, so that what readers copy is what the tests run; the fence itself
 * stays empty. With `from="…"` and `to="…"`, it shows a part: from the line that begins with the one text to the line before
 * the one that begins with the other. `mermaid` fences are left to the diagram component. An unknown language is shown without colors; a file
 * or a line that is not there, or a fence with both file and content, stops the build with file and line.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Element, Root } from 'hast';
import { visit } from 'unist-util-visit';
import type { VFile } from 'vfile';
import { codeFigure } from '../render/code-figure';
import { serializeToHtml, getText } from '../render/hast';

/** A fence's info string after the language. Its location depends on the MDX version, so both are read. */
function getMeta(code: Element): string {
  const meta = (code.data as { meta?: string } | undefined)?.meta ?? code.properties.metastring;
  return typeof meta === 'string' ? meta : '';
}

/** The code of a fence: its own, or that of the referenced file. */
function readSource(code: Element, meta: string, root: string, page: VFile): string {
  const own = getText(code);
  const name = /\bfile=(\S+)/.exec(meta)?.[1];
  if (name === undefined) return own;
  const file = path.resolve(page.cwd, root, name);
  if (own.trim() !== '') page.fail(`The fence references ${name}, so it can't have content. Remove the content.`, code);
  if (!existsSync(file))
    page.fail(
      `The fence references ${name}, which doesn't exist. Write the path relative to the repository root.`,
      code,
    );
  return selectPart(readFileSync(file, 'utf8'), name, code, meta, page);
}

/** The part of a file between the lines that `from` and `to` begin with, or all of it. */
function selectPart(text: string, name: string, code: Element, meta: string, page: VFile): string {
  const lines = text.split('\n');
  const findLine = (option: 'from' | 'to', otherwise: number): number => {
    const start = new RegExp(`\\b${option}="(.*?)"`).exec(meta)?.[1];
    if (start === undefined) return otherwise;
    const index = lines.findIndex((line) => line.startsWith(start));
    if (index < 0) page.fail(`No line of ${name} begins with "${start}". Correct ${option}.`, code);
    return index;
  };
  return lines.slice(findLine('from', 0), findLine('to', lines.length)).join('\n').trimEnd();
}

/** Option `root`: path of the repository, relative to the build folder, for `file=…`. */
export default function highlightCode({ root }: { root: string }) {
  return (tree: Root, page: VFile): void => {
    visit(tree, 'element', (node, index, parent) => {
      const [code] = node.children;
      if (node.tagName !== 'pre' || !parent || index === undefined) return;
      if (code?.type !== 'element' || code.tagName !== 'code') return;
      const classes = Array.isArray(code.properties.className) ? code.properties.className : [];
      const language =
        classes
          .map(String)
          .find((name) => name.startsWith('language-'))
          ?.slice(9) ?? '';
      if (language === 'mermaid') return;
      const meta = getMeta(code);
      const title = /\btitle=(["'])(.*?)\1/.exec(meta)?.[2] ?? /\bfile=(\S+)/.exec(meta)?.[1];
      const figure = codeFigure({ source: readSource(code, meta, root, page), language, title });
      parent.children[index] = serializeToHtml(figure);
    });
  };
}
