/** Section 3 against the description: the fields of every body, both ways, and what is said of single fields. */
import { listOperations, listRequestBodies, type Description, type OperationEntry } from '../description';
import { decisionFor, DECIDED_FIELDS, DECIDED_REQUIRED, listPaths } from '../decision-table';
import type { Finding, Report } from '../finding';
import { findSuccessSchemas, fieldsBelow, isRequired, schemasAt, sentBy, type SchemaAt } from '../find-schemas';
import { listFields, listLeaves } from '../schemas';
import {
  DEPRECATED,
  ENTITIES,
  ENVELOPES,
  NAMED_SCHEMAS,
  NULLABLE,
  OPTIONAL,
  REQUIRED,
  type Fields,
  type FieldShape,
  type Place,
  type SpecifiedOperation,
} from '../specification-table';
import { pairOperations } from './conformance-operations';
import { joinPointer } from '../../../description/json';

interface Comparison {
  readonly findings: Finding[];
  fields: number;
}

/** Compares the fields of some schemas with those of an entity; what is decided counts as given. */
function compare(
  description: Description,
  places: readonly SchemaAt[],
  shape: Fields,
  context: { entity: string; what: string; prefix: string },
  result: Comparison,
): void {
  const described = listFields(description, places);
  const origin = places[0]?.pointer ?? '';
  const { entity, what, prefix } = context;
  const decidedHere = DECIDED_FIELDS.filter((item) => item.entity === entity)
    .map((item) => item.field)
    .filter((field) => field.startsWith(prefix) && !field.slice(prefix.length).includes('.'))
    .map((field) => field.slice(prefix.length));
  for (const name of new Set([...Object.keys(shape), ...decidedHere])) {
    if (!described.has(name)) {
      findings(
        result,
        origin,
        `${what} has no field "${prefix}${name}"; the specification gives it to ${entity}, so add it`,
      );
    }
  }
  for (const [name, field] of described) {
    result.fields += 1;
    const given: FieldShape | undefined = shape[name];
    const path = prefix + name;
    if (given === undefined) {
      if (decisionFor(entity, path) === undefined) {
        findings(
          result,
          field.places[0]?.pointer ?? origin,
          `${what} has the field "${path}", which neither the specification nor a decision gives to ${entity}; remove it or decide it`,
        );
      }
    } else if (given !== 'open') {
      const below: Fields = given === 'leaf' ? {} : given;
      compare(description, field.places, below, { entity, what, prefix: `${path}.` }, result);
    }
  }
}

function findings(result: Comparison, at: string, message: string): void {
  result.findings.push({ pointer: at, message });
}

function compareEntity(
  description: Description,
  places: readonly SchemaAt[],
  entity: string,
  what: string,
  result: Comparison,
): void {
  const fields = ENTITIES[entity];
  if (fields === undefined) throw new Error(`specification-table.ts: no entity "${entity}"`);
  compare(description, places, fields, { entity, what, prefix: '' }, result);
}

function compareBody(
  description: Description,
  entry: OperationEntry,
  specified: SpecifiedOperation,
  result: Comparison,
): void {
  const sent = sentBy(description, entry.id);
  const what = `the body of ${entry.id}`;
  if (specified.body === undefined) {
    if (listRequestBodies(description, entry).length > 0)
      findings(
        result,
        entry.pointer,
        `${entry.id} has a request body, which the specification does not give; remove it`,
      );
  } else if (sent.length === 0) {
    findings(
      result,
      entry.pointer,
      `${entry.id} has no JSON request body; the specification gives it one (${specified.body})`,
    );
  } else {
    compareEntity(description, sent, specified.body, what, result);
  }
}

function compareResponse(
  description: Description,
  entry: OperationEntry,
  specified: SpecifiedOperation,
  result: Comparison,
): void {
  const answered = findSuccessSchemas(description, entry.id);
  if (specified.envelope === 'none' || specified.envelope === 'pdf') {
    if (answered.length > 0)
      findings(
        result,
        entry.pointer,
        `${entry.id} answers with JSON, which the specification does not give; remove it`,
      );
    return;
  }
  if (answered.length === 0) {
    findings(result, entry.pointer, `${entry.id} has no JSON success response; give it one`);
    return;
  }
  const envelope = ENVELOPES[specified.envelope];
  const what = `the response of ${entry.id}`;
  compare(
    description,
    answered,
    envelope.fields,
    { entity: `${specified.envelope} envelope`, what, prefix: '' },
    result,
  );
  const type =
    listFields(description, answered)
      .get('type')
      ?.places.flatMap((place) => listLeaves(description, place.schema, place.pointer)) ?? [];
  if (!type.some(({ schema }) => schema.const === envelope.type || schema.enum?.map(String).join() === envelope.type)) {
    findings(result, answered[0]?.pointer ?? entry.pointer, `${what} must have the constant type "${envelope.type}"`);
  }
  const data = listFields(description, answered).get('data')?.places ?? [];
  const isList = data.every((place) =>
    listLeaves(description, place.schema, place.pointer).every((leaf) => leaf.schema.items !== undefined),
  );
  if (isList !== (specified.envelope === 'list')) {
    findings(
      result,
      data[0]?.pointer ?? entry.pointer,
      `"data" of ${what} must ${specified.envelope === 'list' ? '' : 'not '}be an array`,
    );
  }
  if (specified.data !== undefined) compareEntity(description, data, specified.data, `"data" of ${what}`, result);
}

/** Compares the fields of all bodies and of the schemas that the specification names. */
export function conformingFields(description: Description): Report {
  const result: Comparison = { findings: [], fields: 0 };
  for (const { entry, specified } of pairOperations(description)) {
    compareBody(description, entry, specified, result);
    compareResponse(description, entry, specified, result);
  }
  for (const name of NAMED_SCHEMAS) {
    const places = schemasAt(description, `schema ${name}`);
    if (places.length === 0) {
      findings(
        result,
        joinPointer('components', 'schemas', name),
        `there is no schema "${name}"; the specification names it, so add it`,
      );
    } else compareEntity(description, places, name, `the schema ${name}`, result);
  }
  const entities = Object.values(ENTITIES);
  const specified = entities.reduce((sum, fields) => sum + listPaths(fields).length, 0);
  return {
    findings: uniqueFindings(result.findings),
    checked: result.fields,
    counts: {
      fields: specified,
      entities: entities.length,
      'fields in bodies': result.fields,
      'decided fields': DECIDED_FIELDS.length,
    },
  };
}

/** A schema that many calls share must not give the same finding many times. */
function uniqueFindings(found: readonly Finding[]): Finding[] {
  const field = /"([^"]+)"/;
  return [
    ...new Map(
      found.map((finding) => [`${finding.pointer} ${field.exec(finding.message)?.[1] ?? ''}`, finding]),
    ).values(),
  ];
}

function allowsNull(description: Description, at: SchemaAt): boolean {
  const { schema } = at;
  if (Array.isArray(schema.type) && schema.type.includes('null')) return true;
  return (
    [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].some((branch) => branch.type === 'null') ||
    (schema.$ref !== undefined &&
      listLeaves(description, schema, at.pointer).some(
        (leaf) => Array.isArray(leaf.schema.type) && leaf.schema.type.includes('null'),
      ))
  );
}

type Mark = (description: Description, at: SchemaAt) => boolean;
const MARKS: readonly { word: string; places: readonly Place[]; holds: Mark }[] = [
  { word: 'required', places: REQUIRED, holds: isRequired },
  { word: 'optional', places: OPTIONAL, holds: (description, at) => !isRequired(description, at) },
  { word: 'nullable', places: NULLABLE, holds: allowsNull },
  { word: 'deprecated', places: DEPRECATED, holds: (_description, at) => at.schema.deprecated === true },
];

/** Compares which fields are required, optional, nullable and deprecated, where the specification says so. */
export function conformingMarks(description: Description): Report {
  const found = MARKS.flatMap(({ word, places, holds }) =>
    places.flatMap((place): Finding[] => {
      const schemas = schemasAt(description, place);
      if (schemas.length === 0)
        return [{ pointer: '', message: `"${place}" is not described; the specification calls it ${word}` }];
      return schemas
        .filter((schema) => !holds(description, schema))
        .map((schema) => ({ pointer: schema.pointer, message: `"${place}" must be ${word}` }));
    }),
  );
  const checked = MARKS.reduce((sum, mark) => sum + mark.places.length, 0);
  return { findings: found, checked, counts: { 'required, optional, nullable and deprecated marks': checked } };
}

/**
 * Compares the required fields of request bodies with those of the specification and of the decisions, both ways: a
 * field that is required for no recorded reason is a finding, and so is a decided one that isn't required.
 */
export function conformingRequired(description: Description): Report {
  const given = [...REQUIRED, ...DECIDED_REQUIRED.map(({ place }) => place)];
  const pointers = new Set(given.flatMap((place) => schemasAt(description, place).map((at) => at.pointer)));
  const found = DECIDED_REQUIRED.flatMap(({ place, decision }): Finding[] => {
    const schemas = schemasAt(description, place);
    if (schemas.length > 0 && schemas.every((schema) => isRequired(description, schema))) return [];
    return [{ pointer: schemas[0]?.pointer ?? '', message: `"${place}" must be required (${decision})` }];
  });
  let required = 0;
  for (const entry of listOperations(description)) {
    for (const { place, at } of fieldsBelow(description, 'body', entry.id)) {
      if (!isRequired(description, at)) continue;
      required += 1;
      if (!pointers.has(at.pointer))
        found.push({
          pointer: at.pointer,
          message: `"${place}" is required, which neither the specification nor a decision says; make it optional or decide it`,
        });
    }
  }
  return { findings: found, checked: required, counts: { 'required fields of request bodies': required } };
}
