/** The TypeScript types that readers download. */
import openapiTypescript, { astToString } from 'openapi-typescript';

/** The package takes names of `Object.prototype` for functions of its own, so they're marked while it works. */
const NAMES = new RegExp(`\\b(${Object.getOwnPropertyNames(Object.prototype).join('|')})\\b`, 'g');

/**
 * Generates the types of a specification.
 *
 * @param specification - The bundled specification. It isn't changed.
 * @returns The text of `api.d.ts`, as `npx openapi-typescript` writes it.
 */
export async function generateTypes(specification: object): Promise<string> {
  const text = JSON.stringify(specification).replace(NAMES, '$1\uE002');
  return astToString(await openapiTypescript(text, { silent: true })).replace(/\uE002|\\uE002/g, '');
}
