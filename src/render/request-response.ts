/**
 * What goes over the wire, in guides: `<Request>`, `<Response>`, `<ErrorResponse>`, `<EventPayload>`. All of it comes
 * from the specification's operations and named examples; unknown names fail.
 */
import type { Element } from 'hast';
import { type Specification, SpecificationError } from '../specification/specification';
import { unknownName } from '../specification/names';
import { viewForms } from '../specification/schema-view';
import type { JsonValue, Schema } from '../specification/types';
import { methodBadge, statusBadge, statusTitle } from './badges';
import { codeFigure } from './code-figure';
import { h } from './hast';
import { pathCode } from './operation';
import { printJson } from './samples/print';
import { type SampleOptions, sampleRequest } from './samples/request';
import { sampleTabs } from './samples';

/** Fails if a body lacks a field that its schema requires or has one that the schema does not know. */
function checkBody(specification: Specification, schema: Schema | undefined, body: JsonValue, where: string): void {
  const options = viewForms(specification, schema);
  const [view] = options;
  if (typeof body !== 'object' || body === null) return;
  if (Array.isArray(body)) {
    for (const item of body) checkBody(specification, view.items, item, where);
    return;
  }
  const properties = new Map(options.flatMap((option) => [...option.properties]));
  if (properties.size === 0) return;
  for (const [name, value] of Object.entries(body)) {
    const property = properties.get(name);
    if (!property) {
      if (view.values.size > 0) continue;
      throw new SpecificationError(unknownName(`field of ${where}`, name, properties.keys()));
    }
    checkBody(specification, property, value, `${where}.${name}`);
  }
  for (const name of view.required) {
    if (body[name] === undefined) {
      throw new SpecificationError(`${where} is missing the required field "${name}". Add it to "body".`);
    }
  }
}

/** `<Request operation="createCustomer" example="customer-create" />`; `id` starts the ids of its tabs. */
export function renderRequest(
  specification: Specification,
  operationId: string,
  example: string | undefined,
  options: SampleOptions & { rejected?: boolean },
  id: string,
): Element {
  const operation = specification.getOperation(operationId);
  if (operation.method === 'event') {
    throw new SpecificationError(`PAI sends ${operationId}. Show it with <EventPayload type="${operation.path}" />.`);
  }
  const content = specification.media(operation.requestBody?.content);
  const { body } = options;
  const request: SampleOptions = { ...options };
  if (!content && (body !== undefined || example !== undefined)) {
    throw new SpecificationError(`${operationId} accepts no body. Remove "body" and "example".`);
  }
  if (content) {
    if (body !== undefined && example !== undefined) {
      throw new SpecificationError('Set either "example" or "body", not both.');
    }
    if (body === undefined) {
      const named = example ?? specification.examples(content.media)[0]?.names[0];
      request.example = specification.getExample(content.media, named, `the request of ${operationId}`).value;
    } else if (!options.rejected) {
      checkBody(specification, content.media.schema, body, `the body of ${operationId}`);
    }
  }
  return h(
    'div',
    { className: ['exchange'] },
    h(
      'p',
      { className: ['exchange__head'] },
      h('a', { href: operation.url, className: ['op-link'] }, methodBadge(operation), ' ', pathCode(operation.path)),
    ),
    sampleTabs(sampleRequest(specification, operation, request), id, operation.summary),
  );
}

const REST = '…';

/** Keeps the given paths of a value and puts `…` in place of the rest. Removes the paths it finds from `unused`. */
function pick(value: JsonValue, paths: string[][], unused: Set<string>, prefix: string): JsonValue {
  if (paths.some((path) => path.length === 0)) {
    unused.delete(prefix);
    return value;
  }
  if (Array.isArray(value)) return value.map((item) => pick(item, paths, unused, prefix));
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, JsonValue> = {};
  let left = false;
  for (const [name, entry] of Object.entries(value)) {
    const below = paths.filter(([first]) => first === name).map((path) => path.slice(1));
    if (below.length > 0) result[name] = pick(entry, below, unused, prefix ? `${prefix}.${name}` : name);
    else left = true;
  }
  if (left) result[REST] = REST;
  return result;
}

/** An example as JSON. With `fields`, it contains only these, and `…` in place of the rest. */
function exampleJson(value: JsonValue, fields: string[] | undefined, where: string): string {
  if (!fields) return printJson(value);
  const unused = new Set(fields);
  const picked = pick(
    value,
    fields.map((field) => field.split('.')),
    unused,
    '',
  );
  const [missing] = unused;
  if (missing !== undefined) {
    throw new SpecificationError(`${where} has no field "${missing}". Compare "fields" with the example.`);
  }
  return printJson(picked).replace(new RegExp(`\\s+"${REST}": "${REST}"`, 'g'), ` ${REST}`);
}

/** `<Response operation="createCustomer" status="201" example="customer" fields="data.id" />`. */
export function renderResponse(
  specification: Specification,
  operationId: string,
  status: string | undefined,
  example: string | undefined,
  fields: string[] | undefined,
): Element {
  const operation = specification.getOperation(operationId);
  const code = status ?? specification.successStatus(operation);
  const response = specification.getResponse(operation, code);
  const content = specification.media(response.content);
  const where = `the ${code} response of ${operationId}`;
  if (!content) {
    if (example !== undefined) throw new SpecificationError(`${where} has no body. Remove "example".`);
    return h('p', { className: ['exchange__status'] }, statusBadge(code), ' The response has no body.');
  }
  if (!/\bjson\b/.test(content.type)) {
    return h(
      'p',
      { className: ['exchange__status'] },
      statusBadge(code),
      ' The body has the type ',
      h('code', content.type),
      '.',
    );
  }
  const { value } = specification.getExample(content.media, example, where);
  return codeFigure({
    source: exampleJson(value, fields, where),
    language: 'json',
    title: statusTitle(code),
    label: `Response ${code}`,
  });
}

/** `<EventPayload type="subscription-renewal-reminder" />`: a complete example of a delivery. */
export function renderEventPayload(specification: Specification, type: string, example: string | undefined): Element {
  const event = specification.getEvent(type);
  const content = specification.media(event.requestBody?.content);
  const { value } = specification.getExample(content?.media, example, `the event ${type}`);
  return codeFigure({
    source: printJson(value),
    language: 'json',
    title: h('code', type),
    label: `Payload of ${type}`,
  });
}
