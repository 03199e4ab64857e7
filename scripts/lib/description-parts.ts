/**
 * Splits the bundled specification by operations, events, and schemas, so that live reload compiles only the pages that
 * show something that changed.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findAt, joinPointer, toRecord } from '../../src/description/json';
import { type BundledDescription, listOperations } from './description';
import { writeChanged } from './write-changed';

/** Adds the references in a value, and those in what they point to. */
function addReferences(description: BundledDescription, value: unknown, found: Set<string>): void {
  if (typeof value === 'object' && value !== null) {
    for (const child of Object.values(value)) addReferences(description, child, found);
  } else if (typeof value === 'string' && value.startsWith('#/components/') && !found.has(value)) {
    found.add(value);
    addReferences(description, findAt(description, value.slice(1)), found);
  }
}

/**
 * Lists the parts of the specification that each name on a page refers to.
 *
 * @param description - The bundled specification.
 * @returns JSON Pointers (RFC 6901) of the operation, event, or schema and all it refers to, by operationId, event type,
 *   or name of the schema.
 */
export function listParts(description: BundledDescription): Map<string, Set<string>> {
  const parts = new Map<string, Set<string>>();
  const add = (name: string, pointer: string): void => {
    const found = new Set([`#${pointer}`]);
    addReferences(description, findAt(description, pointer), found);
    parts.set(name, found);
  };
  for (const { source, operationId } of listOperations(description)) {
    const [root, name] = source;
    // The whole path item, because parameters can be shared by its methods.
    const pointer = joinPointer(root, name);
    if (operationId !== undefined) add(operationId, pointer);
    if (root === 'webhooks') add(name, pointer);
  }
  const { schemas } = toRecord((description as { components?: unknown }).components);
  for (const name of Object.keys(toRecord(schemas))) add(name, joinPointer('components', 'schemas', name));
  return parts;
}

/** What any page can show without naming it: servers, tags, authentication, and the names of operations. */
function listShared(description: BundledDescription): unknown {
  const { servers, tags, security, components } = description as Record<string, unknown>;
  const names = listOperations(description).map(({ place, source, operationId }) => [
    place,
    operationId,
    toRecord(findAt(description, joinPointer(...source)))['summary'],
  ]);
  return [servers, tags, security, toRecord(components)['securitySchemes'], names];
}

/**
 * Writes a digest per part. The digests of unchanged parts aren't touched.
 *
 * @param folder - Only for the digests. Those of parts that don't exist anymore are deleted.
 */
export function writeParts(folder: string, description: BundledDescription): void {
  const parts = listParts(description);
  const shared = JSON.stringify(listShared(description));
  mkdirSync(folder, { recursive: true });
  for (const old of readdirSync(folder)) if (!parts.has(old)) rmSync(path.join(folder, old));
  for (const [name, pointers] of parts) {
    const hash = createHash('sha256').update(shared);
    for (const pointer of pointers) hash.update(JSON.stringify(findAt(description, pointer.slice(1))));
    writeChanged(path.join(folder, name), hash.digest('hex'));
  }
}
