/**
 * A tutorial as a reader meets it: its shell commands, its requests in the languages that are run, and the responses
 * that it shows, in order. The same components as in the build write the code, so nothing is copied from the page.
 */
import path from 'node:path';
import { load } from 'cheerio';
import { toHtml } from 'hast-util-to-html';
import { visit } from 'unist-util-visit';
import { parsePages, readSources } from '../../src/mdx/pages';
import { loadSpecification } from '../../src/specification/load';
import { readAttribute } from '../../src/mdx/attributes';
import type { JsonValue } from '../../src/specification/types';
import { Attributes, COMPONENTS, type RenderContext } from '../../src/render/components';
import { specificationFile, root } from '../support/routes';

/** Languages of the samples that are run. */
export const LANGUAGES = ['curl', 'javascript', 'python'] as const;
export type Language = (typeof LANGUAGES)[number];

interface Place {
  /** The heading above. */
  heading: string;
  /** The line in the page's file. */
  line: number;
}

/** A shell block. */
export interface Commands extends Place {
  kind: 'commands';
  code: string;
}

/** A `text` block: what the commands before it print. */
export interface Printed extends Place {
  kind: 'printed';
  text: string;
}

/** A `<Request>`. */
export interface Request extends Place {
  kind: 'request';
  operation: string;
  /** The status that the page expects; undefined for the operation's success. */
  status: string | undefined;
  /** Variables for the next steps, each with the place of its value in the response. */
  save: Record<string, string>;
  code: Record<Language, string>;
}

/** A `<Response>` or `<ErrorResponse>`. */
export interface Response extends Place {
  kind: 'response';
  operation: string;
  status: string;
  /** The JSON with `…` for what the page leaves out; empty if the response has no body. */
  json: string;
}

export interface Tutorial {
  /** The last part of the route. */
  name: string;
  file: string;
  items: (Commands | Printed | Request | Response)[];
  /** Code blocks of JavaScript. */
  scripts: string[];
}

const FOLDER = 'docs/get-started/tutorials/';
const specification = loadSpecification(specificationFile);

/** Renders a component as HTML. */
function render(name: string, attributes: Record<string, JsonValue>): ReturnType<typeof load> {
  let number = 0;
  const context = { specification, nextNumber: () => (number += 1) } as unknown as RenderContext;
  const content = COMPONENTS[name]?.render(new Attributes(name, attributes), context);
  return load(toHtml([content ?? []].flat(), { allowDangerousHtml: true }));
}

const toText = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** Reads one component of a page; undefined if it isn't part of the exchange with the API. */
function readComponent(
  name: string,
  attributes: Record<string, JsonValue>,
  place: Place,
): Request | Response | undefined {
  const operation = toText(attributes['operation']) ?? '';
  const status = toText(attributes['status']);
  if (name === 'Request') {
    const $ = render(name, attributes);
    const code = Object.fromEntries(
      LANGUAGES.map((language) => [language, $(`[role=tabpanel][data-language=${language}] pre code`).text()]),
    ) as Request['code'];
    const save = (attributes['save'] ?? {}) as Record<string, string>;
    return { ...place, kind: 'request', operation, status, save, code };
  }
  if (name !== 'Response' && name !== 'ErrorResponse') return undefined;
  const success = specification.successStatus(specification.getOperation(operation));
  const json = render(name, attributes)('pre code').text();
  return { ...place, kind: 'response', operation, status: status ?? success, json };
}

/** Reads all tutorials. Throws if a page isn't valid MDX, or a component of it fails. */
export function readTutorials(): Tutorial[] {
  const { pages, findings } = parsePages(readSources(root).filter(({ file }) => file.startsWith(FOLDER)));
  if (findings.length > 0) throw new Error(JSON.stringify(findings));
  return pages.map(({ file, text, tree }) => {
    const tutorial: Tutorial = { name: path.basename(file, '.mdx'), file, items: [], scripts: [] };
    let heading = '';
    visit(tree, (node) => {
      const start = node.position?.start;
      const place = { heading, line: start?.line ?? 0 };
      if (node.type === 'heading') {
        const line = text.slice(start?.offset, node.position?.end.offset);
        heading = line.replace(/^#+ /, '').replace(/ *\{\/\*.*$/, '');
      } else if (node.type === 'code' && node.lang === 'bash') {
        tutorial.items.push({ ...place, kind: 'commands', code: node.value });
      } else if (node.type === 'code' && node.lang === 'text') {
        tutorial.items.push({ ...place, kind: 'printed', text: node.value });
      } else if (node.type === 'code' && node.lang === 'js') {
        tutorial.scripts.push(node.value);
      } else if (node.type === 'mdxJsxFlowElement') {
        const item = readComponent(node.name ?? '', Object.fromEntries(node.attributes.map(readAttribute)), place);
        if (item) tutorial.items.push(item);
      }
    });
    return tutorial;
  });
}
