/** The Postman collection, imported by Postman's own library. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { collectionFile } from '../../../scripts/lib/downloads/postman';
import { loadSpecification } from '../../../src/specification/load';
import { specificationFile, root } from '../../support/routes';

interface Collection {
  variables: { all: () => { key: string }[] };
  forEachItem: (visit: (item: { name: string }) => void) => void;
}

const require = createRequire(__filename);
const { Collection } = require('postman-collection') as { Collection: new (content: unknown) => Collection };

test('the collection contains every operation and declares every variable', () => {
  const text = readFileSync(path.join(root, '.generated', 'static', 'downloads', collectionFile), 'utf8');
  const collection = new Collection(JSON.parse(text));
  const items: string[] = [];
  collection.forEachItem(({ name }) => items.push(name));
  const used = new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name));
  const declared = collection.variables.all().map(({ key }) => key);
  console.log(`${items.length} requests, ${used.size} variables`);
  const operations = [...loadSpecification(specificationFile).operations.values()];
  expect(items).toHaveLength(operations.filter(({ method }) => method !== 'event').length);
  expect([...used].filter((name) => !declared.includes(name))).toEqual([]);
});
