/** The front page of the reference: `<ApiOverview />`, and the lists of operations that guides use. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
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
const sizedLink = (file: string): Child[] => [fileLink(file), describeSize(file)];

/** The checksum of the local sandbox, or nothing before `npm run generate` creates the file. */
function computeChecksum(file: string): string {
  const source = path.join(STATIC, file);
  if (!existsSync(source)) return '';
  return `; SHA-256 ${createHash('sha256').update(readFileSync(source)).digest('hex')}`;
}

/** Files for readers, with their purpose. The sandbox comes with a checksum, because readers run it. */
function listDownloads(): [files: string[], purpose: string][] {
  return [
    [['openapi.yaml', 'openapi.json'], 'the OpenAPI specification'],
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
      `the local sandbox in a single file, for Node.js 20 or later${computeChecksum('downloads/pai-sandbox.mjs')}`,
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
function downloads(): Content[] {
  return children(
    h('h2', { id: 'downloads' }, 'Downloads'),
    h(
      'ul',
      listDownloads().map(([files, purpose]) =>
        h(
          'li',
          children(
            files.flatMap((file, index): Child[] => [index > 0 && ', ', ...sizedLink(file)]),
            `: ${purpose}`,
          ),
        ),
      ),
    ),
    h('p', 'Each tutorial links to its requests as an Arazzo workflow.'),
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
    downloads(),
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
