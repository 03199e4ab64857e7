/**
 * The site under the strict headers that it is built with. Every browser test gets its pages with them (the `origin` of
 * `tests/support/site.ts`), and every route is opened and watched by `every-page.spec.ts`: a violation is a console error.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { load } from 'cheerio';
import { formsOf } from '../../scripts/lib/security/forms';
import { contentSecurityPolicy, policyNeeds } from '../../scripts/lib/security/policy';
import { readPages } from '../../scripts/lib/security/write';
import { buildFolder, root, sitemapRoutes } from '../support/routes';
import { builtHeaders, expect, hydrated, test } from '../support/site';

const headers = new Map(builtHeaders());
const policy = headers.get('Content-Security-Policy') ?? '';
const directives = new Map(
  policy.split('; ').map((directive) => {
    const [name = '', ...sources] = directive.split(' ');
    return [name, sources];
  }),
);

test('the headers are complete, and go with every kind of response', async ({ request, origin }) => {
  const wanted = {
    'Content-Security-Policy': /^default-src 'none'; script-src 'self' 'sha256-/,
    'Strict-Transport-Security': /max-age=(?:3153600\d|[4-9]\d{7})/,
    'X-Content-Type-Options': /^nosniff$/,
    'X-Frame-Options': /^DENY$/,
    'Referrer-Policy': /^strict-origin-when-cross-origin$/,
    'Permissions-Policy': /camera=\(\).*payment=\(\)/,
    'Cross-Origin-Opener-Policy': /^same-origin$/,
    'Cross-Origin-Resource-Policy': /^same-origin$/,
  };
  const paths = ['/', '/docs/api/errors', '/api/create-customer', '/no-such-page', '/openapi.json', '/img/logo.svg'];
  for (const asked of paths) {
    const answer = await request.get(origin + asked);
    for (const [name, value] of Object.entries(wanted)) {
      expect(answer.headers()[name.toLowerCase()], `${asked}: ${name}`).toMatch(value);
    }
  }
  console.log(`${Object.keys(wanted).length} headers on ${paths.length} kinds of responses`);
});

test('the policy lets no inline script, no eval and no foreign host through', () => {
  const allowed = [...directives].flatMap(([name, sources]) => sources.map((source) => `${name} ${source}`));
  expect(allowed.length).toBeGreaterThan(10);
  expect(directives.get('default-src')).toEqual(["'none'"]);
  for (const name of ['script-src', 'script-src-attr', 'connect-src', 'base-uri', 'form-action', 'frame-ancestors']) {
    expect(directives.has(name), name).toBe(true);
  }
  const loose =
    /'unsafe-eval'|'wasm-unsafe-eval'|'unsafe-hashes'|'strict-dynamic'|https?:|\*|^(?!style-).*'unsafe-inline'/;
  expect(allowed.filter((entry) => loose.test(entry))).toEqual([]);
  // Words that must be found, to know that the pattern can fail.
  for (const bad of ["script-src 'unsafe-inline'", "script-src 'unsafe-eval'", 'img-src https:', 'connect-src *']) {
    expect(bad).toMatch(loose);
  }
});

test('every inline script of every page has its hash in the policy, and no hash is left over', () => {
  const used = new Set<string>();
  const missing: string[] = [];
  let scripts = 0;
  const pages = readPages(buildFolder);
  for (const { file, html } of pages) {
    const document = load(html);
    for (const element of document('script:not([src]):not([type="application/ld+json"])').toArray()) {
      const hash = `'sha256-${createHash('sha256')
        .update(document(element).html() ?? '')
        .digest('base64')}'`;
      scripts += 1;
      used.add(hash);
      if (directives.get('script-src')?.includes(hash) !== true) missing.push(`${file}: ${hash}`);
    }
  }
  console.log(`${scripts} inline scripts on ${pages.length} pages, ${used.size} different`);
  expect(pages.length).toBeGreaterThan(sitemapRoutes().length);
  expect(missing).toEqual([]);
  expect(directives.get('script-src')).toHaveLength(used.size + 1);
});

test('what no strict policy can allow stops the build, with file and reason', () => {
  const bad = {
    '<p onclick="x()">': /runs a script from an attribute/,
    '<img src=x onerror=alert(1)>': /<img onerror> runs a script/,
    '<a href="javascript:alert(1)">x</a>': /runs a script from an address/,
    '<a href=" java\nscript:alert(1)">x</a>': /runs a script from an address/,
    '<script src="https://evil.example/x.js"></script>': /loads https:\/\/evil\.example\/x\.js from another host/,
    '<script src="//evil.example/x.js"></script>': /from another host/,
    '<link rel=stylesheet href="https://evil.example/x.css">': /from another host/,
    '<iframe src="https://evil.example"></iframe>': /from another host/,
  };
  for (const [html, reason] of Object.entries(bad)) {
    const needs = policyNeeds({ file: 'docs/x/index.html', html });
    expect(needs.problems.join(), html).toMatch(reason);
    expect(() => contentSecurityPolicy([needs], { inlineStyles: false }), html).toThrow(/docs\/x\/index\.html/);
  }
  expect(() => contentSecurityPolicy([], { inlineStyles: false })).toThrow(/No page/);
  console.log(`${Object.keys(bad).length} hostile pages`);
});

test('each form of the headers carries the same policy and can be read', () => {
  const deploy = path.join(root, '.generated', 'deploy');
  const files = [
    ...['_headers', 'staticwebapp.config.json'].map((file) => path.join(buildFolder, file)),
    ...readdirSync(deploy)
      .filter((file) => file !== 'cloudfront-function.js')
      .map((file) => path.join(deploy, file)),
  ];
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const plain = file.endsWith('.json') ? JSON.stringify(JSON.parse(text)) : text;
    for (const [name, value] of headers) {
      expect(plain.includes(value), `${file}: ${name}`).toBe(true);
    }
  }
  console.log(`${files.length} forms, ${headers.size} headers each`);
  expect(files.length).toBeGreaterThan(6);
  expect(formsOf([...headers]).map((form) => form.file)).toContain('cloudfront-function.js');
});

test('the function for CloudFront rewrites and redirects, and never to another host', () => {
  const source = readFileSync(path.join(root, '.generated', 'deploy', 'cloudfront-function.js'), 'utf8');
  type Answer = { uri?: string; statusCode?: number; headers?: { location: { value: string } } };
  const handler = runInNewContext(`${source}; handler`) as (event: { request: { uri: string } }) => Answer;
  const ask = (uri: string) => {
    const answer = handler({ request: { uri } });
    return answer.statusCode === undefined ? answer.uri : `${answer.statusCode} ${answer.headers?.location.value}`;
  };
  expect(ask('/docs/api/errors')).toBe('/docs/api/errors/index.html');
  expect(ask('/api/')).toBe('/api/index.html');
  expect(ask('/openapi.yaml')).toBe('/openapi.yaml');
  expect(ask('/docs/api/errors/index.html')).toBe('301 /docs/api/errors/');
  expect(ask('//evil.example/index.html')).toBe('301 /evil.example/');
});

const withDiagram = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.mdx') && readFileSync(path.join(root, 'docs', file), 'utf8').includes('```mermaid'))
  .map((file) => `/docs/${file.replace(/(^|\/)index\.mdx$/, '$1').replace(/\.mdx$/, '')}`);

// Two halves, for two workers.
for (const half of [0, 1]) {
  test(`diagrams keep to the policy, ${half + 1} of 2`, async ({ page, misbehavior }) => {
    const routes = withDiagram.filter((_route, index) => index % 2 === half);
    for (const route of routes) {
      await page.goto(route);
      await hydrated(page);
      await page.locator('.diagram').first().scrollIntoViewIfNeeded();
      await expect(page.locator('.docusaurus-mermaid-container svg').first(), route).toBeVisible();
    }
    console.log(`${routes.length} pages with a diagram`);
    expect(routes.length).toBeGreaterThan(2);
    expect(misbehavior.problems).toEqual([]);
  });
}

test('search, colour modes and the not-found page keep to the policy', async ({ page, misbehavior }) => {
  await page.goto('/docs/api/errors');
  await hydrated(page);
  await page.getByRole('button', { name: /^Switch between/ }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('/');
  await page.getByRole('combobox').fill('refund');
  await expect(page.getByRole('option').first()).toBeVisible();
  expect(misbehavior.problems).toEqual([]);
  await page.goto('/no-such-page');
  await hydrated(page);
  // The browser speaks of the status itself.
  expect(misbehavior.problems.filter((problem) => !problem.includes('status of 404'))).toEqual([]);
});

test('a script that got into a page anyway does not run', async ({ page, misbehavior }) => {
  await page.route('**/docs/api/errors', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({
      response,
      body: html.replace(
        '</main>',
        '<script>window.ran = 1</script><img src="data:," onerror="window.ran = 2">' +
          '<a id="bad" href="javascript:window.ran = 3">x</a><base href="https://evil.example/"></main>',
      ),
    });
  });
  // Without the site's own scripts, which would put their own HTML in place.
  await page.route('**/assets/js/**', (route) => route.abort());
  await page.goto('/docs/api/errors');
  await page.locator('#bad').dispatchEvent('click');
  const reached = await page.evaluate(() => {
    const { ran } = window as { ran?: number };
    return { ran, base: new URL('/x', document.baseURI).host, own: location.host };
  });
  expect(reached.ran).toBeUndefined();
  expect(reached.base).toBe(reached.own);
  await expect
    .poll(() => misbehavior.problems.filter((problem) => problem.includes('Content Security Policy')).length)
    .toBeGreaterThanOrEqual(4);
});

test('the site cannot be framed', async ({ page, origin }) => {
  await page.route('**/frame', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<title>x</title><iframe src="${origin}/"></iframe>` }),
  );
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await page.goto(`${origin}/frame`);
  await refused;
});
