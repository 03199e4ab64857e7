/** Finds what the reference can't show: unknown parts, operations without a page, and names that lead nowhere. */
import kebabCase from 'lodash/kebabCase';
import type { Finding } from '../site/finding';
import { type Part, walkDocument } from './keywords';
import type { SpecificationSource } from './source';

/** IDs are used unescaped in pages, URLs, and code. */
const SOUND_ID = /^[A-Za-z][\w-]*$/;

/** True for operations and events, which have pages. Callbacks are shown with their operation. */
const hasPage = ({ kind, pointer }: Part): boolean =>
  kind === 'Operation' && /^\/(paths|webhooks)\/[^/]*\/\w+$/.test(pointer);

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
  const pages = new Map<string, string>();
  for (const part of parts) {
    const { kind, node, pointer } = part;
    if (kind === 'Tag' && typeof node['name'] !== 'string') problems.push([pointer, 'the tag has no name. Add one.']);
    if (kind === 'Link' && node['operationId'] !== undefined && !ids.has(node['operationId'])) {
      problems.push([
        pointer,
        `there is no operation ${JSON.stringify(node['operationId'])}. Correct the operationId.`,
      ]);
    }
    if (!hasPage(part)) continue;
    const { file, line } = source.locate(pointer);
    const wrong = checkId(node['operationId'], pages, `${file}:${line}`);
    if (wrong !== undefined) problems.push([pointer, wrong]);
    for (const tag of [node['tags'] ?? []].flat()) {
      if (!tags.has(tag))
        problems.push([`${pointer}/tags`, `there is no tag ${JSON.stringify(tag)}. Add it to "tags".`]);
    }
  }
  return [
    ...problems.map(([pointer, message]) => ({ ...source.locate(pointer), message })),
    ...source.listChangedNumbers(),
  ];
}
