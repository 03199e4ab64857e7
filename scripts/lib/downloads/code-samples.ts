/** Puts request samples into the published specification, for tools that show `x-codeSamples`. */
import { Specification } from '../../../src/specification/specification';
import type { OpenApiDocument } from '../../../src/specification/types';
import { codeSamples } from '../../../src/render/samples';

/**
 * Adds samples in curl and JavaScript to each operation, with the first example of its body.
 *
 * @param document - The bundled specification. It isn't changed.
 * @returns A copy with samples. Webhook events have none.
 */
export function addCodeSamples(document: OpenApiDocument): OpenApiDocument {
  const result = structuredClone(document);
  const specification = new Specification(document);
  for (const operation of specification.operations.values()) {
    if (operation.method === 'event') continue;
    const samples = codeSamples(specification, operation);
    Object.assign(result.paths?.[operation.path]?.[operation.method] ?? {}, { 'x-codeSamples': samples });
  }
  return result;
}
