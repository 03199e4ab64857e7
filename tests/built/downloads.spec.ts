/** What can be taken away is linked from the front page of the reference, and is served. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadHtml } from '../support/html';
import { buildFolder } from '../support/routes';
import { expect, test } from '../support/site';

test('the API overview links every download', async ({ request }) => {
  const html = loadHtml('/api/');
  const links = new Set(
    html('main a[href]')
      .toArray()
      .map((node) => html(node).attr('href') ?? ''),
  );
  const files = [
    '/openapi.yaml',
    '/openapi.json',
    '/llms.txt',
    '/llms-full.txt',
    '/api-changes.xml',
    '/schemas/webhook-events.d.ts',
    '/schemas/WebhookEvent.json',
    ...['Transaction', 'Subscription', 'Dispute', 'Order'].map((name) => `/schemas/${name}Event.json`),
    ...readdirSync(path.join(buildFolder, 'downloads')).map((file) => `/downloads/${file}`),
  ];
  console.log(`${files.length} files`);
  expect(files.length).toBeGreaterThan(40);
  expect(
    files.filter((file) => !links.has(file)),
    'not linked',
  ).toEqual([]);
  expect(
    files.filter((file) => !existsSync(path.join(buildFolder, file))),
    'not there',
  ).toEqual([]);
  for (const file of files) expect((await request.get(file)).status(), file).toBe(200);
});

test('each tutorial links its workflow, which is served and listed in llms.txt', async ({ request }) => {
  const index = readFileSync(path.join(buildFolder, 'llms.txt'), 'utf8');
  const names = readdirSync(path.join(buildFolder, 'workflows')).map((file) => path.basename(file, '.yaml'));
  expect(names).toHaveLength(12);
  for (const name of names) {
    const file = `/workflows/${name}.yaml`;
    const links = loadHtml(`/docs/get-started/tutorials/${name}`)(`main a[href="${file}"]`);
    expect(links.length, `${name} doesn't link ${file}`).toBe(1);
    expect(index).toContain(file);
    expect((await request.get(file)).status(), file).toBe(200);
  }
  console.log(`${names.length} workflows`);
});
