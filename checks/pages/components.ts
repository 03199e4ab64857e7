/**
 * Renders the components of pages like the build. Reports each component that would fail the build and each request
 * that the API would reject, and returns the anchors of each page.
 */
import { visit } from 'unist-util-visit';
import { type Specification, SpecificationError } from '../../src/specification/specification';
import { PageIds } from '../../src/specification/field-tree';
import { unknownName } from '../../src/specification/names';
import type { JsonValue } from '../../src/specification/types';
import { Attributes, COMPONENTS, type RenderContext } from '../../src/render/components';
import type { Finding, Report } from '../../src/site/finding';
import type { Page } from '../../src/mdx/pages';
import { Samples } from './samples';
import { readAttributes, getComment, isJsx, type JsxElement, getLine, getText } from '../../src/mdx/tree';
import { isRecord } from '../../src/specification/json';

/** The component of `src/theme/MDXComponents` that pages may use besides those of the specification. */
const OTHER = 'PageTools';

/** Ids in rendered content, whatever the kind of its nodes. */
function collectIds(content: unknown, ids: Set<string>): void {
  if (Array.isArray(content)) {
    for (const item of content) collectIds(item, ids);
    return;
  }
  if (typeof content !== 'object' || content === null) return;
  const node = content as {
    properties?: Record<string, unknown>;
    attributes?: { name?: string; value?: unknown }[];
    children?: unknown[];
  };
  const attribute = node.attributes?.find(({ name }) => name === 'id')?.value;
  for (const id of [node.properties?.['id'], attribute]) if (typeof id === 'string') ids.add(id);
  if (node.children) collectIds(node.children, ids);
}

/** Anchors of a page's headings, generated like on the site. */
function headingAnchors(page: Page): string[] {
  const anchors: string[] = [];
  visit(page.tree, (node) => {
    if (node.type !== 'heading') return;
    const explicit = node.children.map(getComment).find((comment) => comment?.startsWith('#'));
    const text = getText(node).trim().toLowerCase();
    const slug = text.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
    anchors.push(explicit?.slice(1).trim() ?? slug);
  });
  return anchors;
}

function createContext(specification: Specification): RenderContext {
  let number = 0;
  return {
    specification,
    backlinks: {},
    ids: new PageIds(),
    // Not rendered: <PayloadSchema> is checked by its schema alone, because its files are generated later.
    payloadFiles: { types: '', schemas: '' },
    nextNumber: () => (number += 1),
  };
}

/** Problems of a `<Request>`, unless it's marked as rejected. */
function requestProblems(attributes: Record<string, JsonValue>, samples: Samples): string[] {
  const { operation, body, query, path, status, expect } = attributes;
  if (typeof operation !== 'string' || expect === 'rejected' || Number(status ?? 200) >= 400) return [];
  return [
    ...(body === undefined ? [] : samples.againstBody(operation, body)),
    ...(isRecord(query) ? samples.againstParameters(operation, 'query', query) : []),
    ...(isRecord(path) ? samples.againstParameters(operation, 'path', path) : []),
  ];
}

function renderAs(name: string, values: Record<string, JsonValue>, context: RenderContext): unknown {
  return COMPONENTS[name]?.render(new Attributes(name, values), context);
}

/** Renders a component, returns its problems, and adds its IDs. */
function render(node: JsxElement, name: string, context: RenderContext, ids: Set<string>): string[] {
  const component = COMPONENTS[name];
  if (!component) {
    return name === OTHER ? [] : [unknownName('component', name, Object.keys(COMPONENTS))];
  }
  try {
    if (name === 'PayloadSchema') {
      collectIds(renderAs('FieldTable', { schema: readAttributes(node)['schema'] ?? '' }, context), ids);
      return [];
    }
    collectIds(component.render(new Attributes(name, readAttributes(node)), context), ids);
    return [];
  } catch (error) {
    if (error instanceof SpecificationError) return [`${error.message} Correct the attributes of <${name}>.`];
    throw error;
  }
}

interface Rendered extends Report {
  /** Anchors by route. */
  readonly anchors: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Renders the components of all pages. */
export function renderComponents(pages: readonly Page[], specification: Specification): Rendered {
  const findings: Finding[] = [];
  const anchors = new Map<string, Set<string>>();
  const samples = new Samples(specification);
  const counts: Record<string, number> = { components: 0, 'requests judged': 0 };
  for (const page of pages) {
    const ids = new Set(headingAnchors(page));
    anchors.set(page.route, ids);
    const context = createContext(specification);
    const imported = [...page.text.matchAll(/^import (\w+) from/gm)].map(([, name]) => name);
    visit(page.tree, (node) => {
      if (!isJsx(node) || !node.name) return;
      const attributes = readAttributes(node);
      if (typeof attributes['id'] === 'string' && /^[a-z]/.test(node.name)) ids.add(attributes['id']);
      if (!/^[A-Z]/.test(node.name) || imported.includes(node.name)) return;
      counts['components'] = (counts['components'] ?? 0) + 1;
      const problems = render(node, node.name, context, ids);
      if (node.name === 'Request') {
        counts['requests judged'] = (counts['requests judged'] ?? 0) + 1;
        problems.push(
          ...requestProblems(attributes, samples).map(
            (problem) => `the API would reject this request: ${problem}; correct the value, or add status={400}`,
          ),
        );
      }
      for (const message of problems) findings.push({ file: page.file, line: getLine(node), message });
    });
  }
  return { findings, counts, anchors };
}

/** Anchors of the generated page of an operation. */
export function operationAnchors(specification: Specification, id: string): Set<string> {
  const ids = new Set<string>();
  collectIds(renderAs('Operation', { id }, createContext(specification)), ids);
  return ids;
}
