/** The two files for language models: an index (`llms.txt`) and the full text (`llms-full.txt`). */
import lodash from 'lodash';
import { markdownUrl } from '../../client/page-files';
import type { PageFacts } from '../post-build-pages/page';

/** A page with its Markdown version. */
export interface Twin {
  readonly page: PageFacts;
  readonly markdown: string;
}

const SECTIONS: readonly [title: string, matches: (route: string) => boolean][] = [
  ['Concepts', (route) => route.startsWith('/docs/get-started/concepts/')],
  ['Tutorials', (route) => route.startsWith('/docs/get-started/tutorials/')],
  ['API guides', (route) => route.startsWith('/docs/api/')],
  ['Webhook events', (route) => /^\/api\/.+-event$/.test(route)],
  ['API reference', (route) => route.startsWith('/api/')],
  // Home and category pages, which only link to others.
  ['Optional', () => true],
];

/** Pages by section: the first one that matches. */
function groupBySection(twins: readonly Twin[]): [title: string, twins: Twin[]][] {
  const groups = lodash.groupBy(twins, ({ page }) => SECTIONS.find(([, matches]) => matches(page.route))?.[0]);
  return SECTIONS.map(([title]) => [title, groups[title] ?? []]);
}

/** The tutorials as workflows, which `npm run generate` creates. Nothing without tutorials. */
function listWorkflows(twins: readonly Twin[], site: string): string[] {
  const lines = twins.flatMap(({ page: { route, title } }) => {
    const name = /^\/docs\/get-started\/tutorials\/([^/]+)$/.exec(route)?.[1];
    return name === undefined
      ? []
      : [`- [${title}](${site}/workflows/${name}.yaml): the tutorial's requests in Arazzo\n`];
  });
  return lines.length > 0 ? [`## Workflows\n\n${lines.join('')}`] : [];
}

/** `llms.txt`, in the format of llmstxt.org. */
export function llmsIndex(twins: readonly Twin[], name: string, tagline: string, site: string): string {
  const parts = groupBySection(twins).map(
    ([title, list]) =>
      `## ${title}\n\n` +
      list.map(({ page }) => `- [${page.title}](${site}${markdownUrl(page.route)}): ${page.description}\n`).join(''),
  );
  const files = [
    `- [OpenAPI specification](${site}/openapi.yaml): every operation, schema, and webhook event`,
    `- [Full documentation](${site}/llms-full.txt): all pages in one Markdown file`,
  ];
  return [`# ${name}\n`, `> ${tagline}\n`, `${files.join('\n')}\n`, ...parts, ...listWorkflows(twins, site)].join('\n');
}

/** `llms-full.txt`: all pages in the order of `llms.txt`. */
export function llmsFull(twins: readonly Twin[]): string {
  return groupBySection(twins)
    .flatMap(([, group]) => group.map(({ markdown }) => markdown))
    .join('\n---\n\n');
}
