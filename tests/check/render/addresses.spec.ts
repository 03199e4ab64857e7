/** The links of operation pages, and the addresses of fields that guides link to. */
import { expect, test } from '@playwright/test';
import type { Operation } from '../../../src/specification/specification';
import { schemaFieldUrl, schemaPlace } from '../../../src/specification/page-model';
import { toHtml } from '../../../src/render/hast';
import { NO_BACKLINKS } from '../../../src/render/related-guides';
import { renderOperation } from '../../../src/render/operation';
import { bundled, listIds } from './support';

const specification = bundled();

const pages = new Map<Operation, string>();

/** The page of an operation; rendered once. */
function html(operation: Operation): string {
  const known = pages.get(operation);
  if (known !== undefined) return known;
  const page = toHtml(renderOperation(specification, operation.id, NO_BACKLINKS));
  pages.set(operation, page);
  return page;
}

test('links inside every page lead to an element of the page, fields of schemas to a page that has them', () => {
  const targets = new Map(
    [...specification.operations.values()].map((operation) => [operation.url, new Set(listIds(html(operation)))]),
  );
  const lost: string[] = [];
  let links = 0;
  for (const operation of specification.operations.values()) {
    const ids = listIds(html(operation));
    expect(new Set(ids).size, `${operation.id}: ids are unique`).toBe(ids.length);
    for (const [, target = ''] of html(operation).matchAll(/href="#([^"]+)"/g)) {
      links += 1;
      if (targets.get(operation.url)?.has(target) !== true) lost.push(`${operation.id}: #${target}`);
    }
  }
  let fields = 0;
  for (const name of Object.keys(specification.schemas)) {
    for (const field of [undefined, ...schemaPlace(specification, name).node.fields]) {
      const [page = '', anchor = ''] = schemaFieldUrl(specification, name, field?.name)?.split('#') ?? [];
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
  expect(schemaFieldUrl(specification, 'Customer', 'email')).toBe('/api/get-customer#response-200-data.email');
  expect(schemaFieldUrl(specification, 'CustomerCreate', 'firstName')).toBe('/api/create-customer#body-firstName');
});
