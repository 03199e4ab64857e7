import { expect, test } from '@playwright/test';
import { buildCopy, page } from '../support/build-copy';

test.describe.configure({ timeout: 300_000 });

test('the sound copy builds without a warning', () => {
  const { status, output } = buildCopy({});
  expect(status, output).toBe(0);
  expect(output).not.toContain('WARNING');
});

test('a broken link stops the build and names page and link', () => {
  const { status, output } = buildCopy({ 'docs/api/introduction.mdx': page('Introduction', '[Gone](/docs/api/gone)') });
  expect(status).not.toBe(0);
  expect(output).toContain('Broken link on source page path = /docs/api/introduction');
  expect(output).toContain('/docs/api/gone');
});

test('a broken image stops the build and names page and image', () => {
  const { status, output } = buildCopy({
    'docs/api/introduction.mdx': page('Introduction', '![A picture](./gone.png)'),
  });
  expect(status).not.toBe(0);
  expect(output).toContain('docs/api/introduction.mdx');
  expect(output).toContain('gone.png');
});

test('a broken anchor and a duplicate route only warn, and name page and route', () => {
  const { status, output } = buildCopy({
    'docs/api/introduction.mdx': page('Introduction', '[Gone](/docs/api/errors#gone)'),
    'src/pages/docs/api/errors.mdx': page('The same route', '# The same route\n\nText.'),
  });
  expect(status, output).toBe(0);
  expect(output).toContain('Broken anchor on source page path = /docs/api/introduction');
  expect(output).toContain('/docs/api/errors#gone');
  expect(output).toMatch(/duplicate route/i);
  expect(output).toContain('/docs/api/errors');
});

test('a broken Markdown file link warns, and the dead address it leaves stops the build', () => {
  const { status, output } = buildCopy({ 'docs/api/introduction.mdx': page('Introduction', '[Gone](./gone.mdx)') });
  expect(output).toMatch(/WARNING[^\n]*Markdown link[^\n]*gone\.mdx|Markdown link with URL `\.\/gone\.mdx`/);
  expect(output).toContain('docs/api/introduction.mdx');
  expect(status).not.toBe(0);
  expect(output).toContain('Broken link on source page path = /docs/api/introduction');
});
