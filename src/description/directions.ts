/** Finds the schemas that clients send. There, an optional field is the client's choice. */
import { Description } from './description';
import { listReferences } from './references';

/**
 * Finds the schemas in request bodies, including those that responses also use.
 *
 * @returns Names of schemas, computed once per specification.
 */
export function sentSchemas(description: Description): ReadonlySet<string> {
  return description.once('sent schemas', () => {
    const found = new Set<string>();
    for (const { method, requestBody } of description.operations.values()) {
      // PAI sends the body of an event.
      if (method !== 'event') listReferences(description.document, requestBody?.content, found);
    }
    return new Set([...found].flatMap((reference) => Description.schemaName(reference) ?? []));
  });
}
