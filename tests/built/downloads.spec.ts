/** What can be taken away is linked from the front page of the reference, and is served. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { formatSize } from '../../src/render/overview';
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

/** Sizes and checksums on the page that differ from those of the files. A build that reuses pages could keep old ones. */
function findWrongFigures(text: string): { checked: number; wrong: string[] } {
  const sized = [...text.matchAll(/\]\(\S*?(\/[\w./-]+)\) \(([\d.]+ \w+)\)(?:.*SHA-256 (\w+))?/g)];
  const wrong = sized.flatMap(([, url = '', size, checksum]) => {
    const file = readFileSync(path.join(buildFolder, url.replace(/^\/\/[^/]+/, '')));
    const isSame = checksum === undefined || createHash('sha256').update(file).digest('hex') === checksum;
    return formatSize(file.length) === size && isSame ? [] : [url];
  });
  return { checked: sized.length, wrong };
}

test('the API overview states the size of each download, and the checksum of the sandbox', () => {
  const text = readFileSync(path.join(buildFolder, 'api.md'), 'utf8');
  const { checked, wrong } = findWrongFigures(text);
  console.log(`${checked} sizes`);
  expect(checked).toBeGreaterThan(40);
  expect(wrong).toEqual([]);
  expect(findWrongFigures(text.replace(/SHA-256 \w/, 'SHA-256 x')).wrong).toHaveLength(1);
  expect(findWrongFigures(text.replaceAll(' kB)', ' MB)')).wrong.length).toBeGreaterThan(40);
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
