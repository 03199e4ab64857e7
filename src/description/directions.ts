/** Which schemas a caller sends: there, a field that is not required is the caller's choice. */
import type { Description } from './description';

const SCHEMA = /^#\/components\/schemas\/(.+)$/;

/** Adds the names of all schemas that a part of the description refers to, and what those refer to. */
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
 * The schemas that stand in request bodies, as a whole or as a part, whether replies have them too or not.
 *
 * @param description the API description
 * @returns names of schemas; computed once per description
 */
export function sentSchemas(description: Description): ReadonlySet<string> {
  const key = 'sent schemas';
  const known = description.cache.get(key) as Set<string> | undefined;
  if (known) return known;
  const names = new Set<string>();
  for (const { method, requestBody } of description.operations.values()) {
    // The body of an event is sent by the platform.
    if (method !== 'event') addReferences(description, requestBody?.content, names);
  }
  description.cache.set(key, names);
  return names;
}
