/**
 * The site under the strict headers that it is built with. Every browser test gets its pages with them (the `origin` of
 * `tests/support/site.ts`), and every route is opened and watched by `every-page.spec.ts`: a violation is a console error.
 */
import { expect, test } from '../support/site';

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
