/**
 * A tutorial as a reader meets it: its requests in every language, its commands and the replies that it shows, in
 * order. The page is expanded by the same plugin as in the build; nothing is copied from it.
 *
 * Fails where the build fails (unknown names, broken MDX), with file and line.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { evaluate } from '@mdx-js/mdx';
import type { Expression } from 'estree';
import type { Element, Root } from 'hast';
import type { MdxJsxFlowElementHast } from 'mdast-util-mdx-jsx';
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import { createElement, type ReactNode } from 'react';
// @ts-expect-error React's own types do not cover this module, and @types/react-dom is not a dependency.
import { renderToStaticMarkup as toHtml } from 'react-dom/server';
import * as runtime from 'react/jsx-runtime';
import remarkDirective from 'remark-directive';
import remarkGfm from 'remark-gfm';
import { visit } from 'unist-util-visit';
import { VFile } from 'vfile';
import expandComponents from '../../src/rehype/expand-components';
import { descriptionFile, root } from '../support/routes';

const renderToStaticMarkup = toHtml as (node: ReactNode) => string;

/** Languages of the samples that the run executes. */
const languages = ['curl', 'javascript', 'python'] as const;
export type Language = (typeof languages)[number];

interface Place {
  /** Heading above. */
  heading: string;
  /** Line in the page's file. */
  line: number;
}

/** A request of the page, by `<Request>`. */
export interface RequestItem extends Place {
  kind: 'request';
  operation: string;
  /** Status that the page expects; undefined: the operation's success. */
  status: string | undefined;
  /** Specifies if the page says that the request is rejected. */
  rejected: boolean;
  /** Variable and path of the value in the reply. */
  save: Record<string, string>;
  code: Record<Language, string>;
}

/** A reply that the page shows, by `<Response>` or `<ErrorResponse>`. */
export interface ReplyItem extends Place {
  kind: 'reply';
  operation: string;
  status: string | undefined;
  /** The JSON as the page shows it, with `…` for what it leaves out; undefined if the reply has none. */
  json: string | undefined;
}

/** Commands of the page, by a `bash` fence. */
export interface CommandItem extends Place {
  kind: 'commands';
  code: string;
  /** What follows the language in the fence's first line. */
  meta: string;
}

/** A fence of another language. */
export interface SourceItem extends Place {
  kind: 'source';
  language: string;
  code: string;
  meta: string;
}

type Item = RequestItem | ReplyItem | CommandItem | SourceItem;

export interface TutorialPage {
  /** Last part of the route. */
  name: string;
  /** Path in the repository. */
  file: string;
  /** The page's text as it was written. */
  source: string;
  items: Item[];
  /** Text by heading. */
  sections: Map<string, string>;
}

/** What the marking plugin keeps of a node of the source. */
interface Mark {
  kind: 'Request' | 'Response' | 'ErrorResponse' | 'fence';
  line: number;
  attributes: Record<string, unknown>;
}

const MARKED = new Set(['Request', 'Response', 'ErrorResponse']);

/** The value of a literal expression; undefined for what the run does not read (lists, signs). */
function literal(expression: Expression): unknown {
  if (expression.type === 'Literal') {
    return expression.value;
  }
  if (expression.type !== 'ObjectExpression') {
    return undefined;
  }
  return Object.fromEntries(
    expression.properties.flatMap((property) => {
      if (property.type !== 'Property') {
        return [];
      }
      const key = property.key.type === 'Identifier' ? property.key.name : literal(property.key);
      return [[String(key), literal(property.value as Expression)]];
    }),
  );
}

/** The value of an attribute. */
function readValue(value: MdxJsxFlowElementHast['attributes'][number]['value']): unknown {
  if (value === null || value === undefined || typeof value === 'string') {
    return value ?? true;
  }
  const [statement] = value.data?.estree?.body ?? [];
  return statement?.type === 'ExpressionStatement' ? literal(statement.expression) : undefined;
}

/** Rehype plugin: puts every request, reply and fence into an element that names it, before they are expanded. */
function mark() {
  return (tree: Root): void => {
    const wrap = (node: object, line: number, kind: Mark['kind'], attributes: Mark['attributes']): Element => ({
      type: 'element',
      tagName: 'section',
      properties: { dataMark: JSON.stringify({ kind, line, attributes } satisfies Mark) },
      children: [node as Element],
    });
    visit(tree, (node, index, parent) => {
      if (!parent || index === undefined || ('properties' in parent && 'dataMark' in parent.properties)) {
        return;
      }
      const line = node.position?.start.line ?? 0;
      if (node.type === 'mdxJsxFlowElement' && MARKED.has(node.name ?? '')) {
        const attributes = Object.fromEntries(
          node.attributes.flatMap((entry) =>
            entry.type === 'mdxJsxAttribute' ? [[entry.name, readValue(entry.value)]] : [],
          ),
        ) as Mark['attributes'];
        parent.children[index] = wrap(node, line, node.name as Mark['kind'], attributes);
      } else if (node.type === 'element' && node.tagName === 'pre') {
        const [code] = node.children;
        if (code?.type !== 'element') {
          return;
        }
        const classes = code.properties['className'];
        const language = Array.isArray(classes) ? String(classes[0]).replace('language-', '') : '';
        const meta = (code.data as { meta?: string } | undefined)?.meta ?? '';
        parent.children[index] = wrap(node, line, 'fence', { language, meta });
      }
    });
  };
}

type HtmlNode = DefaultTreeAdapterMap['childNode'];
type HtmlElement = DefaultTreeAdapterMap['element'];

function isElement(node: HtmlNode): node is HtmlElement {
  return 'tagName' in node;
}

function attribute(node: HtmlElement, name: string): string | undefined {
  return node.attrs.find((entry) => entry.name === name)?.value;
}

function getText(node: HtmlNode): string {
  if ('value' in node) {
    return node.value;
  }
  return 'childNodes' in node ? node.childNodes.map(getText).join('') : '';
}

/** The first element below a node that fits. */
function find(node: HtmlElement, fits: (element: HtmlElement) => boolean): HtmlElement | undefined {
  for (const child of node.childNodes.filter(isElement)) {
    const found = fits(child) ? child : find(child, fits);
    if (found) {
      return found;
    }
  }
  return undefined;
}

function codeIn(node: HtmlElement | undefined): string | undefined {
  const code = node && find(node, ({ tagName }) => tagName === 'code');
  return code && getText(code);
}

/** The sample of a language among the panels of a request. */
function sampleIn(section: HtmlElement, language: Language, where: string): string {
  const panel = find(
    section,
    (node) => attribute(node, 'role') === 'tabpanel' && attribute(node, 'data-language') === language,
  );
  const code = codeIn(panel && find(panel, ({ tagName }) => tagName === 'pre'));
  if (code === undefined) {
    throw new Error(
      `${where}: the request has no ${language} sample. Its panel is looked for as [role=tabpanel][data-language=${language}] pre code.`,
    );
  }
  return code;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function createItem({ kind, line, attributes }: Mark, section: HtmlElement, heading: string, where: string): Item {
  const operation = text(attributes['operation']) ?? '';
  const status = text(attributes['status']);
  switch (kind) {
    case 'Request':
      return {
        kind: 'request',
        heading,
        line,
        operation,
        status,
        rejected: attributes['expect'] === 'rejected' || /^4/.test(status ?? ''),
        save: (attributes['save'] as Record<string, string> | undefined) ?? {},
        code: Object.fromEntries(
          languages.map((language) => [language, sampleIn(section, language, where)]),
        ) as RequestItem['code'],
      };
    case 'Response':
    case 'ErrorResponse': {
      const box = find(section, ({ tagName }) => tagName === 'pre');
      return { kind: 'reply', heading, line, operation, status, json: codeIn(box) };
    }
    case 'fence': {
      const [language, meta] = [text(attributes['language']) ?? '', text(attributes['meta']) ?? ''];
      const code = codeIn(section) ?? '';
      return language === 'bash'
        ? { kind: 'commands', heading, line, code, meta }
        : { kind: 'source', heading, line, language, code, meta };
    }
  }
}

/** Reads a page from its MDX source; `file` is only for messages. */
export async function parsePage(source: string, file: string, description = descriptionFile): Promise<TutorialPage> {
  // Empty lines in place of the front matter keep the line numbers.
  const body = source.replace(/^---\n[\s\S]*?\n---\n/, (front) => front.replace(/[^\n]/g, ''));
  const { default: Content } = await evaluate(new VFile({ value: body, path: file }), {
    ...runtime,
    remarkPlugins: [remarkGfm, remarkDirective],
    rehypePlugins: [mark, [expandComponents, { descriptionFile: description }]],
  });
  // What tells the link check of the page's anchors shows nothing.
  const components = { Checked: () => null };
  const html = parseFragment(renderToStaticMarkup(createElement(Content, { components })));
  const page: TutorialPage = { name: path.basename(file, '.mdx'), file, source, items: [], sections: new Map() };
  let heading = '';
  const walk = (nodes: HtmlNode[]): void => {
    for (const node of nodes) {
      if (isElement(node)) {
        if (/^h[23]$/.test(node.tagName)) {
          heading = getText(node).trim();
        }
        const marked = attribute(node, 'data-mark');
        if (marked !== undefined) {
          const found = JSON.parse(marked) as Mark;
          page.items.push(createItem(found, node, heading, `${file}:${found.line}`));
          continue;
        }
        walk(node.childNodes);
      } else {
        page.sections.set(heading, (page.sections.get(heading) ?? '') + getText(node));
      }
    }
  };
  walk(html.childNodes);
  return page;
}

/** Path of a tutorial's source in the repository. */
export function tutorialFile(name: string): string {
  return path.join('docs', 'get-started', 'tutorials', `${name}.mdx`);
}

/** The MDX source of a tutorial. */
export function tutorialSource(name: string): string {
  return readFileSync(path.join(root, tutorialFile(name)), 'utf8');
}
