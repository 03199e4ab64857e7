/**
 * Checks links: the page, the anchor, or the file exists, and the text says where the link leads. The build checks links
 * again. This check is faster, and knows the source line.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { visit } from 'unist-util-visit';
import { categories } from '../../src/site/categories';
import type { Finding, Report } from '../../src/site/finding';
import type { Page } from '../../src/mdx/pages';
import { getLine, getText } from '../../src/mdx/tree';
import type { Vocabulary } from '../../src/mdx/vocabulary';
import { nearestName } from '../../src/specification/names';
import { operationAnchors } from './components';

/** Vague link texts. */
export const VAGUE = ['here', 'this page', 'this', 'click', 'click here', 'read more', 'more', 'link', 'page'];

/** Files that the build writes after the pages. */
const BUILT_FILES = ['/llms.txt', '/llms-full.txt'];

const isPublished = (file: string): boolean =>
  BUILT_FILES.includes(file) || existsSync(`.generated/static${file}`) || existsSync(`static${file}`);

/**
 * Checks every link of all pages.
 *
 * @param anchors - The anchors of each page by its route.
 */
export function checkLinks(
  pages: readonly Page[],
  anchors: ReadonlyMap<string, ReadonlySet<string>>,
  vocabulary: Vocabulary,
): Report {
  const findings: Finding[] = [];
  const counts = { links: 0, 'anchors linked': 0 };
  const reference = vocabulary.referenceRoutes();
  const fixed = new Set(['/api/', ...Object.values(categories).map(({ slug }) => slug)]);
  const routes = [...anchors.keys(), ...reference.keys(), ...fixed];
  const routeOf = new Map(pages.map(({ file, route }) => [file, route]));
  const anchorsByRoute = new Map<string, ReadonlySet<string>>(anchors);

  /** The route behind the path of a link; undefined if a relative link leads to no file. */
  const findRoute = (target: string, page: Page): string | undefined => {
    if (target === '') return page.route;
    if (target.startsWith('/')) return target;
    return routeOf.get(path.posix.join(path.posix.dirname(page.file), target));
  };

  const problem = (url: string, page: Page): string | undefined => {
    if (/^(https:|mailto:)/.test(url)) return undefined;
    if (url.startsWith('pathname://')) {
      const file = url.slice('pathname://'.length);
      return isPublished(file) ? undefined : `the file ${file} isn't published; correct it, or run "npm run generate"`;
    }
    const [target = '', anchor] = url.split('#');
    const route = findRoute(target, page);
    if (route === undefined) return `${target} isn't a page; write the path of an .mdx file, or a route`;
    const id = reference.get(route);
    if (!anchors.has(route) && id === undefined && !fixed.has(route)) {
      const nearest = nearestName(route, routes);
      return `the page ${route} does not exist; ${nearest ? `did you mean ${nearest}?` : 'correct the route'}`;
    }
    if (anchor === undefined) return undefined;
    counts['anchors linked'] += 1;
    if (id !== undefined && !anchorsByRoute.has(route)) {
      anchorsByRoute.set(route, operationAnchors(vocabulary.specification, id));
    }
    const known = anchorsByRoute.get(route);
    if (!known || known.has(anchor)) return undefined;
    const nearest = nearestName(anchor, known);
    return `the anchor #${anchor} does not exist on ${route}; ${nearest ? `did you mean #${nearest}?` : 'correct it'}`;
  };

  for (const page of pages) {
    visit(page.tree, (node) => {
      if (node.type !== 'link') return;
      counts.links += 1;
      const add = (message: string): void => void findings.push({ file: page.file, line: getLine(node), message });
      const message = problem(node.url, page);
      if (message !== undefined) add(message);
      const text = getText(node).trim().toLowerCase().replace(/[.:]$/, '');
      if (VAGUE.includes(text)) add(`the link text "${getText(node)}" is too vague; write the destination or action`);
    });
  }
  return { findings, counts };
}
