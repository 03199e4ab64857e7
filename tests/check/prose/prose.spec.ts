/** The prose of the repository against the description, the templates and the style guide. */
import { test } from '@playwright/test';
import { checkCode } from '../../../src/content-lint/pages/code-spans';
import { checkFences } from '../../../src/content-lint/pages/fences';
import { checkFrontMatter } from '../../../src/content-lint/pages/front-matter';
import { checkLinks } from '../../../src/content-lint/pages/links';
import { renderComponents } from '../../../src/content-lint/pages/rendered';
import { loadSubject, parse, readRepositoryFile } from './subject';
import { expectClean } from '../../support/expect-clean';

test('front matter holds the keys of its kind', async () => {
  const { pages } = parse(await loadSubject());
  expectClean('Front matter', checkFrontMatter(pages));
});

// In one test, because an entry of the allow-list is needless only if none of these checks needs it.
test('code, fences and sums agree with the description', async () => {
  const { pages, vocabulary, allowed } = parse(await loadSubject());
  const fileExists = (file: string): boolean => readRepositoryFile(file) !== undefined;
  expectClean('Code spans', checkCode(pages, vocabulary, allowed, fileExists));
  expectClean('Fences', checkFences(pages, vocabulary, allowed, readRepositoryFile));
  expectClean('Allow-list', { findings: allowed.findings(), counts: { entries: allowed.entries.length } });
});

test('components render and links lead somewhere', async () => {
  const { pages, vocabulary, description } = parse(await loadSubject());
  const rendered = renderComponents(pages, description);
  expectClean('Components', rendered);
  expectClean('Links', checkLinks(pages, { anchors: rendered.anchors, description, vocabulary }));
});
