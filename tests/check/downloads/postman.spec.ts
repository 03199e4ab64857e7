/** The Postman collection, imported by Postman's own library, and every request of it sent to the sandbox. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { EXAMPLE_NOW, listVariables } from '../../../sandbox/seed';
import { startSandbox } from '../../../sandbox/server';
import { collectionFile, postmanCollection } from '../../../scripts/lib/downloads/postman';
import type { OpenApiDocument } from '../../../src/description/types';
import { descriptionFile, root } from '../../support/routes';

interface PostmanList {
  all: () => { key: string; value: string }[];
}
interface PostmanRequest {
  method: string;
  url: { toString: (force?: boolean) => string; variables: PostmanList; query: PostmanList };
  headers: { toObject: () => Record<string, string> };
  body?: { raw?: string };
}
interface PostmanItem {
  name: string;
  request: PostmanRequest;
  getAuth: () => { type: string; parameters: () => { get: (name: string) => string | undefined } } | undefined;
}
interface PostmanCollection {
  items: { count: () => number };
  variables: { all: () => { key: string }[] };
  forEachItem: (visit: (item: PostmanItem) => void) => void;
}

const require = createRequire(__filename);
const { Collection } = require('postman-collection') as { Collection: new (content: unknown) => PostmanCollection };

const text = readFileSync(path.join(root, '.generated', 'static', 'downloads', collectionFile), 'utf8');
const description = JSON.parse(readFileSync(descriptionFile, 'utf8')) as OpenApiDocument;

function listItems(collection: PostmanCollection): PostmanItem[] {
  const items: PostmanItem[] = [];
  collection.forEachItem((item) => items.push(item));
  return items;
}

test('the collection contains every operation and declares every variable', () => {
  const collection = new Collection(JSON.parse(text));
  const operations = Object.values(description.paths ?? {}).flatMap((item) =>
    Object.keys(item).filter((key) => ['get', 'put', 'post', 'patch', 'delete'].includes(key)),
  );
  const used = new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? ''));
  const declared = collection.variables.all().map(({ key }) => key);
  console.log(
    `${listItems(collection).length} requests in ${collection.items.count()} folders, ${used.size} variables`,
  );
  expect(listItems(collection).length).toBe(operations.length);
  expect([...used].filter((name) => !declared.includes(name))).toEqual([]);
  const parameters = listItems(collection).flatMap(({ request: { url } }) => [
    ...url.variables.all(),
    ...url.query.all(),
  ]);
  // The session token's value is set by the request's authorization.
  const names = declared.filter((name) => name !== 'sessionToken');
  const fixed = parameters.filter(({ key, value }) => names.includes(key) && value !== `{{${key}}}`);
  expect(parameters.length).toBeGreaterThan(100);
  expect(fixed, 'parameters that have a variable, but a fixed value').toEqual([]);
});

test('the same specification always produces the same collection', async () => {
  const source = JSON.stringify(description);
  expect(JSON.stringify(await postmanCollection(source))).toBe(JSON.stringify(await postmanCollection(source)));
  expect(JSON.parse(text)).toEqual(await postmanCollection(source));
});

/** Requests that the example world has to refuse, by what the sandbox says: the records forbid them, not their form. */
const REFUSED_BY_RECORDS =
  /is in use|pending (one-time )?order|it is paused|is revoked|only a canceled one|was used before/;

test('every request of the collection is understood by the sandbox, and only records stand against it', async () => {
  const failures: string[] = [];
  let sent = 0;
  let refused = 0;
  for (const item of listItems(new Collection(JSON.parse(text)))) {
    const { name, request } = item;
    // A sandbox remembers: what one request deletes would be missing for the next one.
    const sandbox = await startSandbox(description, { port: 0, checksReplies: true, startAt: EXAMPLE_NOW });
    const variables = listVariables(sandbox.url);
    const values: Record<string, string | undefined> = {
      baseUrl: sandbox.url,
      apiKey: variables['PAI_API_KEY'],
      sessionToken: sandbox.world.store.all('sessions')[0]?.id,
      organizationId: variables['PAI_ORGANIZATION_ID'],
      accountId: variables['PAI_ACCOUNT_ID'],
    };
    const fill = (value: string): string => value.replace(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '');
    try {
      let address = fill(request.url.toString());
      for (const { key, value } of request.url.variables.all())
        address = address.replace(`:${key}`, encodeURIComponent(fill(value)));
      const url = new URL(address);
      const headers = new Headers(request.headers.toObject());
      const auth = item.getAuth()?.parameters();
      const key = auth?.get('key') ?? '';
      const secret = fill(auth?.get('value') ?? '');
      if (auth?.get('in') === 'query') url.searchParams.set(key, secret);
      else if (key !== '') headers.set(key, secret);
      const body = request.method === 'GET' ? undefined : request.body?.raw || undefined;
      const reply = await fetch(url, { method: request.method, headers, body });
      sent += 1;
      const answer = await reply.text();
      if (reply.ok) continue;
      if (REFUSED_BY_RECORDS.test(answer)) refused += 1;
      else failures.push(`${name}: ${reply.status} ${answer.slice(0, 200)}`);
    } finally {
      await sandbox.close();
    }
  }
  console.log(`${sent} requests sent, ${refused} of them refused because of the example world's records`);
  expect(sent).toBeGreaterThan(60);
  expect(refused).toBeLessThan(10);
  expect(failures).toEqual([]);
});
