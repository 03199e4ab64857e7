/**
 * Each error example fits its operation: the fields that its details name are in the body or the query, with the limits
 * and values that the details state; 404 and 409 need an object that the path names, 401 the credential that it speaks of.
 */
import {
  follow,
  listOperations,
  listResponses,
  type Description,
  type OperationEntry,
  type Schema,
} from '../description';
import type { Finding, Report } from '../finding';
import { schemasAt } from '../find-schemas';
import type { Place } from '../specification-table';
import { findAt } from '../../../description/json';

const STATUSES = ['400', '401', '404', '409', '422'];

/** `items[0].plan.id must not be empty`: a field, and what is wrong with it. */
const DETAIL = /^([A-Za-z][\w.[\]]*) must (.+)$/;
/** `the subscription sub_JonasAnnual cannot be reactivated`: an object of the path or the body, by its ID. */
const SUBJECT = /^the (\w+) (\w+_\w+) cannot /;
/** `contain either token or paymentInstrumentId`: the fields of the named one. */
const ALTERNATIVES = /^contain either (\w+) or (\w+)$/;
const VALUES = /^be one of: (.+)$/;
/** Keywords that a sentence about a number states. */
const LIMITS: readonly [sentence: RegExp, keyword: 'maxLength' | 'maximum'][] = [
  [/^not be longer than (\d+) characters$/, 'maxLength'],
  [/^not be greater than (\d+)$/, 'maximum'],
];

/** The schemas of a field of the body, or of a query parameter. */
function findSchemas(description: Description, { id }: OperationEntry, field: string): Schema[] {
  const name = field.replaceAll(/\[\d+\]/g, '');
  return ['body', 'query']
    .flatMap((kind) => schemasAt(description, `${kind} ${id} ${name}` as Place))
    .flatMap(({ schema, pointer }) => [schema, follow(description, schema, pointer).node]);
}

/** What is wrong with a sentence of `details`. */
function findDetailFault(description: Description, entry: OperationEntry, detail: string): string | undefined {
  const subject = SUBJECT.exec(detail)?.[1];
  if (subject !== undefined) {
    const name = `${subject}Id`;
    const isKnown =
      findSchemas(description, entry, name).length > 0 ||
      entry.parameters.some(({ parameter }) => parameter.name === name);
    return isKnown ? undefined : `names a ${subject}, but nothing in the path, the query, or the body identifies one`;
  }
  const [, field = '', rule = ''] = DETAIL.exec(detail) ?? [];
  if (field === '') return 'has no field to find; start with its name, as in "email must be a string"';
  const schemas = findSchemas(description, entry, field);
  if (schemas.length === 0) return `names "${field}", which is neither in the body nor in the query`;
  const [, ...alternatives] = ALTERNATIVES.exec(rule) ?? [];
  const missing = alternatives.find((name) => findSchemas(description, entry, `${field}.${name}`).length === 0);
  if (missing !== undefined) return `names "${field}.${missing}", which isn't in the body`;
  const values = VALUES.exec(rule)?.[1];
  if (values !== undefined && !schemas.some((schema) => (schema.enum ?? []).map(String).join(', ') === values))
    return `lists values that "${field}" doesn't have`;
  for (const [sentence, keyword] of LIMITS) {
    const limit = sentence.exec(rule)?.[1];
    if (limit !== undefined && !schemas.some((schema) => schema[keyword] === Number(limit)))
      return `states the limit ${limit}, which "${field}" doesn't have as ${keyword}`;
  }
  return undefined;
}

/**
 * What is wrong with an error of this status, whatever its details say.
 *
 * @param words - the description of the response and the texts of its example
 */
function findStatusFault(entry: OperationEntry, status: string, words: string): string | undefined {
  const hasId = entry.path.includes('{');
  if (status === '404' && !hasId) return "says that an object isn't found, but the path names none";
  if (status === '409' && (!hasId || entry.method === 'GET'))
    return "speaks of an object's state, but the operation doesn't change one that the path names";
  const schemes = (entry.operation.security ?? []).flatMap((way) => Object.keys(way));
  const takesSession = schemes.includes('SessionToken');
  if (status === '401' && schemes.length > 0 && !takesSession && /session token/i.test(words))
    return 'speaks of a session token, which the operation does not take';
  if (
    status === '401' &&
    schemes.every((name) => name === 'SessionToken') &&
    /\bheader|Authorization|API key/i.test(words)
  )
    return 'speaks of a header, but the operation takes a session token in the query';
  return undefined;
}

/** Checks the examples of 400, 401, 404, 409, and 422 of every operation. */
export function fittingErrors(description: Description): Report {
  const findings: Finding[] = [];
  let checked = 0;
  let fields = 0;
  for (const entry of listOperations(description)) {
    for (const response of listResponses(description, entry).filter(({ status }) => STATUSES.includes(status))) {
      for (const example of response.bodies.flatMap(({ content }) => Object.values(content.examples ?? {}))) {
        const { value, summary = '', description: text = '' } = follow(description, example, response.pointer).node;
        const { message = '', details } = (value ?? {}) as { message?: string; details?: string | string[] };
        const about = findAt(description, `${response.pointer}/description`);
        const words = [about, summary, text, message].map(String).join(' ');
        checked += 1;
        const sentences = [details ?? []].flat();
        fields += sentences.length;
        const faults = [
          findStatusFault(entry, response.status, words),
          response.status === '400' && sentences.length === 0 ? 'has no details; name the field' : undefined,
          ...sentences.map((detail) => {
            const fault = findDetailFault(description, entry, detail);
            return fault === undefined ? undefined : `"${detail}" ${fault}`;
          }),
        ];
        for (const fault of faults.filter((found) => found !== undefined)) {
          findings.push({
            pointer: response.pointer,
            message: `the example of ${response.status} of ${entry.id}: ${fault}`,
          });
        }
      }
    }
  }
  return { findings, checked, counts: { 'error examples': checked, 'details in them': fields } };
}
