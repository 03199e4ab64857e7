/** The TypeScript types that readers download. */
import openapiTypescript, { astToString } from 'openapi-typescript';

/**
 * Generates the types of a specification.
 *
 * @param description - The bundled specification. It isn't changed.
 * @returns The text of `api.d.ts`. A field with a default stays optional: requests can leave it out, and responses might.
 */
export async function generateTypes(description: object): Promise<string> {
  return astToString(await openapiTypescript(JSON.stringify(description), { defaultNonNullable: false, silent: true }));
}
