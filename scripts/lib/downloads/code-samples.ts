/** Puts request samples into the published specification, for tools that show `x-codeSamples`. */
import { Description } from '../../../src/description/description';
import type { OpenApiDocument } from '../../../src/description/types';
import { SAMPLE_LANGUAGES } from '../../../src/page/languages';
import { sampleSource } from '../../../src/render/samples';
import { sampleRequest } from '../../../src/render/samples/request';

/** Languages in the file. The pages show more. */
const LANGUAGES = new Set<string>(['curl', 'javascript']);

/**
 * Adds the samples of its page to each operation, with the first example of its body.
 *
 * @param document - The bundled specification. It isn't changed.
 * @returns A copy with samples. Webhook events have none.
 */
export function addCodeSamples(document: OpenApiDocument): OpenApiDocument {
  const result = structuredClone(document);
  const description = new Description(document);
  for (const operation of description.operations.values()) {
    if (operation.method === 'event') continue;
    const content = description.media(operation.requestBody?.content);
    const body = content && description.examples(content.media)[0]?.value;
    const request = sampleRequest(description, operation, body === undefined ? {} : { body });
    const samples = SAMPLE_LANGUAGES.filter(({ id }) => LANGUAGES.has(id)).map(({ id, label }) => ({
      lang: id === 'curl' ? 'Shell' : label,
      label,
      source: sampleSource(id, request, description.serverUrl),
    }));
    Object.assign(result.paths?.[operation.path]?.[operation.method] ?? {}, { 'x-codeSamples': samples });
  }
  return result;
}
