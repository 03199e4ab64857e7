/** Finds differences in texts, examples, and names: nothing that travels over the network. */
import { type Change, isSame, type Node } from './change';
import { isRecord, toRecord } from '../../../src/description/json';

const TEXTS = [
  'title',
  'summary',
  'description',
  'examples',
  'example',
  'externalDocs',
  'tags',
  'links',
  'termsOfService',
  'contact',
  'license',
];

/** Keys below which names stand, not keywords: a property can be called `description`. */
const MAPS = [
  'properties',
  'responses',
  'headers',
  'content',
  'paths',
  'webhooks',
  'callbacks',
  'patternProperties',
  '$defs',
];

/** All texts of a part of an OpenAPI file, in a comparable form. */
function pickTexts(value: unknown, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((part) => pickTexts(part)).filter((part) => part !== undefined);
  if (!isRecord(value)) return undefined;
  const parts = Object.entries(value).flatMap(([key, part]): [string, unknown][] => {
    if (!isMap && (TEXTS.includes(key) || key.startsWith('x-'))) return [[key, part]];
    const texts = pickTexts(part, !isMap && MAPS.includes(key));
    return texts === undefined || isSame(texts, []) ? [] : [[key, texts]];
  });
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

/** Names of the kinds of components, as people say them. */
const KINDS: Readonly<Record<string, string>> = {
  schemas: 'schema',
  parameters: 'parameter',
  responses: 'response',
  headers: 'header',
  examples: 'example',
  requestBodies: 'request body',
  securitySchemes: 'authentication scheme',
  links: 'link',
  callbacks: 'callback',
  pathItems: 'path',
};

/** Everything with texts of its own, by the name people know it by. */
function collectOwners(document: Node): Map<string, unknown> {
  const owners = new Map<string, unknown>([
    [
      'the introduction',
      { info: document['info'], externalDocs: document['externalDocs'], servers: document['servers'] },
    ],
    ['the list of tags', { tags: document['tags'], 'x-tagGroups': document['x-tagGroups'] }],
  ]);
  for (const root of ['paths', 'webhooks']) {
    for (const [name, item] of Object.entries(toRecord(document[root]))) {
      for (const [method, operation] of Object.entries(toRecord(item))) {
        const id = toRecord(operation)['operationId'];
        owners.set(typeof id === 'string' ? id : `${name} ${method}`, operation);
      }
    }
  }
  for (const [kind, components] of Object.entries(toRecord(document['components']))) {
    for (const [name, component] of Object.entries(toRecord(components))) {
      owners.set(`${KINDS[kind] ?? kind} ${name}`, component);
    }
  }
  return owners;
}

/**
 * Compares the texts, examples, and component names of two OpenAPI files.
 *
 * @param before the old file, bundled
 * @param after the new file, bundled
 * @returns one editorial change per operation, component, or other place
 */
export function compareTexts(before: Node, after: Node): Change[] {
  const [old, now] = [collectOwners(before), collectOwners(after)];
  const changes: Change[] = [];
  const add = (place: string, what: string): number => changes.push({ level: 'editorial', place, what });
  const isComponent = (place: string): boolean => Object.values(KINDS).some((kind) => place.startsWith(`${kind} `));
  for (const [place, part] of old) {
    if (now.has(place)) {
      const whole = (value: unknown): unknown => (place.startsWith('example ') ? value : pickTexts(value));
      if (!isSame(whole(part), whole(now.get(place)))) add(place, 'has new wording or examples');
    } else if (isComponent(place))
      add(place, 'is no longer available under this name, so generated types change their names');
  }
  for (const place of now.keys()) if (!old.has(place) && isComponent(place)) add(place, 'is a new name');
  return changes;
}
