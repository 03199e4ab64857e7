/** Bundles the OpenAPI specification, and reports exactly what is invalid if that fails. */
import path from 'node:path';
import { bundle, type Config, createConfig, getLineColLocation, type NormalizedProblem } from '@redocly/openapi-core';
import kebabCase from 'lodash/kebabCase';
import { operationSources } from './description-sources';

/** A narrower type, because the type of an unused parameter is slow to compute. */
const createEmptyConfig: () => Promise<Config> = createConfig;

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** The parts of a specification that this module reads. */
export interface BundledDescription {
  paths?: Record<string, Record<string, { operationId?: string }>>;
  webhooks?: Record<string, Record<string, { operationId?: string }>>;
}

/** `file:line:column message` of a problem that the bundler found. */
function describe(problem: NormalizedProblem): string {
  const location = problem.location[0];
  if (location === undefined) {
    return problem.message;
  }
  const { start } = getLineColLocation(location);
  const file = path.relative(process.cwd(), location.source.absoluteRef);
  return `${file}:${start.line}:${start.col} ${problem.message}`;
}

/** An operation or webhook event, with its display name, location, and ID. */
interface OperationPlace {
  readonly place: string;
  readonly source: [root: 'paths' | 'webhooks', name: string, method: string];
  readonly operationId: string | undefined;
}

/**
 * All operations and webhook events of a description.
 *
 * @returns their place (`POST /v1/…`, `webhook …`), source and operationId, in the order of the description
 */
export function listOperations(description: BundledDescription): OperationPlace[] {
  const list = (root: 'paths' | 'webhooks', label: (method: string, name: string) => string) =>
    Object.entries(description[root] ?? {}).flatMap(([name, item]) =>
      methods
        .filter((method) => item[method] !== undefined)
        .map((method): OperationPlace => ({
          place: label(method, name),
          source: [root, name, method],
          operationId: item[method]?.operationId,
        })),
    );
  return [
    ...list('paths', (method, name) => `${method.toUpperCase()} ${name}`),
    ...list('webhooks', (_method, name) => `webhook ${name}`),
  ];
}

/** IDs are used unescaped in pages, URLs, and code, so they can only contain safe characters. */
const soundId = /^[A-Za-z][\w-]*$/;

/**
 * Checks for problems that the page generator ignores: a missing operationId, one that would be read as markup or code,
 * and two IDs with the same page.
 *
 * @param entry - Path of the entry file, for file and line of each problem.
 * @returns One line per problem, or an empty list.
 */
function pageProblems(description: BundledDescription, entry: string): string[] {
  const problems: string[] = [];
  const pages = new Map<string, string>();
  const findSource = operationSources(entry);
  for (const { place: call, source, operationId } of listOperations(description)) {
    const place = `${findSource(...source)} ${call}`;
    if (operationId === undefined || operationId === '') {
      problems.push(
        `${place}: operationId is missing, so the operation has no page. Add one (camelCase, verb and noun).`,
      );
      continue;
    }
    if (!soundId.test(operationId)) {
      problems.push(
        `${place}: operationId ${JSON.stringify(operationId)} contains characters that a URL can't. ` +
          'Start with a letter, and use only letters, digits, "_", and "-".',
      );
      continue;
    }
    const page = kebabCase(operationId);
    const other = pages.get(page);
    if (other !== undefined) {
      problems.push(
        `${place}: operationId "${operationId}" has the page /api/${page}, which ${other} already uses. Rename one.`,
      );
    }
    pages.set(page, `${place} ("${operationId}")`);
  }
  return problems;
}

/**
 * Bundles a description from its many files into one.
 *
 * @param entry path of the entry file
 * @returns the bundled description with references kept to `#/components/…`
 * @throws an Error whose message lists every problem as `file:line:column`, and what to do
 */
export async function bundleDescription(entry: string): Promise<BundledDescription> {
  const config = await createEmptyConfig();
  const result = await bundle({ ref: entry, config }).catch((error: unknown) => {
    throw new Error(
      `Can't read the OpenAPI specification:\n  ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  const bundled = result.bundle.parsed as BundledDescription;
  const problems = [
    ...result.problems.filter((problem) => problem.severity === 'error').map(describe),
    ...pageProblems(bundled, entry),
  ];
  if (problems.length > 0) {
    throw new Error(
      `The OpenAPI specification is invalid. Fix the files below and run the command again:\n  ${problems.join('\n  ')}`,
    );
  }
  return bundled;
}

/**
 * Bundles the specification of this repository.
 *
 * @param root path of the repository
 * @returns the specification as it's published
 * @throws an Error if it's invalid, with every problem and what to do
 */
export function bundleSpecification(root: string): Promise<BundledDescription> {
  return bundleDescription(path.join(root, 'api-spec', 'openapi.yaml'));
}
