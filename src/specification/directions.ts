/** Finds the schemas that clients send. There, an optional field is the client's choice. */
import { Specification } from './specification';
import { listReferences } from './references';

/**
 * Finds the schemas in request bodies, including those that responses also use.
 *
 * @returns Names of schemas, computed once per specification.
 */
export function sentSchemas(specification: Specification): ReadonlySet<string> {
  return specification.once('sent schemas', () => {
    const found = new Set<string>();
    for (const { method, requestBody } of specification.operations.values()) {
      // PAI sends the body of an event.
      if (method !== 'event') listReferences(specification.document, requestBody?.content, found);
    }
    return new Set([...found].flatMap((reference) => Specification.schemaName(reference) ?? []));
  });
}
