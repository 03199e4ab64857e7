/**
 * The site under the strict headers that it is built with. Every browser test gets its pages with them (the `origin` of
 * `tests/support/site.ts`), and every route is opened and watched by `every-page.spec.ts`: a violation is a console error.
 */
import { expect, test } from '../support/site';

test('every kind of response has the complete headers', async ({ request, origin }) => {
  const wanted = {
    'Content-Security-Policy': /^default-src 'self'; script-src 'self' 'sha256-/,
    'Strict-Transport-Security': /max-age=(?:3153600\d|[4-9]\d{7})/,
    'X-Content-Type-Options': /^nosniff$/,
    'X-Frame-Options': /^DENY$/,
    'Referrer-Policy': /^strict-origin-when-cross-origin$/,
    'Permissions-Policy': /camera=\(\).*payment=\(\)/,
    'Cross-Origin-Opener-Policy': /^same-origin$/,
    'Cross-Origin-Resource-Policy': /^same-origin$/,
  };
  const paths = ['/', '/docs/api/errors', '/api/create-customer', '/no-such-page', '/openapi.json', '/img/favicon.svg'];
  for (const asked of paths) {
    const answer = await request.get(origin + asked);
    for (const [name, value] of Object.entries(wanted)) {
      expect(answer.headers()[name.toLowerCase()], `${asked}: ${name}`).toMatch(value);
    }
  }
  console.log(`${Object.keys(wanted).length} headers on ${paths.length} kinds of responses`);
});

test("an injected script doesn't run", async ({ page, misbehavior }) => {
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

test("the site can't be framed", async ({ page, origin }) => {
  await page.route('**/frame', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<title>x</title><iframe src="${origin}/"></iframe>` }),
  );
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await page.goto(`${origin}/frame`);
  await refused;
});
