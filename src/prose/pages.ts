/**
 * The pages as the checks see them. In: MDX files of `docs/` and `src/pages/index.mdx`. Out: path, route, front matter
 * with lines, and the MDX tree with positions. A page that cannot be read gives a finding and no page.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Root } from 'mdast';
import remarkDirective from 'remark-directive';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { referenceFolder, routeOfPage } from '../config/routes';
import type { Finding } from './finding';

/** A file as it stands on disk, or as a test has changed it. */
export interface Source {
  /** Path from the repository's root, with forward slashes. */
  readonly file: string;
  readonly text: string;
}

/** A value of the front matter with its place. */
interface FrontMatterEntry {
  readonly value: unknown;
  readonly line: number;
}

export interface Page extends Source {
  /** `/docs/api/errors`, `/docs/api/webhooks/`, `/` for the home page. */
  readonly route: string;
  readonly frontMatter: ReadonlyMap<string, FrontMatterEntry>;
  readonly title: string;
  readonly tree: Root;
}

/** The home page: the only one outside `docs/`. */
export const HOME = 'src/pages/index.mdx';

const processor = unified()
  .use(remarkParse)
  .use(remarkMdx)
  .use(remarkGfm)
  .use(remarkDirective)
  .use(remarkFrontmatter, ['yaml']);

/** The hand-written pages below `root` (the repository's path); generated pages of the reference are left out. */
export function readSources(root: string): Source[] {
  const docs = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((file) => `docs/${file.split(path.sep).join('/')}`)
    .filter((file) => file.endsWith('.mdx') && !file.startsWith(`docs/${referenceFolder}/`))
    .sort();
  return [...docs, HOME].map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
}

/** Offset at which a YAML node begins. */
export function startOf({ range }: { range?: [number, number, number] | null | undefined }): number {
  return range ? range[0] : 0;
}

function readFrontMatter(tree: Root): Map<string, FrontMatterEntry> {
  const [first] = tree.children;
  const entries = new Map<string, FrontMatterEntry>();
  if (first?.type !== 'yaml') return entries;
  const lines = new LineCounter();
  const document = parseDocument(first.value, { lineCounter: lines });
  const [error] = document.errors;
  if (error) throw new Error(`the front matter isn't YAML (${error.message.split('\n')[0] ?? ''}); correct it`);
  if (!isMap(document.contents)) return entries;
  for (const { key, value } of document.contents.items) {
    if (!isScalar(key)) continue;
    // The opening dashes are the first line of the file.
    const line = lines.linePos(startOf(key)).line + 1;
    entries.set(String(key.value), {
      value: value && typeof value === 'object' && 'toJSON' in value ? value.toJSON() : value,
      line,
    });
  }
  return entries;
}

/** One page of its source; a template has the home page's route. Throws an Error with `line` if it is not MDX. */
function parsePage(source: Source): Page {
  const tree = processor.parse(source.text);
  const frontMatter = readFrontMatter(tree);
  const title = frontMatter.get('title')?.value;
  const route = source.file.startsWith('docs/') ? routeOfPage('/docs', `/${source.file}`) : '/';
  return { ...source, route, frontMatter, title: typeof title === 'string' ? title : source.file, tree };
}

/** Pages by file and text: a page that has not changed is read once. Trees are never changed. */
const known = new Map<string, Page>();

/** All pages that can be read, and a finding for each that cannot. */
export function parsePages(sources: readonly Source[]): { pages: Page[]; findings: Finding[] } {
  const pages: Page[] = [];
  const findings: Finding[] = [];
  for (const source of sources) {
    try {
      const key = `${source.file}\n${source.text}`;
      const page = known.get(key) ?? parsePage(source);
      known.set(key, page);
      pages.push(page);
    } catch (error) {
      const { message, line } = error as Error & { line?: number };
      findings.push({
        file: source.file,
        line: line ?? 1,
        message: `the page isn't valid MDX: ${message}; escape raw "<" and "{", or close the tag`,
      });
    }
  }
  return { pages, findings };
}

/** The line of the first place in a file that holds `text`, for findings of facts that have no node. */
export function lineOfText(source: Source, text: string): number {
  const index = source.text.indexOf(text);
  return index < 0 ? 1 : source.text.slice(0, index).split('\n').length;
}
