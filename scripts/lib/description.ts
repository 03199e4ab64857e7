/**
 * Bundles the API description, and says exactly what is wrong with it if that fails.
 */
import path from 'node:path';
import { bundle, createConfig, getLineColLocation, type NormalizedProblem } from '@redocly/openapi-core';
import kebabCase from 'lodash/kebabCase';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** The few parts of a description that this module looks at. */
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

/**
 * All operations and webhook events of a description.
 *
 * @returns their place (`POST /v1/…`, `webhook …`) and operationId, in the order of the description
 */
export function operationsOf(description: BundledDescription): { place: string; operationId: string | undefined }[] {
  const list = (entries: BundledDescription['paths'], label: (method: string, name: string) => string) =>
    Object.entries(entries ?? {}).flatMap(([name, item]) =>
      methods
        .filter((method) => item[method] !== undefined)
        .map((method) => ({ place: label(method, name), operationId: item[method]?.operationId })),
    );
  return [
    ...list(description.paths, (method, name) => `${method.toUpperCase()} ${name}`),
    ...list(description.webhooks, (_method, name) => `webhook ${name}`),
  ];
}

/**
 * Checks what the page generator would get wrong in silence: a missing operationId, and two ids with one page address.
 *
 * @returns one line per problem; empty if every operation gets a page of its own
 */
export function pageProblems(description: BundledDescription): string[] {
  const problems: string[] = [];
  const pages = new Map<string, string>();
  for (const { place, operationId } of operationsOf(description)) {
    if (operationId === undefined || operationId === '') {
      problems.push(`${place}: no operationId, so it gets no page. Add one (camelCase, verb and noun).`);
      continue;
    }
    const page = kebabCase(operationId);
    const other = pages.get(page);
    if (other !== undefined) {
      problems.push(
        `${place}: operationId "${operationId}" has the page /api/${page}, which ${other} has already. Rename one.`,
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
  const config = await createConfig({});
  const result = await bundle({ ref: entry, config }).catch((error: unknown) => {
    throw new Error(`The API description cannot be read:\n  ${error instanceof Error ? error.message : String(error)}`);
  });
  const bundled = result.bundle.parsed as BundledDescription;
  const problems = [
    ...result.problems.filter((problem) => problem.severity === 'error').map(describe),
    ...pageProblems(bundled),
  ];
  if (problems.length > 0) {
    throw new Error(
      `The API description is broken; mend the files below and run the command again:\n  ${problems.join('\n  ')}`,
    );
  }
  return bundled;
}
