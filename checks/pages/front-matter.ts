/** Checks the front matter of pages for unknown keys, missing keys, and invalid values, and for what a template leaves. */
import type { Finding, Report } from '../../src/site/finding';
import { HOME, type Page } from '../../src/mdx/pages';

const KINDS = ['concept', 'tutorial', 'guide', 'event'];
const SHORTEST = 50;
const LONGEST = 160;

/** Keys of a page of `docs/`, and those of the home page, which has no kind and no sidebar. */
const DOCS_KEYS = ['kind', 'title', 'description', 'sidebar_label', 'words'];
const HOME_KEYS = ['title', 'description', 'hide_table_of_contents', 'wrapperClassName'];

function findProblems({ file, text, frontMatter }: Page): Finding[] {
  const findings: Finding[] = [];
  const add = (key: string, message: string): void =>
    void findings.push({ file, line: frontMatter.get(key)?.line ?? 1, message });
  const keys = file === HOME ? HOME_KEYS : DOCS_KEYS;
  for (const key of frontMatter.keys()) {
    if (!keys.includes(key)) add(key, `the front matter has the unknown key "${key}"; use one of ${keys.join(', ')}`);
  }
  const read = (key: string): unknown => frontMatter.get(key)?.value;
  for (const key of ['title', 'description']) {
    if (typeof read(key) !== 'string' || read(key) === '') add(key, `the front matter has no "${key}"; add it as text`);
  }
  const description = read('description');
  if (typeof description === 'string' && (description.length < SHORTEST || description.length > LONGEST)) {
    const message = `the description has ${description.length} characters; write ${SHORTEST} to ${LONGEST} about what the reader can do`;
    add('description', message);
  }
  if (file === HOME) return findings;
  text.split('\n').forEach((line, index) => {
    if (/^\s*\{\/\*/.test(line))
      findings.push({
        file,
        line: index + 1,
        message: 'this note comes from a template; write what it asks for, and remove it',
      });
  });
  if (!KINDS.includes(String(read('kind'))))
    add('kind', `"kind" is missing or unknown; use one of ${KINDS.join(', ')}`);
  if (!Number.isInteger(read('words'))) add('words', '"words" is missing; add how many words the page aims at');
  return findings;
}

/** Checks the front matter of all pages. */
export function checkFrontMatter(pages: readonly Page[]): Report {
  return {
    findings: pages.flatMap(findProblems),
    counts: { pages: pages.length, keys: pages.reduce((sum, { frontMatter }) => sum + frontMatter.size, 0) },
  };
}
