/**
 * Reads the bundled specification (JSON) and caches it until the file changes. Throws a `SpecificationError` with the fix
 * if the file is missing or isn't JSON.
 */
import { readFileSync, statSync } from 'node:fs';
import { Specification, SpecificationError } from './specification';
import type { OpenApiDocument } from './types';

const loaded = new Map<string, { mtime: number; specification: Specification }>();

/** The specification in `file`. Returns the same object until the file changes. */
export function loadSpecification(file: string): Specification {
  let mtime: number;
  try {
    mtime = statSync(file).mtimeMs;
  } catch {
    throw new SpecificationError(`The bundled specification ${file} is missing. Run "npm run generate" first.`);
  }
  const known = loaded.get(file);
  if (known?.mtime === mtime) return known.specification;
  let document: OpenApiDocument;
  try {
    document = JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;
  } catch (error) {
    throw new SpecificationError(
      `The bundled specification ${file} isn't JSON (${(error as Error).message}). Run "npm run generate" again.`,
    );
  }
  const specification = new Specification(document);
  loaded.set(file, { mtime, specification });
  return specification;
}
