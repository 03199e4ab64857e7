/** The files of `api-spec/`: bundled into one document, and one by one with the line of each part. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Document, LineCounter, parseDocument } from 'yaml';
import { bundleFile } from '../../scripts/lib/specification';
import { SpecificationSource } from '../../src/specification/source';
import type { OpenApiDocument } from '../../src/specification/types';

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
export async function bundleFolder(folder: string): Promise<OpenApiDocument> {
  return JSON.parse(JSON.stringify(await bundleFile(path.join(folder, 'openapi.yaml')))) as OpenApiDocument;
}

/** Finds the file and line of a JSON Pointer into the bundled specification, as near as possible. */
export function locate(folder: string, pointer: string): { file: string; line: number } {
  const place = new SpecificationSource(path.join(folder, 'openapi.yaml')).locate(pointer);
  const [, file = place, line = '1'] = /^(.*):(\d+)$/.exec(place) ?? [];
  return { file, line: Number(line) };
}
