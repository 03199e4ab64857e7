/** Splits the specification into one complete specification per tag, for tools that can't handle 90 operations. */
import kebabCase from 'lodash/kebabCase';
import type { OpenApiDocument, OperationObject, PathItem } from '../../../src/description/types';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** The specification of one tag. */
export interface TagDescription {
  readonly tag: string;
  /** Name of its files without the ending: `payment-instruments`. */
  readonly file: string;
  readonly document: OpenApiDocument;
}

/** The operations of a path with the tag, and the path's shared keys. Nothing if there are none. */
function cut(item: PathItem, tag: string): PathItem | undefined {
  const operations = item as Record<string, OperationObject | undefined>;
  const kept = METHODS.filter((method) => operations[method]?.tags?.includes(tag));
  if (kept.length === 0) return undefined;
  return Object.fromEntries(
    Object.entries(item).filter(([key]) => !METHODS.includes(key as never) || kept.includes(key as never)),
  );
}

function cutAll(items: Record<string, PathItem> | undefined, tag: string): Record<string, PathItem> {
  return Object.fromEntries(
    Object.entries(items ?? {}).flatMap(([name, item]) => {
      const part = cut(item, tag);
      return part ? [[name, part]] : [];
    }),
  );
}

/** All `#/components/<kind>/<name>` that a value refers to. */
function referencesIn(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, entry] of Object.entries(value as Record<string, unknown>)) {
    if (key === '$ref' && typeof entry === 'string') found.add(entry);
    else if (key === 'mapping' && typeof entry === 'object' && entry !== null) {
      for (const target of Object.values(entry)) if (typeof target === 'string') found.add(target);
    } else referencesIn(entry, found);
  }
}

/** Security schemes that operations reference, and the default ones. */
function schemesIn(items: readonly PathItem[], fallback: OpenApiDocument['security']): Set<string> {
  const operations = items.flatMap((item) =>
    METHODS.map((method) => (item as Record<string, OperationObject | undefined>)[method]),
  );
  const callbacks = operations
    .flatMap((operation) => Object.values((operation?.callbacks ?? {}) as Record<string, Record<string, PathItem>>))
    .flatMap((callback) => Object.values(callback));
  return new Set([
    ...(callbacks.length > 0 ? schemesIn(callbacks, undefined) : []),
    ...(fallback ?? []).flatMap(Object.keys),
    ...operations.flatMap((operation) => (operation?.security ?? []).flatMap(Object.keys)),
  ]);
}

/** Only the components that the given parts reference, directly or indirectly, in their original order. */
function neededComponents(whole: OpenApiDocument, parts: readonly PathItem[]): OpenApiDocument['components'] {
  const components = (whole.components ?? {}) as Record<string, Record<string, unknown>>;
  const found = new Set<string>();
  referencesIn(parts, found);
  for (const reference of found) {
    // The set grows during the iteration, and new items are visited too.
    const [, , kind = '', name = ''] = reference.split('/');
    referencesIn(components[kind]?.[name], found);
  }
  for (const scheme of schemesIn(parts, whole.security)) found.add(`#/components/securitySchemes/${scheme}`);
  const kept = Object.entries(components).flatMap(([kind, entries]) => {
    const list = Object.entries(entries).filter(([name]) => found.has(`#/components/${kind}/${name}`));
    return list.length > 0 ? [[kind, Object.fromEntries(list)]] : [];
  });
  return Object.fromEntries(kept) as OpenApiDocument['components'];
}

/**
 * Splits a bundled specification by tag.
 *
 * @returns The tags with operations, in the order of the specification.
 * @throws If there is none.
 */
export function tagDescriptions(whole: OpenApiDocument): TagDescription[] {
  const parts = (whole.tags ?? []).flatMap((tag): TagDescription[] => {
    const paths = cutAll(whole.paths, tag.name);
    const webhooks = cutAll(whole.webhooks, tag.name);
    const items = [...Object.values(paths), ...Object.values(webhooks)];
    if (items.length === 0) return [];
    const { components, tags } = whole;
    const cutAway = ['components', 'tags', 'paths', 'webhooks'];
    const rest = Object.fromEntries(Object.entries(whole).filter(([key]) => !cutAway.includes(key)));
    const document = {
      ...rest,
      tags: tags?.filter(({ name }) => name === tag.name),
      ...(Object.keys(paths).length > 0 ? { paths } : {}),
      ...(Object.keys(webhooks).length > 0 ? { webhooks } : {}),
      ...(components ? { components: neededComponents(whole, items) } : {}),
    } as OpenApiDocument;
    return [{ tag: tag.name, file: kebabCase(tag.name), document }];
  });
  if (parts.length === 0)
    throw new Error('api-spec/openapi.yaml: no tag has an operation. Tag the operations in api-spec/paths.');
  return parts;
}
