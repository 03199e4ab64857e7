/** The request samples of the reference as an OpenAPI Overlay, for tools that show `x-codeSamples`. */
import { Description } from '../../../src/description/description';
import type { OpenApiDocument } from '../../../src/description/types';
import { SAMPLE_LANGUAGES } from '../../../src/page/languages';
import { sampleSource } from '../../../src/render/samples';
import { sampleRequest } from '../../../src/render/samples/request';

/** One sample, in the form of the `x-codeSamples` extension. */
interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** An Overlay 1.0 document that adds samples to operations. */
export interface CodeSamplesOverlay {
  readonly overlay: '1.0.0';
  readonly info: { readonly title: string; readonly version: string };
  readonly actions: readonly {
    readonly target: string;
    readonly update: { readonly 'x-codeSamples': readonly CodeSample[] };
  }[];
}

/**
 * Generates the overlay. Each operation gets the samples of its page, with the first example of its body.
 *
 * @param document - The bundled specification. It isn't changed.
 * @returns One action per operation, in the order of the specification. Webhook events have none.
 */
export function buildCodeSamples(document: OpenApiDocument): CodeSamplesOverlay {
  const description = new Description(document);
  const operations = [...description.operations.values()].filter(({ method }) => method !== 'event');
  return {
    overlay: '1.0.0',
    info: { title: 'Code samples', version: document.info.version },
    actions: operations.map((operation) => {
      const content = description.media(operation.requestBody?.content);
      const body = content && description.examples(content.media)[0]?.value;
      const request = sampleRequest(description, operation, body === undefined ? {} : { body });
      return {
        target: `$.paths['${operation.path}'].${operation.method}`,
        update: {
          'x-codeSamples': SAMPLE_LANGUAGES.map(({ id, label }) => ({
            lang: id === 'curl' ? 'Shell' : label,
            label,
            source: sampleSource(id, request, description.serverUrl),
          })),
        },
      };
    }),
  };
}
