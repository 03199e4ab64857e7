/** The TypeScript types that readers download. */
import openapiTypescript, { astToString } from 'openapi-typescript';

/**
 * Generates the types of a specification.
 *
 * @param specification - The bundled specification. It isn't changed.
 * @returns The text of `api.d.ts`, as `npx openapi-typescript` writes it.
 */
export async function generateTypes(specification: object): Promise<string> {
  return astToString(await openapiTypescript(JSON.stringify(specification), { silent: true }));
}
