/** No field of a PATCH body has a default: a client that fills in defaults would overwrite what the reader leaves out. */
import { listOperations, type Description } from '../description';
import type { Finding, Report } from '../finding';
import { fieldsBelow } from '../find-schemas';
import { listElements } from '../schemas';

/** Finds defaults in the bodies of partial updates. */
export function partialUpdates(description: Description): Report {
  const findings: Finding[] = [];
  let checked = 0;
  for (const { id } of listOperations(description).filter(({ method }) => method === 'PATCH')) {
    for (const { place, at } of fieldsBelow(description, 'body', id)) {
      checked += 1;
      const schemas = [at, ...listElements(description, at.schema, at.pointer)];
      if (schemas.some(({ schema }) => schema.default !== undefined))
        findings.push({
          pointer: at.pointer,
          message: `"${place}" has a default, so a client can reset a field that nobody changed; remove the default`,
        });
    }
  }
  return { findings, checked, counts: { 'fields of partial updates': checked } };
}
