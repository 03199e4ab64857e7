/**
 * What stops a build of the site and what only warns, tried on copies that are broken on purpose. A build takes longer
 * than everything else here, so each is broken in several places; what it says must be all of that, and nothing else.
 * Images that are missing are among the broken pages of `gate.spec.ts`.
 */
import { expect, test } from '@playwright/test';
import { buildCopy, buildOver, page } from '../support/build-copy';

test.describe.configure({ timeout: 300_000 });

/** The kinds of warnings in the output of a build, by the words after the mark. */
const warnings = (output: string): string[] =>
  output
    .split('\n')
    .flatMap((line) => /\[WARNING\] (?<words>.*)/.exec(line)?.groups?.['words'] ?? [])
    .map((words) => words.trim());

test('a broken anchor and a duplicate route only warn, and a page that violates the policy fails the build', () => {
  const { status, output } = buildOver({
    'docs/api/introduction.mdx': page('Introduction', '[Gone](/docs/api/errors#gone)'),
    'src/pages/docs/api/errors.mdx': page('The same route', '# The same route\n\nText.'),
    'docs/api/handler.mdx': page('Handler', '<a href="https://evil.example" {...{ onclick: "alert(1)" }}>x</a>'),
    'docs/api/script.mdx': page('Script', '<script src="https://evil.example/x.js"></script>'),
  });
  expect(output).toContain('Broken anchor on source page path = /docs/api/introduction');
  expect(output).toContain('/docs/api/errors#gone');
  expect(output).toMatch(/duplicate route/i);
  expect(output).toContain('/docs/api/errors');
  // Nothing else is wrong with the copy: what the other tests find comes from what they have broken.
  expect(warnings(output)).toEqual([
    expect.stringMatching(/duplicate routes/i),
    expect.stringMatching(/broken anchors/i),
  ]);
  // The policy is made of finished pages: anchor and route did not stop the build, and this does.
  expect(status).toBe(1);
  expect(output).toContain('These pages violate the Content-Security-Policy');
  expect(output).toContain('docs/api/script/index.html: <script> loads https://evil.example/x.js from another host');
  expect(output).not.toContain('Build failed');
});

test('broken links fail the build with page and link, and links to missing Markdown files also warn', () => {
  const { status, output } = buildCopy({
    'docs/api/introduction.mdx': page('Introduction', '[Gone](/docs/api/gone) [Errors](/docs/api/errors)'),
    'docs/api/file.mdx': page('File', '[Gone](./lost.mdx)'),
  });
  expect(status).not.toBe(0);
  const [, first = '', second = ''] = output.split('Broken link on source page path = ');
  const places = [first, second].sort();
  expect(places[0]).toMatch(/^\/docs\/api\/file\/?:[^]*lost/);
  expect(places[1]).toMatch(/^\/docs\/api\/introduction\/?:[^]*\/docs\/api\/gone/);
  expect(output).toMatch(/WARNING[^\n]*Markdown link[^\n]*lost\.mdx|Markdown link with URL `\.\/lost\.mdx`/);
  expect(output).toContain('docs/api/file.mdx');
});
