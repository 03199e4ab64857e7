/**
 * Reads the bundled specification (JSON) and caches it until the file changes. Throws a `SpecificationError` with the fix
 * if the file is missing or isn't JSON.
 */
import { readFileSync, statSync } from 'node:fs';
import { parseWritten } from './json';
import { Specification, SpecificationError } from './specification';
import type { OpenApiDocument } from './types';

const loaded = new Map<string, { mtime: number; specification: Specification }>();

/**
 * The specification in `file`. Returns the same object until the file changes.
 *
 * @param asWritten - Whether numbers are marked if their text differs from their value, for pages.
 */
export function loadSpecification(file: string, asWritten = false): Specification {
  let mtime: number;
  try {
    mtime = statSync(file).mtimeMs;
  } catch {
    throw new SpecificationError(`The bundled specification ${file} is missing. Run "npm run generate" first.`);
  }
  const key = asWritten ? `${file} as written` : file;
  const known = loaded.get(key);
  if (known?.mtime === mtime) return known.specification;
  let document: OpenApiDocument;
  try {
    const parse = asWritten ? parseWritten : JSON.parse;
    document = parse(readFileSync(file, 'utf8')) as OpenApiDocument;
  } catch (error) {
    throw new SpecificationError(
      `The bundled specification ${file} isn't JSON (${(error as Error).message}). Run "npm run generate" again.`,
    );
  }
  const specification = new Specification(document);
  loaded.set(key, { mtime, specification });
  return specification;
}
