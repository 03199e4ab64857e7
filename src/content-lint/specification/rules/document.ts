/**
 * What makes the file complete as a document: its introduction, servers, tag groups, links to guides, and schema names.
 *
 * Generators name classes after schemas, tools show the introduction and the groups of tags, and SDK authors follow the
 * links to the guides.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { provider } from '../../../config/provider';
import { listOperations, ROOT, listWebhooks, type Description, type Node } from '../description';
import type { Finding, Report } from '../finding';
import { isReference } from '../../../description/description';
import { findAt, joinPointer } from '../../../description/json';

/** What the introduction explains, each with a link to the page that says more. */
const TOPICS = ['Authentication', 'Pagination', 'Errors'] as const;

/** Names that a generated client in TypeScript can't use for a class without hiding a built-in one. */
const BUILT_IN = new Set(
  Object.getOwnPropertyNames(globalThis).concat('Record', 'Partial', 'Required', 'Readonly', 'Pick', 'Omit'),
);

const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/;

/** The source of the page at an address of the site; undefined if there is none. */
function findPage(url: unknown): string | undefined {
  if (typeof url !== 'string' || !url.startsWith(`${provider.docs}/`)) return undefined;
  const route = new URL(url).pathname.replace(/^\/|\/$/g, '');
  const candidates = route === '' ? ['src/pages/index.mdx'] : [`${route}.mdx`, `${route}/index.mdx`];
  return candidates.find((file) => existsSync(join(ROOT, file)));
}

/** Fills in the defaults of a server's variables. */
function fillVariables(server: Node): string {
  const variables = (server['variables'] ?? {}) as Record<string, { default?: string }>;
  return String(server['url']).replace(/\{(\w+)\}/g, (all, name: string) => variables[name]?.default ?? all);
}

/**
 * Checks the file as a document.
 *
 * @param description - The bundled specification.
 * @returns findings on the introduction, servers, tags, links to guides, schema names, and files in responses
 */
export function completeDocument(description: Description): Report {
  const findings: Finding[] = [];
  const report = (at: string, message: string): void => void findings.push({ pointer: at, message });
  const root = description as unknown as Node;

  const introduction = (description.info['description'] ?? '').split('\n\n');
  for (const topic of TOPICS) {
    const paragraph = introduction.find((text) => text.startsWith(`**${topic}.**`));
    const link = /\]\((\S+?)\)/.exec(paragraph ?? '')?.[1];
    if (findPage(link) === undefined) {
      report('/info/description', `no paragraph explains "${topic}" and links to its page; add "**${topic}.** …"`);
    }
  }

  const servers = ((root['servers'] ?? []) as Node[]).map(fillVariables);
  if (!servers.some((url) => LOOPBACK.test(url))) {
    report('/servers', 'no server is the local sandbox; add http://{host}:{port} with its defaults');
  }
  for (const url of servers.filter((address) => address.includes('{'))) {
    report('/servers', `${url} has a variable without a default; add one`);
  }

  const tags = description.tags ?? [];
  const names = tags.map(({ name }) => name);
  const grouped = ((root['x-tagGroups'] ?? []) as { tags: string[] }[]).flatMap((group) => group.tags);
  for (const name of names.filter((tag) => grouped.filter((other) => other === tag).length !== 1)) {
    report('/x-tagGroups', `the tag "${name}" isn't in exactly one group; put it into one`);
  }
  for (const name of grouped.filter((tag) => !names.includes(tag))) {
    report('/x-tagGroups', `the tag "${name}" isn't among the tags; correct the name`);
  }

  const operations = [...listOperations(description), ...listWebhooks(description)];
  const linked = [
    '',
    ...tags.map((_, index) => joinPointer('tags', index)),
    ...operations.map((entry) => entry.pointer),
  ];
  for (const at of linked) {
    const url = findAt(description, `${at}/externalDocs/url`);
    if (findPage(url) === undefined) {
      report(
        at || '/externalDocs',
        `externalDocs leads to ${String(url)}, which isn't a page of this site; link the guide that explains it`,
      );
    }
  }

  const schemas = Object.keys(description.components?.schemas ?? {});
  for (const name of schemas.filter((schema) => BUILT_IN.has(schema))) {
    report(joinPointer('components', 'schemas', name), `"${name}" is a built-in name of TypeScript; choose another`);
  }

  const files = operations.flatMap(({ pointer: at, operation }) =>
    Object.values(operation.responses ?? {}).flatMap((response) =>
      Object.entries((isReference(response) ? undefined : response.content) ?? {})
        .filter(([type]) => !type.includes('json'))
        .map(([type, { schema }]) => ({ at, type, schema })),
    ),
  );
  for (const { at, type, schema } of files) {
    // OpenAPI 3.1 describes bytes by their media type alone: `format: binary` is from 3.0.
    if (schema?.['contentMediaType'] !== type || schema.type !== undefined || schema['format'] !== undefined) {
      report(at, `the response is a file; describe it with contentMediaType: ${type}, without type and format`);
    }
  }

  return {
    findings,
    checked: linked.length,
    counts: {
      topics: TOPICS.length,
      servers: servers.length,
      tags: names.length,
      'links to guides': linked.length,
      schemas: schemas.length,
      files: files.length,
    },
  };
}
