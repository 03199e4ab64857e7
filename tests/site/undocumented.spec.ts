/**
 * How often readers meet a clause about what isn't documented, in any wording: a hundred times on the whole site, once
 * per operation. Badges are left out, since they stay out of the way until asked.
 */
import { load, type CheerioAPI } from 'cheerio';
import { findUndocumented } from '../../src/content-lint/pages/wording';
import recorded from '../../src/content-lint/pages/wording-counts.json';
import { loadHtml } from '../support/html';
import { sitemapRoutes } from '../support/routes';
import { expect, test } from '../support/site';

const BUDGET = { site: 100, operation: 1 };

/** The clauses of a page, badges and code aside. */
function findClauses(html: CheerioAPI): string[] {
  const main = html('main').clone();
  main.find('.note, pre, code, script, style').remove();
  main.find('p, li, td, th, dt, dd, h1, h2, h3, h4').append(' ');
  return findUndocumented(main.text());
}

test('clauses about undocumented behavior stay within the budget', () => {
  const routes = sitemapRoutes();
  const counts = routes.map((route) => ({ route, count: findClauses(loadHtml(route)).length }));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const operations = counts.filter(({ route }) => route.startsWith('/api/') && route !== '/api/');
  const above = operations.filter(({ count }) => count > BUDGET.operation);
  const worst = [...counts].sort((a, b) => b.count - a.count).slice(0, 8);
  console.log(
    `${total} clauses on ${routes.length} pages, ${above.length} of ${operations.length} operations above ${BUDGET.operation}; ` +
      `most: ${worst.map(({ route, count }) => `${route} ${count}`).join(', ')}`,
  );
  expect(operations.length).toBeGreaterThan(0);
  expect(
    total,
    'clauses on the whole site; use x-undocumented, or "Undocumented behavior" of the API conventions',
  ).toBeLessThanOrEqual(Math.max(BUDGET.site, recorded.site.clauses));
  expect(above.length, above.map(({ route, count }) => `${route}: ${count}`).join('\n')).toBeLessThanOrEqual(
    recorded.site.operations,
  );
});

test('counts clauses in any wording, but not badges', () => {
  const html = load(
    "<main><p>The API does not specify it.</p><p>Whether it ends isn't documented.</p><p>The order is unspecified.</p>" +
      '<button class="note">Not documented: the order is not specified.</button><pre>is not documented</pre>' +
      '<p>See <a href="#">Undocumented behavior</a>.</p></main>',
  );
  expect(findClauses(html)).toEqual(['does not specify', "isn't documented", 'unspecified']);
});
