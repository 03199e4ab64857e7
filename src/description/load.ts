/**
 * Reads the bundled specification (JSON) and caches it until the file changes. Throws a `DescriptionError` with the fix
 * if the file is missing or isn't JSON.
 */
import { readFileSync, statSync } from 'node:fs';
import { Description, DescriptionError } from './description';
import type { OpenApiDocument } from './types';

const loaded = new Map<string, { mtime: number; description: Description }>();

/** The specification in `file`. Returns the same object until the file changes. */
export function loadDescription(file: string): Description {
  let mtime: number;
  try {
    mtime = statSync(file).mtimeMs;
  } catch {
    throw new DescriptionError(`The bundled specification ${file} is missing. Run "npm run generate" first.`);
  }
  const known = loaded.get(file);
  if (known?.mtime === mtime) return known.description;
  let document: OpenApiDocument;
  try {
    document = JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;
  } catch (error) {
    throw new DescriptionError(
      `The bundled specification ${file} isn't JSON (${(error as Error).message}). Run "npm run generate" again.`,
    );
  }
  const description = new Description(document);
  loaded.set(file, { mtime, description });
  return description;
}
