/**
 * The sampler of the page generator over every body: what a reader would see without our named examples.
 *
 * It must never show a placeholder ("Unknown Type", a bare "string") and never show what the schema forbids.
 */
import { sampleRequestFromSchema } from 'docusaurus-plugin-openapi-docs/lib/openapi/createRequestExample';
import { sampleResponseFromSchema } from 'docusaurus-plugin-openapi-docs/lib/openapi/createResponseExample';
import {
  listOperations,
  listResponses,
  listRequestBodies,
  listWebhooks,
  type Body,
  type Description,
} from '../description';
import type { Finding, Report } from '../finding';
import { dereference } from '../schemas';
import { createValidator } from '../validator';

type SampledSchema = Parameters<typeof sampleRequestFromSchema>[0];

/** Paths of the placeholders in a sample. */
function placeholdersIn(value: unknown, path = ''): string[] {
  if (value === 'string' || (typeof value === 'string' && value.startsWith('Unknown Type')))
    return [`${path || '/'} is "${value}"`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => placeholdersIn(inner, `${path}/${key}`));
}

export function sampledBodies(description: Description): Report {
  const findings: Finding[] = [];
  const validator = createValidator(description);
  let checked = 0;
  const check = (body: Body, what: string, sampler: typeof sampleRequestFromSchema): void => {
    if (body.mediaType !== 'application/json' || body.content.schema === undefined) return;
    checked += 1;
    const sample: unknown = sampler(dereference(description, body.content.schema) as SampledSchema);
    for (const placeholder of placeholdersIn(sample))
      findings.push({
        pointer: body.pointer,
        message: `the sample of ${what} has a placeholder: ${placeholder}; add an example to the schema`,
      });
    const wrong = validator.wrong(`${body.pointer}/schema`, sample);
    if (wrong !== undefined)
      findings.push({ pointer: body.pointer, message: `the sample of ${what} breaks the schema: ${wrong}` });
  };
  const seen = new Set<string>();
  for (const entry of listOperations(description)) {
    for (const body of listRequestBodies(description, entry))
      check(body, `the body of ${entry.id}`, sampleRequestFromSchema);
    for (const response of listResponses(description, entry)) {
      if (seen.has(response.pointer)) continue;
      seen.add(response.pointer);
      for (const body of response.bodies)
        check(body, `the ${response.status} of ${entry.id}`, sampleResponseFromSchema);
    }
  }
  for (const entry of listWebhooks(description)) {
    for (const body of listRequestBodies(description, entry))
      check(body, `the event ${entry.path}`, sampleRequestFromSchema);
  }
  return { findings, checked, counts: { 'sampled bodies': checked } };
}
