/** Bundles the OpenAPI specification, and reports exactly what is invalid if that fails. */
import path from 'node:path';
import { bundle, type Config, createConfig, getLineColLocation, type NormalizedProblem } from '@redocly/openapi-core';
import { findProblems } from '../../src/specification/check';
import { SpecificationSource } from '../../src/specification/source';
import type { OpenApiDocument } from '../../src/specification/types';

/** A narrower type, because the type of an unused parameter is slow to compute. */
const createEmptyConfig: () => Promise<Config> = createConfig;

/** `file:line message` of a problem that the bundler found. */
function describe({ location: [location], message }: NormalizedProblem): string {
  if (location === undefined) return message;
  const file = path.relative(process.cwd(), location.source.absoluteRef);
  return `${file}:${getLineColLocation(location).start.line} ${message}`;
}

/**
 * Bundles a specification from its many files into one.
 *
 * @param entry - Path of the entry file.
 * @returns The bundled specification with references kept to `#/components/…`.
 * @throws An Error whose message lists every problem as `file:line`, and what to do.
 */
export async function bundleFile(entry: string): Promise<OpenApiDocument> {
  const config = await createEmptyConfig();
  const result = await bundle({ ref: entry, config }).catch((error: unknown) => {
    throw new Error(
      `Can't read the OpenAPI specification:\n  ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  const bundled = result.bundle.parsed as OpenApiDocument;
  const invalid = result.problems.filter(({ severity }) => severity === 'error').map(describe);
  const problems = invalid.length > 0 ? invalid : findProblems(bundled, new SpecificationSource(entry));
  if (problems.length > 0) {
    throw new Error(
      `The OpenAPI specification is invalid. Fix the files below and run the command again:\n  ${problems.join('\n  ')}`,
    );
  }
  return bundled;
}

/** Bundles the specification of this repository. Throws as `bundleFile` does. */
export function bundleSpecification(root: string): Promise<OpenApiDocument> {
  return bundleFile(path.join(root, 'api-spec', 'openapi.yaml'));
}
