/**
 * Splits the bundled specification by operations, events, and schemas, so that live reload compiles only the pages that
 * show something that changed.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findAt, splitPointer } from '../../src/specification/json';
import { walkDocument } from '../../src/specification/keywords';
import { listReferences } from '../../src/specification/references';
import type { OpenApiDocument } from '../../src/specification/types';
import { writeChanged } from './write-changed';

/**
 * Lists the parts of the specification that each name on a page refers to.
 *
 * @returns JSON Pointers (RFC 6901) of the operation, event, or schema and all it refers to, by operationId, event type,
 *   or name of the schema.
 */
export function listParts(document: OpenApiDocument): Map<string, Set<string>> {
  const parts = new Map<string, Set<string>>();
  const add = (name: string, pointer: string): void => {
    const references = listReferences(document, findAt(document, pointer));
    parts.set(name, new Set([`#${pointer}`, ...references]));
  };
  walkDocument(document, ({ kind, node, pointer }) => {
    const [root = '', ...names] = splitPointer(pointer);
    const name = names.at(-1) ?? '';
    if (kind === 'Schema' && root === 'components' && names.length === 2) add(name, pointer);
    if (kind !== 'PathItem' || names.length > 1) return;
    // The whole path item, because parameters can be shared by its methods.
    if (root === 'webhooks') add(name, pointer);
    for (const operation of Object.values(node) as { operationId?: string }[]) {
      if (operation.operationId !== undefined) add(operation.operationId, pointer);
    }
  });
  return parts;
}

/** What any page can show without naming it: servers, tags, authentication, and the names of operations. */
function listShared(document: OpenApiDocument): unknown {
  const { servers, tags, security, components } = document;
  const names: unknown[] = [];
  walkDocument(document, ({ kind, node, pointer }) => {
    if (kind === 'Operation') names.push([pointer, node['operationId'], node['summary']]);
  });
  return [servers, tags, security, components?.securitySchemes, names];
}

/**
 * Writes a digest per part. The digests of unchanged parts aren't touched.
 *
 * @param folder - Only for the digests. Those of parts that don't exist anymore are deleted.
 */
export function writeParts(folder: string, document: OpenApiDocument): void {
  const parts = listParts(document);
  const shared = JSON.stringify(listShared(document));
  mkdirSync(folder, { recursive: true });
  for (const old of readdirSync(folder)) if (!parts.has(old)) rmSync(path.join(folder, old));
  for (const [name, pointers] of parts) {
    const hash = createHash('sha256').update(shared);
    for (const pointer of pointers) hash.update(JSON.stringify(findAt(document, pointer.slice(1))));
    writeChanged(path.join(folder, name), hash.digest('hex'));
  }
}
