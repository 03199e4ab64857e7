/** The parts of the reference's front page, `<ApiOverview part="…" />`, and the lists of operations that guides use. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import kebabCase from 'lodash/kebabCase';
import type { Element } from 'hast';
import { type Specification, SpecificationError, type Operation } from '../specification/specification';
import { unknownName } from '../specification/names';
import { methodBadge } from './badges';
import { copyButton } from './code-figure';
import { children, type Child, type Content, h } from './hast';
import { inlineMarkdown, markdown } from './markdown';
import { pathCode } from './operation';
import { credentials } from './samples/request';
import { table } from './table';

export function operationLink(operation: Operation, text: string | Element = operation.summary): Element {
  return h(
    'a',
    { href: operation.url, className: ['op-link'] },
    ...(operation.method === 'event' ? [] : [methodBadge(operation), ' ']),
    typeof text === 'string' ? h('span', { className: ['op-link__text'] }, text) : text,
  );
}

/** Operations with their paths. On a phone, the path stands below the operation. */
export function operationTable(operations: Operation[]): Element {
  return table(
    'Operations',
    ['Operation', 'Path'],
    operations.map((operation) => [[operationLink(operation)], [pathCode(operation.path)]]),
    { className: 'stack' },
  );
}

/** A link to a file, which the theme's own link would treat as a route. */
const fileLink = (file: string): Element => h('a', { href: `pathname:///${file}` }, file.split('/').at(-1) ?? file);

/** Where `npm run generate` writes the files, from the repository's root. */
const STATIC = path.join('.generated', 'static');

/**
 * A size for readers.
 *
 * @param bytes - Size of a file.
 * @returns The size in the largest decimal unit that fits: `640 bytes`, `12 kB`, `1.3 MB`.
 */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  // 999.5 kB and more would round to "1000 kB".
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The size of a file in parentheses, or nothing for files that are created later in the build. */
function describeSize(file: string): string {
  const source = path.join(STATIC, file);
  return existsSync(source) ? ` (${formatSize(statSync(source).size)})` : '';
}

/** A link to a file with its size. */
const sizedLink = (file: string): Child[] => [h('span', { className: ['keep'] }, [fileLink(file), describeSize(file)])];

/** The checksum of the local sandbox, or nothing before `npm run generate` creates the file. */
function checksum(file: string): Child[] {
  const source = path.join(STATIC, file);
  if (!existsSync(source)) return [];
  return [h('br'), 'SHA-256 ', h('code', createHash('sha256').update(readFileSync(source)).digest('hex'))];
}

/** Files for readers, with their purpose. The sandbox comes with a checksum, because readers run it. */
function listDownloads({ document }: Specification): [files: string[], purpose: string, ...notes: Child[]][] {
  return [
    [
      ['openapi.yaml', 'openapi.json'],
      `the OpenAPI ${document.openapi} specification, version ${document.info.version}`,
    ],
    [
      ['downloads/openapi-3.0.yaml', 'downloads/openapi-3.0.json'],
      'the specification in OpenAPI 3.0.3, without webhook events, for tools without support for 3.1',
    ],
    [['downloads/pai.postman_collection.json'], 'a Postman collection (import it, then set its variables)'],
    [['downloads/api.d.ts'], 'TypeScript types for every operation and schema'],
    [['downloads/reconcile.mjs'], 'a reconciliation script for Node.js, without dependencies'],
    [
      ['downloads/typed-client.ts'],
      'an example client that uses those types, from creating a product to issuing a refund',
    ],
    [['downloads/webhook-receiver.mjs'], 'an example webhook receiver for Node.js, without dependencies'],
    [
      ['downloads/pai-sandbox.mjs'],
      'the local sandbox in a single file, for Node.js 20 or later',
      ...checksum('downloads/pai-sandbox.mjs'),
    ],
    [['schemas/webhook-events.d.ts'], 'TypeScript types for the webhook payloads'],
    [['schemas/WebhookEvent.json'], 'a JSON Schema for all webhook payloads, the union of all events'],
    [
      ['TransactionEvent', 'SubscriptionEvent', 'DisputeEvent', 'OrderEvent'].map((name) => `schemas/${name}.json`),
      'JSON Schemas for the webhook payloads of one kind of object',
    ],
    [['llms.txt', 'llms-full.txt'], 'this documentation as Markdown'],
    [['api-changes.xml'], 'a feed of API changes'],
  ];
}

/** The files that `npm run generate` writes, with their sizes, and the build's own. */
const renderDownloads = (specification: Specification): Content =>
  h(
    'ul',
    { className: ['plain'] },
    listDownloads(specification).map(([files, purpose, ...notes]) =>
      h('li', [
        h('span', children(files.flatMap((file, index): Child[] => [index > 0 && ', ', ...sizedLink(file)]))),
        ' ',
        h('span', [`${purpose.charAt(0).toUpperCase()}${purpose.slice(1)}`, ...children(notes)]),
      ]),
    ),
  );

/** Where to go from the facts of the overview. */
const CONVENTIONS: readonly (readonly [name: string, href: string])[] = [
  ['Requests and lists', '/docs/api/introduction'],
  ['Errors', '/docs/api/errors'],
  ['Webhooks', '/docs/api/webhooks/'],
  ['Test cards', '/docs/api/test-cards'],
];

const link = (href: string, text: string): Element => h('a', { href }, text);

/** What a developer needs first: what the API is, its URL, and how to authenticate. */
function renderFacts(specification: Specification): Content[] {
  const { info, servers = [], security = [] } = specification.document;
  const usual = security.map((choice) => Object.keys(choice));
  const { header } = credentials(specification, usual);
  const facts: [string, Child][] = [
    ['Base URL', [h('code', specification.serverUrl), copyButton('base URL', specification.serverUrl)]],
    ...servers
      .slice(1)
      .map(({ url, description = 'Other base URL' }): [string, Child] => [
        description,
        [h('code', url), copyButton('base URL', url)],
      ]),
    [
      'Authentication',
      [
        ...header.map(([name, value]) => h('code', `${name}: ${value}`)),
        link('/docs/api/authentication', 'Authenticate requests'),
      ],
    ],
    ['Conventions', CONVENTIONS.map(([name, href]) => link(href, name))],
  ];
  return [
    // The other paragraphs are for tools that read the file alone.
    ...markdown(info.description ?? info.summary ?? '').slice(0, 1),
    h(
      'dl',
      { className: ['facts'] },
      facts.map(([name, content]) => h('div', h('dt', name), h('dd', children(content)))),
    ),
  ];
}

const listOperations = (operations: Operation[]): Element =>
  h(
    'ul',
    { className: ['op-list'] },
    operations.map((operation) =>
      h('li', operationLink(operation, operation.method === 'event' ? pathCode(operation.path) : undefined)),
    ),
  );

/** The tags of the specification with their guide and operations, in its order. */
function renderResources(specification: Specification): Content {
  const tags = specification.tags.map(({ name }) => specification.getTag(name));
  const guides = new Map(
    specification.document.tags?.map(({ name, externalDocs }) => [
      name,
      externalDocs && new URL(externalDocs.url).pathname,
    ]),
  );
  const title = (name: string): Child => {
    const guide = guides.get(name);
    return guide ? link(guide, name) : name;
  };
  return h(
    'div',
    { className: ['resources'] },
    tags
      .filter(({ operations }) => operations.some(({ method }) => method !== 'event'))
      .map(({ name, description: text, operations }) =>
        h('div', { className: ['resource'] }, [
          h('h3', { id: kebabCase(name) }, children(title(name))),
          h('p', inlineMarkdown(text)),
          listOperations(operations),
        ]),
      ),
  );
}

const PARTS: Record<string, (specification: Specification) => Content | Content[]> = {
  facts: renderFacts,
  resources: renderResources,
  events: ({ events }) => listOperations(events),
  downloads: renderDownloads,
};

/**
 * `<ApiOverview part="facts" />`: a part of the front page of the reference. The page has the headings, for its outline.
 *
 * @throws SpecificationError on an unknown part
 */
export function renderOverview(specification: Specification, part: string): Content | Content[] {
  const render = Object.hasOwn(PARTS, part) ? PARTS[part] : undefined;
  if (!render) throw new SpecificationError(unknownName('part of the overview', part, Object.keys(PARTS)));
  return render(specification);
}
