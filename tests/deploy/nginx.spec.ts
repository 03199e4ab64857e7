/** The site behind a real nginx with `deploy/nginx/pai-docs.conf`. */
import { cpSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { buildFolder, sitemapRoutes } from '../support/routes';
import { builtHeaders } from '../support/site';
import { ask, startNginx, type Nginx } from './nginx-server';

const guide = '/docs/api/errors';
const compressed = { headers: { 'accept-encoding': 'gzip' } };
const short = 'public, max-age=60, must-revalidate';

// One server for all, and the last test switches its release.
test.describe.configure({ mode: 'default' });

let nginx: Nginx;
const get = (asked: string, options?: Parameters<typeof ask>[2]) => ask(nginx.port, asked, options);

test.beforeAll(async () => {
  nginx = await startNginx(['docs/api/errors', 'assets/css']);
});

test.afterAll(() => nginx.stop());

test('serves every route, with and without a trailing slash, with all headers', async () => {
  const routes = sitemapRoutes();
  const headers = builtHeaders();
  for (const route of routes) {
    const bare = route.replace(/(?<=.)\/$/, '');
    for (const asked of new Set([bare, `${bare}/`.replace('//', '/')])) {
      const answer = await get(asked);
      expect([answer.status, answer.headers['content-type']], asked).toEqual([200, 'text/html; charset=utf-8']);
      expect(answer.headers['cache-control'], asked).toBe(short);
      for (const [name, value] of headers) expect(answer.headers[name.toLowerCase()], asked).toBe(value);
      expect(answer.body.equals(readFileSync(path.join(buildFolder, bare, 'index.html'))), asked).toBe(true);
    }
  }
  expect(routes.length).toBeGreaterThan(100);
});

test('serves every kind of file with its content type', async () => {
  const types: Record<string, string> = {
    '/openapi.json': 'application/json; charset=utf-8',
    '/openapi.yaml': 'application/yaml; charset=utf-8',
    '/docs/api/errors.md': 'text/markdown; charset=utf-8',
    '/llms.txt': 'text/plain; charset=utf-8',
    '/schemas/webhook-events.d.ts': 'text/plain; charset=utf-8',
    '/img/favicon.svg': 'image/svg+xml; charset=utf-8',
    [`/assets/css/${readdirSync(path.join(buildFolder, 'assets', 'css'))[0] ?? ''}`]: 'text/css; charset=utf-8',
  };
  for (const [file, type] of Object.entries(types)) {
    const answer = await get(file);
    expect([answer.status, answer.headers['content-type']], file).toEqual([200, type]);
  }
});

test('caches chunks indefinitely, pages for a minute, and errors not at all', async () => {
  const chunk = `/assets/js/${readdirSync(path.join(buildFolder, 'assets', 'js'))[0] ?? ''}`;
  expect((await get(chunk)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const gone = await get('/assets/js/gone.js');
  expect([gone.status, gone.headers['cache-control']]).toEqual([404, 'no-store']);
  const page = await get(guide);
  const again = await get(guide, { headers: { 'if-none-match': page.headers['etag'] ?? '' } });
  expect([again.status, again.body.length, again.headers['cache-control']]).toEqual([304, 0, short]);
});

test('compresses text, with the precompressed file if there is one', async () => {
  const prepared = await get(guide, compressed);
  const file = path.join(nginx.folder, 'current', guide, 'index.html');
  expect(prepared.body.equals(readFileSync(`${file}.gz`)), 'the prepared bytes').toBe(true);
  const [packed, bare] = [await get('/openapi.json', compressed), await get('/openapi.json')];
  expect(bare.headers['content-encoding']).toBeUndefined();
  expect(gunzipSync(packed.body).equals(bare.body)).toBe(true);
});

test('redirects …/index.html to the path without it, and never to another host', async () => {
  const redirects: Record<string, string> = {
    '/index.html': '/',
    '/docs/api/errors/index.html?a=1&b=2': '/docs/api/errors/?a=1&b=2',
    '//evil.example/index.html': '/evil.example/',
    '/%0d%0aX-Evil:%201/index.html': '/%0d%0aX-Evil:%201/',
  };
  for (const [asked, location] of Object.entries(redirects)) {
    const answer = await get(asked);
    expect([answer.status, answer.headers.location], asked).toEqual([301, location]);
    expect(answer.headers['x-evil'], asked).toBeUndefined();
  }
});

test('answers every unknown path with the not-found page, and other methods with 405', async () => {
  const notFound = readFileSync(path.join(buildFolder, '404.html'));
  const unknown = [
    ...['/no-such-page', '/docs/api/errors/more', '/docs/api/webhooks/schemas', '/docs/api/errors.html'],
    ...['/_headers', '/.git/config', '/docs/.env', '/assets/', '/img'],
  ];
  for (const asked of unknown) {
    const answer = await get(asked);
    expect([answer.status, answer.headers['cache-control']], asked).toEqual([404, 'no-store']);
    expect(answer.body.equals(notFound), asked).toBe(true);
    expect(answer.headers['content-security-policy'], asked).toBeDefined();
  }
  expect((await get('/docs/%2e%2e/%2e%2e/etc/passwd')).body.toString()).not.toContain('root:');
  expect((await get('/', { method: 'POST' })).status).toBe(405);
  expect((await get('/')).headers['server'], 'no version').toBe('nginx');
});

test('switching the symlink deploys a release, and the previous chunks stay', async () => {
  const { folder } = nginx;
  cpSync(path.join(folder, 'one'), path.join(folder, 'two'), { recursive: true });
  writeFileSync(path.join(folder, 'two', 'llms.txt'), 'The second release.\n'.repeat(40));
  writeFileSync(path.join(folder, 'one', 'assets', 'old.js'), '1;');
  cpSync(path.join(folder, 'one', 'assets'), path.join(folder, 'two', 'assets'), { recursive: true, force: false });
  symlinkSync('two', path.join(folder, 'next'));
  renameSync(path.join(folder, 'next'), path.join(folder, 'current'));
  await expect.poll(async () => (await get('/llms.txt')).body.toString(), { timeout: 20_000 }).toContain('The second');
  expect((await get('/assets/old.js')).status).toBe(200);
});
