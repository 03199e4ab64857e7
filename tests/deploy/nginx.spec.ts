/** The site behind a real nginx with `deploy/nginx/pai-docs.conf`. */
import { cpSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import autocannon from 'autocannon';
import { needs } from '../../scripts/lib/needs.cjs';
import { buildFolder, sitemapRoutes } from '../support/routes';
import { builtHeaders } from '../support/site';
import { requireProgram } from '../support/left-out';
import { ask, startNginx, type Nginx } from './nginx-server';

const guide = '/docs/api/errors';
const compressed = { headers: { 'accept-encoding': 'gzip' } };
const immutable = 'public, max-age=31536000, immutable';
const short = 'public, max-age=60, must-revalidate';

// One server for all, and the last test but one switches its release.
test.describe.configure({ mode: 'default' });

let nginx: Nginx;
const get = (asked: string, options?: Parameters<typeof ask>[2]) => ask(nginx.site, asked, options);

test.beforeAll(async () => {
  nginx = await startNginx(requireProgram(needs.nginx), ['docs/api/errors', 'assets/css']);
});

test.afterAll(async () => {
  // Undefined if it was left out.
  await (nginx as Nginx | undefined)?.stop();
});

test('serves every route, with and without a trailing slash, with all headers', async () => {
  const routes = sitemapRoutes();
  const headers = builtHeaders();
  for (const route of routes) {
    const bare = route === '/' ? '/' : route.replace(/\/$/, '');
    for (const asked of new Set([bare, bare === '/' ? '/' : `${bare}/`])) {
      const answer = await get(asked);
      expect(answer.status, asked).toBe(200);
      expect(answer.headers['content-type'], asked).toBe('text/html; charset=utf-8');
      expect(answer.headers['cache-control'], asked).toBe(short);
      for (const [name, value] of headers) {
        expect(answer.headers[name.toLowerCase()], `${asked}: ${name}`).toBe(value);
      }
      expect(answer.body.equals(readFileSync(path.join(buildFolder, bare, 'index.html'))), asked).toBe(true);
    }
  }
  console.log(`${routes.length} routes, ${headers.length} security headers each`);
  expect(routes.length).toBeGreaterThan(100);
});

test('serves every file with its content type', async () => {
  const cards = readdirSync(path.join(buildFolder, 'cards'), { recursive: true, encoding: 'utf8' });
  const pictures = cards.filter((file) => file.endsWith('.png'));
  const types: Record<string, RegExp> = {
    '/openapi.json': /^application\/json/,
    '/openapi.yaml': /^application\/yaml; charset=utf-8$/,
    '/docs/api/errors.md': /^text\/markdown; charset=utf-8$/,
    '/llms.txt': /^text\/plain; charset=utf-8$/,
    '/sitemap.xml': /^text\/xml; charset=utf-8$/,
    '/schemas/webhook-events.d.ts': /^text\/plain; charset=utf-8$/,
    '/img/favicon.svg': /^image\/svg\+xml/,
    '/sw.js': /^application\/javascript; charset=utf-8$/,
    [`/assets/css/${readdirSync(path.join(buildFolder, 'assets', 'css'))[0] ?? ''}`]: /^text\/css; charset=utf-8$/,
    [`/cards/${pictures[0] ?? ''}`]: /^image\/png$/,
  };
  for (const [file, type] of Object.entries(types)) {
    const answer = await get(file);
    expect(answer.status, file).toBe(200);
    expect(answer.headers['content-type'], file).toMatch(type);
    expect(answer.headers['x-content-type-options'], file).toBe('nosniff');
  }
  console.log(`${Object.keys(types).length} types`);
});

test('caches chunks indefinitely, pages for a minute, and errors not at all, and returns 304 for unchanged files', async () => {
  const chunk = `/assets/js/${readdirSync(path.join(buildFolder, 'assets', 'js'))[0] ?? ''}`;
  expect((await get(chunk)).headers['cache-control']).toBe(immutable);
  const gone = await get('/assets/js/gone.js');
  expect([gone.status, gone.headers['cache-control']]).toEqual([404, 'no-store']);
  const page = await get(guide);
  expect(page.headers['vary']).toContain('Accept-Encoding');
  const again = await get(guide, { headers: { 'if-none-match': page.headers['etag'] ?? '' } });
  expect([again.status, again.body.length, again.headers['cache-control']]).toEqual([304, 0, short]);
});

test('compresses text, with the precompressed file if there is one', async () => {
  const prepared = await get(guide, compressed);
  expect(prepared.headers['content-encoding']).toBe('gzip');
  const file = path.join(nginx.folder, 'current', guide, 'index.html');
  expect(prepared.body.equals(readFileSync(`${file}.gz`)), 'the prepared bytes').toBe(true);
  expect(prepared.headers['content-security-policy']).toBeDefined();
  for (const asked of ['/', '/openapi.json', '/openapi.yaml', '/llms.txt', '/img/favicon.svg', '/sw.js']) {
    const [packed, bare] = [await get(asked, compressed), await get(asked)];
    expect(bare.headers['content-encoding'], asked).toBeUndefined();
    if (bare.body.length < 512) continue;
    expect(packed.headers['content-encoding'], asked).toBe('gzip');
    expect(gunzipSync(packed.body).equals(bare.body), asked).toBe(true);
  }
  expect((await get('/cards/')).status).toBe(404);
});

test('redirects …/index.html to the path without it, and never to another host', async () => {
  const redirects: Record<string, string> = {
    '/index.html': '/',
    '/docs/api/errors/index.html': '/docs/api/errors/',
    '/docs/api/errors/index.html?a=1&b=2': '/docs/api/errors/?a=1&b=2',
    '//evil.example/index.html': '/evil.example/',
    '///evil.example/index.html?x': '/evil.example/?x',
    '/docs/%69ndex.html': '/',
    '/%0d%0aX-Evil:%201/index.html': '/%0d%0aX-Evil:%201/',
  };
  for (const [asked, location] of Object.entries(redirects)) {
    const answer = await get(asked);
    expect([answer.status, answer.headers.location], asked).toEqual([301, location]);
    expect(answer.headers['x-evil'], asked).toBeUndefined();
  }
  console.log(`${Object.keys(redirects).length} redirects`);
});

test('returns the not-found page with status 404 for every unknown path', async () => {
  const notFound = readFileSync(path.join(buildFolder, '404.html'));
  const unknown = [
    ...['/no-such-page', '/docs', '/docs/api/errors/more', '/docs/api/webhooks/schemas', '/docs/api/errors.html'],
    ...['/_headers', '/_redirects', '/staticwebapp.config.json', '/.git/config', '/docs/.env', '/assets/', '/img'],
    ...['/%00', '/docs/%2e%2e/%2e%2e/etc/passwd', '/..%2f..%2fetc/passwd', '/docs/api/errors/index.html.gz/x'],
  ];
  for (const asked of unknown) {
    const answer = await get(asked);
    // nginx itself refuses what cannot be a path.
    expect([400, 404], `${asked}: ${answer.status}`).toContain(answer.status);
    expect(answer.body.toString(), asked).not.toContain('root:');
    if (answer.status === 400) continue;
    expect(answer.body.equals(notFound), asked).toBe(true);
    expect(answer.headers['cache-control'], asked).toBe('no-store');
    expect(answer.headers['content-security-policy'], asked).toBeDefined();
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    expect((await get('/', { method })).status, method).toBe(405);
  }
  const head = await get(guide, { method: 'HEAD' });
  expect([head.status, head.body.length]).toEqual([200, 0]);
  expect((await get('/')).headers['server'], 'no version').toBe('nginx');
  console.log(`${unknown.length} addresses that are no page`);
});

test('switching the symlink deploys a release, and the previous chunks stay', async () => {
  const { folder } = nginx;
  cpSync(path.join(folder, 'one'), path.join(folder, 'two'), { recursive: true });
  writeFileSync(path.join(folder, 'two', 'llms.txt'), 'The second release.\n'.repeat(40));
  writeFileSync(path.join(folder, 'one', 'assets', 'old.js'), '1;');
  cpSync(path.join(folder, 'one', 'assets'), path.join(folder, 'two', 'assets'), { recursive: true, force: false });
  expect((await get('/llms.txt')).body.toString()).not.toContain('The second release.');
  symlinkSync('two', path.join(folder, 'next'));
  renameSync(path.join(folder, 'next'), path.join(folder, 'current'));
  await expect.poll(async () => (await get('/llms.txt')).body.toString(), { timeout: 20_000 }).toContain('The second');
  expect((await get('/assets/old.js')).status).toBe(200);
  expect((await get(guide)).status).toBe(200);
});

/** Requests of one load, over 50 connections. */
const REQUESTS = 10_000;

/** Loads an address and gives the figures; the slowest is the 99th percentile in milliseconds. */
async function load(url: string): Promise<{ perSecond: number; errors: number; slowest: number; requests: number }> {
  const { requests, errors, timeouts, non2xx, latency, start, finish } = await autocannon({
    url,
    amount: REQUESTS,
    connections: 50,
    headers: { 'accept-encoding': 'gzip' },
  });
  const seconds = (finish.getTime() - start.getTime()) / 1000;
  return {
    requests: requests.total,
    perSecond: requests.total / seconds,
    errors: errors + timeouts + non2xx,
    slowest: latency.p99,
  };
}

test('handles load without errors, compared with plain nginx and one file', async () => {
  const { body } = await get(guide, compressed);
  writeFileSync(path.join(nginx.folder, 'plain', 'page'), body);
  // In turns, so that other work of the machine falls on both; the middle one of the ratios is told.
  const turns: Record<'plain' | 'site', Awaited<ReturnType<typeof load>>>[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    turns.push({
      plain: await load(`http://127.0.0.1:${nginx.plain}/page`),
      site: await load(`http://127.0.0.1:${nginx.site}${guide}`),
    });
  }
  const ratio = ({ site, plain }: (typeof turns)[number]) => site.perSecond / plain.perSecond;
  const [, middle = turns[0]] = [...turns].sort((one, other) => ratio(one) - ratio(other));
  if (middle === undefined) throw new Error('nginx.spec.ts: no turn.');
  for (const [name, of] of Object.entries(middle)) {
    const { perSecond, slowest, errors } = of;
    console.log(`${name}: ${Math.round(perSecond)} requests/s, 99th percentile ${slowest} ms, ${errors} errors`);
  }
  console.log(
    `ratio: ${ratio(middle).toFixed(2)} of the requests, ${(middle.site.slowest / middle.plain.slowest).toFixed(2)} of ` +
      `the time; ${body.length} bytes per page`,
  );
  const all = turns.flatMap(({ plain, site }) => [plain, site]);
  expect(all.map(({ requests }) => requests)).toEqual(Array(6).fill(REQUESTS));
  expect(all.map(({ errors }) => errors)).toEqual(Array(6).fill(0));
  // A page that is not there is an error of the load, so errors would be seen.
  expect((await load(`http://127.0.0.1:${nginx.site}/no-such-page`)).errors).toBeGreaterThan(0);
});
