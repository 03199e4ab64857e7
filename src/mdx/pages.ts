/**
 * Parses pages for the checks: the MDX files in `docs/` and `src/pages/index.mdx`, with path, route, front matter with
 * lines, and the MDX tree with positions. An invalid page produces a finding.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Root } from 'mdast';
import remarkDirective from 'remark-directive';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { referenceFolder, getPageRoute } from '../site/routes';
import type { Finding } from '../site/finding';

/** A file on disk, or as modified by a test. */
export interface Source {
  /** Path from the repository's root, with forward slashes. */
  readonly file: string;
  readonly text: string;
}

/** A front matter value with its line. */
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

const processor = unified().use(remarkParse).use(remarkMdx).use(remarkGfm).use(remarkDirective);

const FRONT_MATTER = /^---\n([^]*?)\n---\n/;

/** The handwritten pages below `root` (the repository's path), without generated reference pages. */
export function readSources(root: string): Source[] {
  const docs = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((file) => `docs/${file.split(path.sep).join('/')}`)
    .filter((file) => file.endsWith('.mdx') && !file.startsWith(`docs/${referenceFolder}/`))
    .sort();
  return [...docs, HOME].map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
}

/** Offset at which a YAML node begins. */
function getStart({ range }: { range?: [number, number, number] | null | undefined }): number {
  return range ? range[0] : 0;
}

function readFrontMatter(text: string): Map<string, FrontMatterEntry> {
  const entries = new Map<string, FrontMatterEntry>();
  const lines = new LineCounter();
  const document = parseDocument(FRONT_MATTER.exec(text)?.[1] ?? '', { lineCounter: lines });
  const [error] = document.errors;
  if (error) throw new Error(`the front matter isn't YAML (${error.message.split('\n')[0] ?? ''}); correct it`);
  if (!isMap(document.contents)) return entries;
  for (const { key, value } of document.contents.items) {
    if (!isScalar(key)) continue;
    // The opening dashes are the first line of the file.
    const line = lines.linePos(getStart(key)).line + 1;
    entries.set(String(key.value), {
      value: value && typeof value === 'object' && 'toJSON' in value ? value.toJSON() : value,
      line,
    });
  }
  return entries;
}

/**
 * Parses a page. A template has the home page's route.
 *
 * @throws Error with `line` if the source isn't valid MDX.
 */
function parsePage(source: Source): Page {
  // Spaces in its place keep lines and offsets.
  const tree = processor.parse(source.text.replace(FRONT_MATTER, (front) => front.replace(/[^\n]/g, ' ')));
  const frontMatter = readFrontMatter(source.text);
  const title = frontMatter.get('title')?.value;
  const route = source.file.startsWith('docs/') ? getPageRoute('/docs', `/${source.file}`) : '/';
  return { ...source, route, frontMatter, title: typeof title === 'string' ? title : source.file, tree };
}

/** Cache of pages by file and text, so that unchanged pages are parsed once. Don't modify the trees. */
const known = new Map<string, Page>();

/** All valid pages, and a finding for each invalid one. */
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
