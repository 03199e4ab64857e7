/**
 * Checks links: the page and the anchor exist, and the link text is descriptive. The tests of the built site check
 * links again. This check is faster and knows the source line.
 */
import { categories } from '../../config/categories';
import type { Description } from '../../description/description';
import { nearestName } from '../../description/names';
import type { Finding, Report } from '../../coverage/finding';
import type { Page } from '../../coverage/pages';
import { operationAnchors } from './rendered';
import { getLine, getText, walk } from '../../coverage/tree';
import type { Vocabulary } from '../../coverage/vocabulary';

/** Vague link texts. */
const VAGUE = ['here', 'this page', 'this', 'click', 'click here', 'read more', 'more', 'link', 'page', 'see here'];

/** The workflow that `npm run generate` creates for a tutorial's page. */
const getWorkflowFile = (route: string): string => `/workflows/${route.split('/').at(-1) ?? ''}.yaml`;

/** Static files that pages may link to with `pathname://`. A tutorial may also link to its workflow. */
const STATIC_FILES = [
  '/openapi.json',
  '/openapi.yaml',
  '/llms.txt',
  '/coverage.json',
  '/downloads/reconcile.mjs',
  '/downloads/webhook-receiver.mjs',
  '/downloads/pai-sandbox.mjs',
  '/schemas/webhook-events.d.ts',
];

interface LinkContext {
  readonly anchors: ReadonlyMap<string, ReadonlySet<string>>;
  readonly description: Description;
  readonly vocabulary: Vocabulary;
}

/** Checks every link of all pages. */
export function checkLinks(pages: readonly Page[], { anchors, description, vocabulary }: LinkContext): Report {
  const findings: Finding[] = [];
  const counts = { links: 0, 'anchors linked': 0 };
  const reference = vocabulary.referenceRoutes();
  const fixed = new Set(['/api/', ...Object.values(categories).map(({ slug }) => slug)]);
  const routes = [...anchors.keys(), ...reference.keys(), ...fixed];
  const anchorsByRoute = new Map<string, ReadonlySet<string>>(anchors);

  const problem = (url: string, page: Page): string | undefined => {
    if (/^(https:|mailto:)/.test(url)) return undefined;
    if (url.startsWith('pathname://')) {
      const file = url.slice('pathname://'.length);
      const files = page.route.includes('/tutorials/') ? [...STATIC_FILES, getWorkflowFile(page.route)] : STATIC_FILES;
      return files.includes(file) ? undefined : `the file ${file} isn't published; link to one of ${files.join(', ')}`;
    }
    const [path = '', anchor] = url.split('#');
    const route = path === '' ? page.route : path;
    if (!route.startsWith('/')) return `the link ${url} is relative; write the full route`;
    const id = reference.get(route);
    if (!anchors.has(route) && id === undefined && !fixed.has(route)) {
      const nearest = nearestName(route, routes);
      return `the page ${route} does not exist; ${nearest ? `did you mean ${nearest}?` : 'correct the route'}`;
    }
    if (anchor === undefined) return undefined;
    counts['anchors linked'] += 1;
    if (id !== undefined && !anchorsByRoute.has(route)) anchorsByRoute.set(route, operationAnchors(description, id));
    const known = anchorsByRoute.get(route);
    if (!known || known.has(anchor)) return undefined;
    const nearest = nearestName(anchor, known);
    return `the anchor #${anchor} does not exist on ${route}; ${nearest ? `did you mean #${nearest}?` : 'correct it'}`;
  };

  for (const page of pages) {
    walk(page.tree, (node) => {
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
