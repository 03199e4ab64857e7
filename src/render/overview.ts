/** The front page of the reference: `<ApiOverview />`, and the lists of operations that guides use. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import kebabCase from 'lodash/kebabCase';
import type { Element } from 'hast';
import type { Description, Operation } from '../description/description';
import { methodBadge } from './badges';
import { codeFigure } from './code-figure';
import { children, type Child, type Content, h } from './hast';
import { markdown } from './markdown';
import { pathCode } from './operation';
import { table } from './table';

export function operationLink(operation: Operation, text: string | undefined, as: string | undefined): Element {
  const words = text ?? (as === 'path' ? undefined : operation.summary);
  return h(
    'a',
    { href: operation.url, className: ['op-link'] },
    methodBadge(operation),
    ' ',
    words === undefined ? pathCode(operation.path) : h('span', { className: ['op-link__text'] }, words),
  );
}

/** Method, path and summary of operations, each row linked. */
export function operationTable(operations: Operation[]): Element {
  return table(
    'Operations',
    ['Method', 'Path', 'Description'],
    operations.map((operation) => [
      [methodBadge(operation)],
      [pathCode(operation.path)],
      [h('a', { href: operation.url }, operation.summary)],
    ]),
    { header: 2 },
  );
}

/** A link to a file, which the theme's own link would treat as a route. */
const fileLink = (file: string, words = file.split('/').at(-1) ?? file): Element =>
  h('a', { href: `pathname:///${file}` }, words);

/** The local sandbox with its size and checksum, or nothing before `npm run generate` creates the file. */
function sandboxItem(): [Element[], string][] {
  const file = path.join('.generated', 'static', 'downloads', 'pai-sandbox.mjs');
  if (!existsSync(file)) return [];
  const content = readFileSync(file);
  const size = (content.length / 1_000_000).toFixed(1);
  const checksum = createHash('sha256').update(content).digest('hex');
  return [
    [
      [fileLink('downloads/pai-sandbox.mjs')],
      `the local sandbox in a single file (${size} MB), for Node.js 20 or later; SHA-256 ${checksum}`,
    ],
  ];
}

/** The files that `scripts/lib/downloads` writes. */
function downloads(tags: string[]): Content[] {
  const perTag = tags.map((name) => [
    [name],
    [fileLink(`downloads/${kebabCase(name)}.yaml`)],
    [fileLink(`downloads/${kebabCase(name)}.json`)],
  ]);
  const items: [Element[], string][] = [
    [[fileLink('openapi.yaml'), fileLink('openapi.json')], 'the OpenAPI specification'],
    [
      [fileLink('downloads/openapi-3.0.yaml'), fileLink('downloads/openapi-3.0.json')],
      'the specification in OpenAPI 3.0.3, without webhook events, for tools without support for 3.1',
    ],
    [[fileLink('downloads/pai.postman_collection.json')], 'a Postman collection (import it, then set its variables)'],
    [[fileLink('downloads/api.d.ts')], 'TypeScript types for every operation and schema'],
    [[fileLink('downloads/reconcile.mjs')], 'a reconciliation script for Node.js, without dependencies'],
    [
      [fileLink('downloads/typed-client.ts')],
      'an example client that uses those types, from creating a product to issuing a refund',
    ],
    [[fileLink('downloads/webhook-receiver.mjs')], 'an example webhook receiver for Node.js, without dependencies'],
    ...sandboxItem(),
    [[fileLink('schemas/webhook-events.d.ts')], 'TypeScript types for the webhook payloads'],
    [
      ['TransactionEvent', 'SubscriptionEvent', 'DisputeEvent', 'OrderEvent'].map((name) =>
        fileLink(`schemas/${name}.json`),
      ),
      'JSON Schemas for the webhook payloads',
    ],
    [[fileLink('llms.txt'), fileLink('llms-full.txt')], 'this documentation as Markdown'],
    [[fileLink('api-changes.xml')], 'a feed of API changes'],
  ];
  return children(
    h('h2', { id: 'downloads' }, 'Downloads'),
    h(
      'ul',
      items.map(([links, what]) =>
        h(
          'li',
          children(
            links.flatMap((link, index): Child[] => [index > 0 && ', ', link]),
            `: ${what}`,
          ),
        ),
      ),
    ),
    h('p', 'The specification of a single tag:'),
    table('Specification by tag', ['Tag', 'YAML', 'JSON'], perTag),
  );
}

/** The operations by tag, in the order of the specification. */
export function renderOverview(description: Description): Content[] {
  const { info } = description.document;
  const tags = description.tags.map(({ name }) => description.getTag(name));
  const schemes = Object.keys(description.document.components?.securitySchemes ?? {});
  return children(
    markdown(info.description ?? info.summary ?? ''),
    h('h2', { id: 'base-address' }, 'Base URL'),
    codeFigure({ source: description.serverUrl, language: 'text', label: 'Base URL' }),
    h(
      'p',
      'All paths are relative to this URL. See ',
      h('a', { href: '/docs/api/introduction' }, 'Request and response format'),
      '. The specification uses OpenAPI ',
      description.document.openapi,
      ', version ',
      info.version,
      '.',
    ),
    downloads(tags.filter(({ operations }) => operations.length > 0).map(({ name }) => name)),
    h('h2', { id: 'authentication' }, 'Authentication'),
    h(
      'ul',
      schemes.map((name) => {
        const { description: text = '' } = description.getSecurityScheme(name);
        return h('li', h('code', name), markdown(text));
      }),
    ),
    h('p', h('a', { href: '/docs/api/authentication' }, 'Authenticate requests')),
    tags
      .filter(({ operations }) => operations.length > 0)
      .map(({ name, description: text, operations }) => [
        h('h2', { id: kebabCase(name) }, name),
        markdown(text),
        operationTable(operations),
      ]),
  );
}
