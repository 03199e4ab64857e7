/** The files of `api-spec/`: bundled into one document, and one by one with the line of each part. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import { bundleDescription } from '../../scripts/lib/description';
import { splitPointer } from '../../src/description/json';
import type { OpenApiDocument } from '../../src/description/types';

/** Where the specification is, from the root of the repository. */
export const SPECIFICATION = 'api-spec';

/** A parsed YAML file of the specification. */
export interface Source {
  /** Path for messages, such as `api-spec/paths/plans.yaml`. */
  readonly file: string;
  readonly text: string;
  readonly document: Document;
  readonly getLine: (offset: number) => number;
}

/** Parses all YAML files of a specification, without the released snapshot. */
export function readSources(folder: string): Source[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml') && !name.startsWith('released'))
    .sort()
    .map((name) => {
      const lineCounter = new LineCounter();
      const text = readFileSync(path.join(folder, name), 'utf8');
      const document = parseDocument(text, { lineCounter });
      const file = path.posix.join(SPECIFICATION, name.split(path.sep).join('/'));
      return { file, text, document, getLine: (offset) => lineCounter.linePos(offset).line };
    });
}

/**
 * Bundles a specification.
 *
 * @param folder - Its folder, with `openapi.yaml`.
 * @throws If it can't be bundled, with file and line of each problem.
 */
export async function loadSpecification(folder: string): Promise<OpenApiDocument> {
  return JSON.parse(JSON.stringify(await bundleDescription(path.join(folder, 'openapi.yaml')))) as OpenApiDocument;
}

/**
 * Finds the file and line of a JSON Pointer into the bundled specification. A place that doesn't exist anymore has the
 * line of its nearest parent.
 */
export function locate(sources: readonly Source[], pointer: string): { file: string; line: number } {
  const keys = splitPointer(pointer);
  const [root = '', kind = '', name = ''] = keys;
  const entry = sources.find(({ file }) => file === `${SPECIFICATION}/openapi.yaml`);
  const reference = entry?.document.getIn([root, kind, '$ref']);
  const component = sources.find(
    ({ file }) =>
      root === 'components' && path.basename(file) === `${name}.yaml` && file.includes(`/components/${kind}/`),
  );
  const own =
    component ??
    sources.find(({ file }) => typeof reference === 'string' && file === path.posix.join(SPECIFICATION, reference));
  const source = own ?? entry;
  const rest = component ? keys.slice(3) : own ? keys.slice(2) : keys;
  for (let length = rest.length; length > 0; length -= 1) {
    const node = source?.document.getIn(
      rest.slice(0, length).map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
      true,
    );
    if (isNode(node) && node.range)
      return { file: source?.file ?? SPECIFICATION, line: source?.getLine(node.range[0]) ?? 1 };
  }
  return { file: source?.file ?? SPECIFICATION, line: 1 };
}
