/** Every kind of page, on a desk and a phone, in both modes: clean console, no violation of the policy, nothing too wide. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildFolder } from '../support/routes';
import { arrived, expect, open, test } from './fixtures';
import { until } from './engine';

const pages = [
  ...['/', '/docs/category/concepts', '/docs/get-started/concepts/transactions'],
  ...['/docs/get-started/concepts/orders/subscriptions', '/docs/get-started/tutorials/collect-payment'],
  ...['/docs/api/errors', '/docs/api/framepay/', '/docs/api/webhooks/', '/api/', '/api/create-transaction'],
  ...['/api/subscription-renewal-reminder-event', '/no-such-page'],
];

/** What browsers say of the not-found page itself. */
const isStatusOfPage = (problem: string): boolean => /404/.test(problem) && /no-such-page|status of 404/.test(problem);

for (const { width, height, mode } of [
  { width: 1280, height: 860, mode: 'light' },
  { width: 390, height: 844, mode: 'dark' },
]) {
  test(`every kind of page at ${width} px, ${mode}`, async ({ engine, origin }) => {
    await engine.resize(width, height);
    const findings: string[] = [];
    for (const page of pages) {
      await open(engine, `${origin}${page}?docusaurus-theme=${mode}`);
      const found = await engine.run(() => {
        const { scrollWidth, clientWidth, dataset } = document.documentElement;
        const bar = document.querySelector('.navbar');
        const hidden = [...document.querySelectorAll('main [id]:not(details *, svg *)')].filter((target) => {
          if (target.getClientRects().length === 0) return false;
          target.scrollIntoView({ behavior: 'instant' });
          return target.getBoundingClientRect().top < (bar?.getBoundingClientRect().bottom ?? 0) - 1;
        });
        return {
          tooWide: scrollWidth - clientWidth,
          theme: dataset['theme'],
          letters: document.querySelector('main')?.innerText.length ?? 0,
          hidden: hidden.map(({ id }) => id),
          undrawn: [...document.querySelectorAll('.diagram')].filter((box) => !box.querySelector('svg')).length,
        };
      });
      if (found.tooWide > 0) findings.push(`${page}: ${found.tooWide} px too wide`);
      if (found.theme !== mode) findings.push(`${page}: is ${found.theme ?? 'without a mode'}`);
      if (found.letters < 60) findings.push(`${page}: has only ${found.letters} letters`);
      if (found.undrawn > 0) findings.push(`${page}: ${found.undrawn} diagrams aren't drawn`);
      findings.push(...found.hidden.map((id) => `${page}#${id} is under the navigation bar`));
      const problems = await engine.takeProblems();
      findings.push(...problems.filter((problem) => !isStatusOfPage(problem)).map((problem) => `${page}: ${problem}`));
    }
    console.log(`${pages.length} pages at ${width} px, ${mode}`);
    expect(findings).toEqual([]);
  });
}

// WebKit has no links to prefetch files, so that Docusaurus requests the files there by script.
test('the app fetches pages ahead within the policy', async ({ engine, origin, line }) => {
  const target = readFileSync(path.join(buildFolder, 'docs', 'api', 'subscriptions', 'index.html'), 'utf8');
  const chunk = /data-chunks="[^"]* ([^ "]+)"/.exec(target)?.[1] ?? 'none';
  await open(engine, `${origin}/docs/api/introduction`);
  await engine.hover('.theme-doc-sidebar-menu a[href="/docs/api/subscriptions"]');
  await until(() => Promise.resolve(line.requests.includes(`/assets/js/${chunk}.js`)), 'its text is fetched ahead');
  await engine.click('.theme-doc-sidebar-menu a[href="/docs/api/subscriptions"]');
  await arrived(engine, '/docs/api/subscriptions', 'Manage subscriptions');
  expect(line.requests, 'without another document').not.toContain('/docs/api/subscriptions');
  expect(await engine.takeProblems()).toEqual([]);
});
