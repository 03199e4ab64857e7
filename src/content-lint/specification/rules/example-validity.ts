/** No example breaks its schema: bodies, events, parameters, headers, `examples` and `default` of every schema. */
import {
  listExamples,
  follow,
  listOperations,
  listResponses,
  listRequestBodies,
  listWebhooks,
  type Body,
  type Description,
  type Example,
  type Schema,
} from '../description';
import type { Finding, Report } from '../finding';
import { eachSchema, listFields, listLeaves } from '../schemas';
import { createValidator, type Validator } from '../validator';
import { joinPointer } from '../../../description/json';

interface Tally {
  readonly findings: Finding[];
  readonly counts: { 'body examples': number; 'schema examples': number; 'parameter examples': number };
}

function checkBody(description: Description, validator: Validator, body: Body, what: string, tally: Tally): void {
  if (body.content.schema === undefined || body.mediaType !== 'application/json') return;
  for (const { name, example, pointer: at } of listExamples(description, body)) {
    tally.counts['body examples'] += 1;
    const wrong = validator.wrong(`${body.pointer}/schema`, example.value);
    if (wrong !== undefined)
      tally.findings.push({ pointer: at, message: `the example "${name}" of ${what} breaks its schema: ${wrong}` });
  }
}

/** Fields in a value that the schema sets to read-only, as dotted paths. */
function readOnlyIn(description: Description, schema: Schema, at: string, value: unknown, prefix = ''): string[] {
  if (Array.isArray(value))
    return [...new Set(value.flatMap((item) => readOnlyIn(description, schema, at, item, prefix)))];
  if (typeof value !== 'object' || value === null) return [];
  const fields = listFields(description, [{ schema, pointer: at }]);
  return Object.entries(value).flatMap(([name, inner]) =>
    (fields.get(name)?.places ?? []).flatMap((place) => {
      const readOnly =
        place.schema.readOnly === true ||
        listLeaves(description, place.schema, place.pointer).some((leaf) => leaf.schema.readOnly === true);
      return readOnly
        ? [prefix + name]
        : readOnlyIn(description, place.schema, place.pointer, inner, `${prefix}${name}.`);
    }),
  );
}

function checkRequest(description: Description, validator: Validator, body: Body, id: string, tally: Tally): void {
  checkBody(description, validator, body, `the request body of ${id}`, tally);
  for (const { name, example, pointer: at } of listExamples(description, body)) {
    const sent = [
      ...new Set(readOnlyIn(description, body.content.schema ?? {}, `${body.pointer}/schema`, example.value)),
    ];
    if (sent.length > 0)
      tally.findings.push({
        pointer: at,
        message: `the example "${name}" of ${id} sends read-only fields: ${sent.join(', ')}`,
      });
  }
}

function checkSchemas(description: Description, validator: Validator, tally: Tally): void {
  for (const { schema, pointer: at } of eachSchema(description)) {
    const values = [
      ...(schema.examples ?? []),
      ...(schema.default === undefined ? [] : [schema.default]),
      ...('example' in schema ? [schema.example] : []),
    ];
    for (const value of values) {
      tally.counts['schema examples'] += 1;
      const wrong = validator.wrong(at, value);
      if (wrong !== undefined)
        tally.findings.push({
          pointer: at,
          message: `the example ${JSON.stringify(value)} breaks its schema: ${wrong}`,
        });
    }
  }
}

function checkParameters(description: Description, validator: Validator, tally: Tally): void {
  const seen = new Set<string>();
  for (const entry of [...listOperations(description), ...listWebhooks(description)]) {
    for (const { parameter, pointer: at } of entry.parameters) {
      if (seen.has(at)) continue;
      seen.add(at);
      const named = Object.entries(parameter.examples ?? {})
        .map(([name, example]) => follow(description, example, at + joinPointer('examples', name)).node)
        .map((example: Example) => example.value);
      const values = [...named, ...('example' in parameter ? [parameter.example] : [])];
      for (const value of values) {
        tally.counts['parameter examples'] += 1;
        const wrong = validator.wrong(`${at}/schema`, value);
        if (wrong !== undefined)
          tally.findings.push({
            pointer: at,
            message: `an example of the parameter "${parameter.name}" breaks its schema: ${wrong}`,
          });
      }
      if (values.length === 0 && (parameter.schema?.examples ?? []).length === 0) {
        const leaves = listLeaves(description, parameter.schema ?? {}, `${at}/schema`);
        if (!leaves.some(({ schema }) => (schema.examples ?? []).length > 0)) {
          tally.findings.push({ pointer: at, message: `the parameter "${parameter.name}" has no example; add one` });
        }
      }
    }
  }
}

export function exampleValidity(description: Description): Report {
  const tally: Tally = { findings: [], counts: { 'body examples': 0, 'schema examples': 0, 'parameter examples': 0 } };
  const validator = createValidator(description);
  for (const entry of listOperations(description)) {
    for (const body of listRequestBodies(description, entry))
      checkRequest(description, validator, body, entry.id, tally);
    for (const response of listResponses(description, entry)) {
      for (const body of response.bodies)
        checkBody(description, validator, body, `the ${response.status} of ${entry.id}`, tally);
    }
  }
  for (const entry of listWebhooks(description)) {
    for (const body of listRequestBodies(description, entry))
      checkBody(description, validator, body, `the event ${entry.path}`, tally);
  }
  checkSchemas(description, validator, tally);
  checkParameters(description, validator, tally);
  const findings = [...new Map(tally.findings.map((finding) => [finding.pointer + finding.message, finding])).values()];
  return {
    findings,
    checked: Object.values(tally.counts).reduce((sum, count) => sum + count, 0),
    counts: tally.counts,
  };
}
