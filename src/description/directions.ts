/** Finds the schemas that clients send. There, an optional field is the client's choice. */
import type { Description } from './description';

const SCHEMA = /^#\/components\/schemas\/(.+)$/;

/** Adds the names of all referenced schemas, directly or indirectly. */
function addReferences(description: Description, part: unknown, names: Set<string>): void {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part)) {
    const name = key === '$ref' ? SCHEMA.exec(String(value))?.[1] : undefined;
    if (name === undefined) addReferences(description, value, names);
    else if (!names.has(name)) {
      names.add(name);
      addReferences(description, description.schemas[name], names);
    }
  }
}

/**
 * Finds the schemas in request bodies, including those that responses also use.
 *
 * @param description - The OpenAPI specification.
 * @returns Names of schemas, computed once per specification.
 */
export function sentSchemas(description: Description): ReadonlySet<string> {
  const key = 'sent schemas';
  const known = description.cache.get(key) as Set<string> | undefined;
  if (known) return known;
  const names = new Set<string>();
  for (const { method, requestBody } of description.operations.values()) {
    // PAI sends the body of an event.
    if (method !== 'event') addReferences(description, requestBody?.content, names);
  }
  description.cache.set(key, names);
  return names;
}
