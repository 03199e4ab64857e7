/**
 * The bundled API description as the checks see it: loading, references, operations and responses.
 *
 * Input: `.generated/openapi.json` when it is newer than every source file, else the bundle of `api-spec/openapi.yaml`
 * made here. Errors: a source that cannot be bundled, a reference that leads nowhere.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve as resolvePath } from 'node:path';
import { bundleSpecification } from '../../../scripts/lib/description';
import { isReference } from '../../description/description';
import { findAt, joinPointer } from '../../description/json';
import type {
  Example,
  Header,
  MediaType,
  OpenApiDocument as Description,
  OperationObject as Operation,
  Parameter,
  Reference,
  Response as ResponseObject,
  Schema,
} from '../../description/types';

/** The repository's root: all checks run from there. */
export const ROOT = process.cwd();
export const SOURCE = 'api-spec/openapi.yaml';
const GENERATED = '.generated/openapi.json';

// The checks read the same types as the build. They don't use its `Description`, which rejects what they report.
export type { Description, Example, Header, MediaType, Operation, Parameter, Reference, ResponseObject, Schema };

/** Any object of the description. */
export type Node = Record<string, unknown>;

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** One operation with what its path item adds. */
export interface OperationEntry {
  readonly id: string;
  /** Upper-case method. */
  readonly method: string;
  readonly path: string;
  /** Pointer of the operation in the bundle. */
  readonly pointer: string;
  readonly operation: Operation;
  /** Parameters of path item and operation, references followed, with the pointer of each. */
  readonly parameters: readonly { pointer: string; parameter: Parameter }[];
}

/** Newest modification time of the files below a folder. */
function newestChange(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Math.max(
    ...entries.filter((entry) => entry.isFile()).map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  );
}

/** Bundles the source files in memory. Throws with the messages of the bundler. */
async function bundleSource(): Promise<Description> {
  // Through JSON, so that what is checked is exactly what is published.
  return JSON.parse(JSON.stringify(await bundleSpecification(ROOT))) as Description;
}

let loaded: Promise<Description> | undefined;

/** The bundled description; made at most once per process. */
export async function loadDescription(): Promise<Description> {
  loaded ??= (async () => {
    const generated = resolvePath(ROOT, GENERATED);
    const newest = newestChange(resolvePath(ROOT, 'api-spec'));
    if (existsSync(generated) && statSync(generated).mtimeMs >= newest) {
      return JSON.parse(readFileSync(generated, 'utf8')) as Description;
    }
    return bundleSource();
  })();
  return loaded;
}

/** A deep copy that a test may break. */
export function copyDescription(description: Description): Description {
  return structuredClone(description);
}

/**
 * Follows a reference (and the references behind it) and says where it ends.
 * Throws when the reference leads nowhere or in a circle.
 */
export function follow<T extends object>(
  description: Description,
  node: T | Reference,
  at: string,
): { node: T; pointer: string } {
  let current = node;
  let where = at;
  for (let hops = 0; isReference(current); hops += 1) {
    where = decodeURIComponent(current.$ref.replace(/^#/, ''));
    const target = findAt(description, where);
    if (target === undefined || hops > 20) throw new Error(`${at}: the reference ${current.$ref} leads nowhere`);
    current = target as T | Reference;
  }
  return { node: current, pointer: where };
}

function listEntries(description: Description, root: 'paths' | 'webhooks'): OperationEntry[] {
  return Object.entries(description[root] ?? {}).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => {
      const operation = item[method] ?? {};
      const at = joinPointer(root, path, method);
      const lists: [string, (Parameter | Reference)[]][] = [
        [joinPointer(root, path, 'parameters'), item.parameters ?? []],
        [`${at}/parameters`, operation.parameters ?? []],
      ];
      const parameters = lists.flatMap(([base, list]) =>
        list.map((parameter, index) => {
          const found = follow<Parameter>(description, parameter, `${base}/${String(index)}`);
          return { pointer: found.pointer, parameter: found.node };
        }),
      );
      return {
        id: operation.operationId ?? '',
        method: method.toUpperCase(),
        path,
        pointer: at,
        operation,
        parameters,
      };
    }),
  );
}

/** All operations of `paths`. */
export function listOperations(description: Description): OperationEntry[] {
  return listEntries(description, 'paths');
}

/** All operations of `webhooks`; `path` is the event type. */
export function listWebhooks(description: Description): OperationEntry[] {
  return listEntries(description, 'webhooks');
}

export interface Body {
  readonly mediaType: string;
  readonly content: MediaType;
  readonly pointer: string;
}

/** The bodies of a request or a response, one per media type. */
export function listBodies(content: Record<string, MediaType> | undefined, at: string): Body[] {
  return Object.entries(content ?? {}).map(([mediaType, media]) => ({
    mediaType,
    content: media,
    pointer: `${at}${joinPointer('content', mediaType)}`,
  }));
}

/** The request bodies of an operation. */
export function listRequestBodies(description: Description, entry: OperationEntry): Body[] {
  if (entry.operation.requestBody === undefined) return [];
  const { node, pointer: at } = follow(description, entry.operation.requestBody, `${entry.pointer}/requestBody`);
  return listBodies(node.content, at);
}

export interface ResponseEntry {
  readonly status: string;
  readonly response: ResponseObject;
  readonly pointer: string;
  readonly bodies: readonly Body[];
}

/** The responses of an operation, references followed. */
export function listResponses(description: Description, entry: OperationEntry): ResponseEntry[] {
  return Object.entries(entry.operation.responses ?? {}).map(([status, response]) => {
    const found = follow(description, response, `${entry.pointer}/responses/${status}`);
    return {
      status,
      response: found.node,
      pointer: found.pointer,
      bodies: listBodies(found.node.content, found.pointer),
    };
  });
}

/** The named examples of a body, references followed. */
export function listExamples(
  description: Description,
  body: Body,
): { name: string; example: Example; pointer: string }[] {
  return Object.entries(body.content.examples ?? {}).map(([name, example]) => {
    const found = follow(description, example, `${body.pointer}${joinPointer('examples', name)}`);
    return { name, example: found.node, pointer: found.pointer };
  });
}
