/** Checks the front matter of pages for unknown keys, missing keys, and invalid values. */
import type { Finding, Report } from '../../coverage/finding';
import { HOME, type Page } from '../../coverage/pages';

export const KINDS = ['concept', 'tutorial', 'guide', 'event'] as const;
export type Kind = (typeof KINDS)[number];

const SHORTEST = 50;
const LONGEST = 160;

/** Keys of a page of `docs/`, and those of the home page, which has no kind and no sidebar. */
const DOCS_KEYS = ['kind', 'title', 'description', 'sidebar_label', 'omits'];
const HOME_KEYS = ['title', 'description', 'hide_table_of_contents', 'wrapperClassName'];

/** The kind of a page; `undefined` for the home page and for a kind that does not exist. */
export function getPageKind(page: Page): Kind | undefined {
  return KINDS.find((kind) => kind === page.frontMatter.get('kind')?.value);
}

/** Headings that a page leaves out, with the reason. */
export function listOmissions(page: Page): { heading: string; reason: string; line: number }[] {
  const entry = page.frontMatter.get('omits');
  if (entry === undefined || typeof entry.value !== 'object' || entry.value === null) return [];
  return Object.entries(entry.value).map(([heading, reason]) => ({
    heading,
    reason: typeof reason === 'string' ? reason.trim() : '',
    line: entry.line,
  }));
}

function findProblems(page: Page): Finding[] {
  const { file, frontMatter } = page;
  const findings: Finding[] = [];
  const add = (line: number, message: string): void => void findings.push({ file, line, message });
  const keys = file === HOME ? HOME_KEYS : DOCS_KEYS;
  for (const [key, { line }] of frontMatter) {
    if (!keys.includes(key)) add(line, `the front matter has the unknown key "${key}"; use one of ${keys.join(', ')}`);
  }
  for (const key of ['title', 'description', 'sidebar_label']) {
    const entry = frontMatter.get(key);
    if (entry === undefined) {
      if (key !== 'sidebar_label') add(1, `the front matter has no "${key}"; add it`);
    } else if (typeof entry.value !== 'string' || entry.value.trim() === '') {
      add(entry.line, `"${key}" isn't text; write it as a string`);
    }
  }
  const description = frontMatter.get('description');
  if (typeof description?.value === 'string') {
    const { length } = description.value;
    if (length < SHORTEST || length > LONGEST) {
      add(
        description.line,
        `the description has ${length} characters; write ${SHORTEST} to ${LONGEST} about what the reader can do`,
      );
    }
  }
  if (file === HOME) return findings;
  const kind = frontMatter.get('kind');
  if (kind === undefined) add(1, `the front matter has no "kind"; choose one of ${KINDS.join(', ')}`);
  else if (getPageKind(page) === undefined) {
    add(kind.line, `the kind "${String(kind.value)}" does not exist; choose one of ${KINDS.join(', ')}`);
  }
  const omits = frontMatter.get('omits');
  if (omits !== undefined && (typeof omits.value !== 'object' || omits.value === null)) {
    add(omits.line, '"omits" isn\'t a map; write "Heading: reason" below it');
  }
  return findings;
}

/** Checks the front matter of all pages. */
export function checkFrontMatter(pages: readonly Page[]): Report {
  return {
    findings: pages.flatMap(findProblems),
    counts: { pages: pages.length, keys: pages.reduce((sum, { frontMatter }) => sum + frontMatter.size, 0) },
  };
}
