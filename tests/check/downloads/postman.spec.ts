/** The Postman collection, imported by Postman's own library, and sent to the sandbox. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@playwright/test';
import { listVariables } from '../../../sandbox/seed';
import { startSandbox } from '../../../sandbox/server';
import { collectionFile } from '../../../scripts/lib/downloads/postman';
import { loadSpecification } from '../../../src/specification/load';
import { specificationFile, root } from '../../support/routes';

interface Item {
  name: string;
  request: {
    method: string;
    body?: { raw?: string };
    url: { path: string[]; variables: { reference: Record<string, { value: string }> }; getQueryString: () => string };
  };
  events: { all: () => { listen: string; script: { toSource: () => string } }[] };
}

interface Collection {
  variables: { all: () => { key: string }[] };
  forEachItem: (visit: (item: Item) => void) => void;
}

const require = createRequire(__filename);
const { Collection } = require('postman-collection') as { Collection: new (content: unknown) => Collection };

const text = readFileSync(path.join(root, '.generated', 'static', 'downloads', collectionFile), 'utf8');
const collection = new Collection(JSON.parse(text));
const items: Item[] = [];
collection.forEachItem((item) => items.push(item));
const specification = loadSpecification(specificationFile);

test('the collection contains every operation and declares every variable', () => {
  const used = new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name));
  const declared = collection.variables.all().map(({ key }) => key);
  console.log(`${items.length} requests, ${used.size} variables`);
  const operations = [...specification.operations.values()];
  expect(items).toHaveLength(operations.filter(({ method }) => method !== 'event').length);
  expect([...used].filter((name) => !declared.includes(name))).toEqual([]);
});

test('in an empty sandbox, each request finds what the ones before it stored', async () => {
  const sandbox = await startSandbox(specification.document, { port: 0, isEmpty: true });
  const { PAI_API_KEY: apiKey = '', PAI_ACCOUNT_ID: accountId = '' } = listVariables('');
  const values = new Map(Object.entries({ baseUrl: sandbox.url, apiKey, accountId, $guid: 'one-key' }));
  const fill = (part: string): string =>
    part.replaceAll(/\{\{([$\w]+)\}\}/g, (_, name: string) => values.get(name) ?? '');
  const send = async (url: string, method: string, body?: string): Promise<{ status: number; reply: string }> => {
    const key = url.includes('/sessions') ? 'sessionToken' : 'apiKey';
    const headers = { 'Content-Type': 'application/json', Authorization: fill(`ApiKey {{${key}}}`) };
    const response = await fetch(url, { method, headers, body });
    return { status: response.status, reply: await response.text() };
  };
  const failed: string[] = [];
  for (const { name, request, events } of items) {
    const run = async (listen: string, reply = ''): Promise<void> => {
      const sent: Promise<void>[] = [];
      const pm = {
        test: () => undefined,
        collectionVariables: values,
        response: { json: (): unknown => JSON.parse(reply) },
        sendRequest: (
          { url, body }: { url: string; body: { raw: string } },
          done: (error: unknown, response: unknown) => void,
        ) =>
          sent.push(
            send(url, 'POST', body.raw).then(({ reply }) => done(null, { json: (): unknown => JSON.parse(reply) })),
          ),
      };
      for (const { script } of events.all().filter((event) => event.listen === listen))
        runInNewContext(script.toSource(), { pm });
      await Promise.all(sent);
    };
    await run('prerequest');
    const { url, method, body } = request;
    const parts = url.path.map((part) =>
      part.startsWith(':') ? (url.variables.reference[part.slice(1)]?.value ?? '') : part,
    );
    const query = url.getQueryString();
    const { status, reply } = await send(
      fill(`{{baseUrl}}/${parts.join('/')}${query === '' ? '' : `?${query}`}`),
      method,
      body?.raw === undefined ? undefined : fill(body.raw),
    );
    if (status >= 300) failed.push(`${name}: ${status} ${reply}`);
    else await run('test', reply);
  }
  await sandbox.close();
  expect(failed).toEqual([]);
});
