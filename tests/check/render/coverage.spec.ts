/**
 * Nothing of the description is lost on its way to the page: every parameter, property, enumeration value (lists of up
 * to 30), status and example is found on the rendered page of its operation. The description is walked here on its
 * own, without the renderer's model.
 */
import { expect, test } from '@playwright/test';
import type { Operation } from '../../../src/description/description';
import { schemaFieldUrl, schemaPlace } from '../../../src/description/page-model';
import type { MediaType, Schema } from '../../../src/description/types';
import { toHtml } from '../../../src/render/hast';
import { NO_BACKLINKS } from '../../../src/render/related-guides';
import { renderOperation } from '../../../src/render/operation';
import { bundled, listIds, getText } from './support';

const description = bundled();

const pages = new Map<Operation, string>();

/** The page of an operation; rendered once. */
function html(operation: Operation): string {
  const known = pages.get(operation);
  if (known !== undefined) return known;
  const page = toHtml(renderOperation(description, operation.id, NO_BACKLINKS));
  pages.set(operation, page);
  return page;
}

interface Expected {
  fields: Set<string>;
  values: Set<string>;
}

/** Names of all properties (as last parts of permalinks) and all values of short enumerations below a schema. */
function collect(schema: Schema | undefined, path: string, expected: Expected, open: string[] = []): void {
  if (!schema) return;
  if (schema.$ref) {
    if (open.includes(schema.$ref)) return;
    const { $ref, ...rest } = schema;
    collect(description.resolve<Schema>({ $ref }), path, expected, [...open, $ref]);
    collect(rest, path, expected, open);
    return;
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const field = path ? `${path}.${name}` : name;
    expected.fields.add(field);
    collect(property, field, expected, open);
  }
  const values = (schema.enum ?? []).filter((value) => value !== null);
  if (values.length <= 30 && schema.const === undefined) {
    for (const value of values)
      expected.values.add(`${path}--${typeof value === 'string' ? value : JSON.stringify(value)}`);
  }
  collect(schema.items, path, expected, open);
  if (typeof schema.additionalProperties === 'object') collect(schema.additionalProperties, path, expected, open);
  for (const part of [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]) {
    collect(part, path, expected, open);
  }
}

/** Permalinks with the labels of choices taken out, so that both walks name a field alike. */
function found(ids: string[], prefix: string, choices: Set<string>): Set<string> {
  const labels = [...choices].sort((left, right) => right.length - left.length);
  const result = new Set<string>();
  for (const id of ids) {
    if (!id.startsWith(`${prefix}-`)) continue;
    let name = id.slice(prefix.length + 1);
    for (const label of labels) {
      if (id === label) name = '';
      else if (id.startsWith(`${label}.`) || id.startsWith(`${label}--`)) {
        const outer = label
          .slice(prefix.length + 1)
          .split('.')
          .slice(0, -1)
          .join('.');
        const rest = id.slice(label.length);
        name = outer ? `${outer}${rest}` : rest.replace(/^\./, '');
        break;
      }
    }
    result.add(name);
  }
  return result;
}

test('every operation shows all it has', () => {
  const count = { operations: 0, parameters: 0, fields: 0, values: 0, statuses: 0, examples: 0, bytes: 0 };
  const missing: string[] = [];
  for (const operation of description.operations.values()) {
    count.operations += 1;
    const page = html(operation);
    const text = getText(page);
    const ids = listIds(page);
    const choices = new Set([...page.matchAll(/<li class="choice" id="([^"]+)"/g)].map((match) => match[1] ?? ''));
    count.bytes = Math.max(count.bytes, page.length);
    expect(new Set(ids).size, `${operation.id}: ids are unique`).toBe(ids.length);

    for (const { name, in: place, description: words = '' } of operation.parameters) {
      count.parameters += 1;
      if (!ids.includes(`${place}-${name}`)) missing.push(`${operation.id}: ${place} parameter ${name}`);
      const start =
        words
          .split(/[`[\n]/)[0]
          ?.trim()
          .slice(0, 40) ?? '';
      if (!text.includes(start)) missing.push(`${operation.id}: description of ${name}`);
    }
    const bodies: [string, Record<string, MediaType> | undefined][] = [
      ['body', operation.requestBody?.content],
      ...[...operation.responses].map(([status, { content }]): [string, Record<string, MediaType> | undefined] => [
        `response-${status}`,
        content,
      ]),
    ];
    for (const [prefix, content] of bodies) {
      const media = description.media(content)?.media;
      if (!media) continue;
      const isError = media.schema?.$ref === '#/components/schemas/ApiError';
      const expected: Expected = { fields: new Set(), values: new Set() };
      collect(media.schema, '', expected);
      const shown = found(ids, isError ? 'error' : prefix, choices);
      for (const field of expected.fields) {
        count.fields += 1;
        if (!shown.has(field)) missing.push(`${operation.id}: field ${prefix} ${field}`);
      }
      for (const value of expected.values) {
        count.values += 1;
        if (!shown.has(value.replace(/[^\w.-]+/g, '-').replace(/^-+(?!-)/, ''))) {
          missing.push(`${operation.id}: value ${prefix} ${value}`);
        }
      }
      for (const example of description.examples(media)) {
        count.examples += 1;
        if (!text.includes(JSON.stringify(example.value, null, 2))) {
          missing.push(`${operation.id}: example ${example.names[0]}`);
        }
      }
    }
    for (const status of operation.responses.keys()) {
      count.statuses += 1;
      if (!ids.includes(`status-${status}`)) missing.push(`${operation.id}: status ${status}`);
    }
  }
  console.log(
    `${count.operations} operations and events, ${count.parameters} parameters, ${count.fields} fields, ` +
      `${count.values} enumeration values, ${count.statuses} statuses, ${count.examples} examples: ${missing.length} missing. ` +
      `Longest page: ${Math.round(count.bytes / 1024)} kB.`,
  );
  expect(missing).toEqual([]);
  for (const [name, number] of Object.entries(count)) expect(number, name).toBeGreaterThan(0);
});

test('links inside every page lead to an element of the page, fields of schemas to a page that has them', () => {
  const targets = new Map(
    [...description.operations.values()].map((operation) => [operation.url, new Set(listIds(html(operation)))]),
  );
  const lost: string[] = [];
  let links = 0;
  for (const operation of description.operations.values()) {
    for (const [, target = ''] of html(operation).matchAll(/href="#([^"]+)"/g)) {
      links += 1;
      if (targets.get(operation.url)?.has(target) !== true) lost.push(`${operation.id}: #${target}`);
    }
  }
  let fields = 0;
  for (const name of Object.keys(description.schemas)) {
    for (const field of [undefined, ...schemaPlace(description, name).node.fields]) {
      const [page = '', anchor = ''] = schemaFieldUrl(description, name, field?.name)?.split('#') ?? [];
      if (!page) continue;
      fields += 1;
      if (targets.get(page)?.has(anchor) !== true) lost.push(`${name}.${field?.name ?? '(whole)'}: ${page}#${anchor}`);
    }
  }
  console.log(`${links} links in pages, ${fields} addresses of fields`);
  expect(lost).toEqual([]);
  expect(links).toBeGreaterThan(0);
  expect(fields).toBeGreaterThan(0);
});

test('the address of a field is the page that shows it best', () => {
  expect(schemaFieldUrl(description, 'Customer', 'email')).toBe('/api/get-customer#response-200-data.email');
  expect(schemaFieldUrl(description, 'CustomerCreate', 'firstName')).toBe('/api/create-customer#body-firstName');
});
