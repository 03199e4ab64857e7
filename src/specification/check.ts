/** Finds what the reference can't show: unknown parts, operations without a page, and names that lead nowhere. */
import kebabCase from 'lodash/kebabCase';
import type { Finding } from '../site/finding';
import { toRecord } from './json';
import { type Part, walkDocument } from './keywords';
import type { SpecificationSource } from './source';

/** IDs are used unescaped in pages, URLs, and code. */
const SOUND_ID = /^[A-Za-z][\w-]*$/;

/** What is wrong with the ID of an operation. `pages` has the operations so far by their page. */
function checkId(id: unknown, pages: Map<string, string>, pointer: string): string | undefined {
  if (typeof id !== 'string' || id === '') return 'operationId is missing. Add one (camelCase, verb and noun).';
  if (!SOUND_ID.test(id))
    return `operationId ${JSON.stringify(id)}: start with a letter, and use letters, digits, "_", and "-".`;
  const page = kebabCase(id);
  const other = pages.get(page);
  pages.set(page, pointer);
  return other && `operationId "${id}" has the page /api/${page}, which another operation uses (${other}). Rename one.`;
}

/** Fields that a page doesn't show: those of a second form of JSON, and those of other types. */
function checkContent(content: object): string | undefined {
  const schemas = Object.entries(content).map(([type, media]): [isJson: boolean, schema: string] => [
    /\bjson\b/.test(type),
    JSON.stringify(toRecord(media)['schema'] ?? {}),
  ]);
  const [first, ...others] = schemas.flatMap(([isJson, schema]) => (isJson ? [schema] : []));
  if (others.some((schema) => schema !== first)) return 'the page shows one schema. Give it to each JSON type.';
  return schemas.some(([isJson, schema]) => !isJson && /"(properties|items|allOf|oneOf|anyOf|\$ref)":/.test(schema))
    ? "the page doesn't show fields of a type that isn't JSON. Describe them in the response."
    : undefined;
}

/**
 * Checks a specification for everything that its pages can't show.
 *
 * @param document - The bundled specification.
 * @param source - The files that it comes from.
 */
export function findProblems(document: unknown, source: SpecificationSource): Finding[] {
  const parts: Part[] = [];
  const problems: [pointer: string, message: string][] = [];
  walkDocument(
    document,
    (part) => parts.push(part),
    ({ pointer, message }) => problems.push([pointer, message]),
  );
  const names = (kind: Part['kind'], key: string): Set<unknown> =>
    new Set(parts.filter((part) => part.kind === kind).map(({ node }) => node[key]));
  const tags = names('Tag', 'name');
  const ids = names('Operation', 'operationId');
  const components = toRecord(toRecord(document)['components']);
  const [schemas, schemes] = [toRecord(components['schemas']), toRecord(components['securitySchemes'])];
  const pages = new Map<string, string>();
  for (const { kind, node, pointer } of parts) {
    const report = (message: string | false | undefined, keyword = ''): void => {
      if (message) problems.push([`${pointer}${keyword}`, message]);
    };
    const { name, operationId: id, servers, content, security, tags: own, $ref } = node;
    if (kind === 'Tag') report(typeof name !== 'string' && 'the tag has no name. Add one.');
    if (kind === 'Link' && $ref === undefined)
      report(!ids.has(id) && `there is no operation ${JSON.stringify(id ?? '')}. Correct the operationId.`);
    if (node['in'] === 'path') report(String(name) in {} && `tools can't read "${String(name)}". Rename it.`);
    const { mapping } = toRecord(kind === 'Schema' ? node['discriminator'] : undefined);
    for (const target of Object.values(toRecord(mapping)).map(String)) {
      const isKnown = Object.hasOwn(schemas, target.replace('#/components/schemas/', ''));
      report(!isKnown && `there is no schema "${target}". Correct the mapping.`, '/discriminator');
    }
    if (content !== undefined) report(checkContent(Object(content) as object), '/content');
    // PAI sends events and callbacks.
    const isOwn = /^\/webhooks\/|\/callbacks\//.test(pointer);
    const hasExample = Object.values(Object(content) as object).some((media) =>
      Object.keys(toRecord(media)).some((key) => key.startsWith('example')),
    );
    if (kind === 'RequestBody' && $ref === undefined && !isOwn)
      report(!hasExample && 'the body has no example, so the samples send none. Add one.', '/content');
    for (const scheme of [security ?? []].flat().flatMap((choice) => Object.keys(toRecord(choice)))) {
      report(!Object.hasOwn(schemes, scheme) && `there is no security scheme "${scheme}". Add it.`, '/security');
      report(
        isOwn && toRecord(schemes[scheme])['scheme'] !== 'basic' && 'PAI sends HTTP Basic with events. Name it.',
        '/security',
      );
    }
    if (kind !== 'Document')
      report([servers ?? []].flat().length > 1 && 'the page shows one server. Write one.', '/servers');
    if (kind !== 'Operation') continue;
    const { file, line } = source.locate(pointer);
    report(checkId(id, pages, `${file}:${line}`));
    report(Object.keys(toRecord(node['responses'])).length === 0 && 'the operation has no response. Add one.');
    const operationTags = [own ?? []].flat();
    report(operationTags.length !== 1 && 'an operation is listed under one tag. Write one.', '/tags');
    for (const tag of operationTags)
      report(!tags.has(tag) && `there is no tag ${JSON.stringify(tag)}. Add it to "tags".`, '/tags');
  }
  return [
    ...problems.map(([pointer, message]) => ({ ...source.locate(pointer), message })),
    ...source.listChangedNumbers(),
  ];
}
