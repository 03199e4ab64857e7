/** Bundles the OpenAPI specification, and reports exactly what is invalid if that fails. */
import path from 'node:path';
import { bundle, type Config, createConfig, getLineColLocation, type NormalizedProblem } from '@redocly/openapi-core';
import { type Finding, findingText } from '../../src/site/finding';
import { findProblems } from '../../src/specification/check';
import { completeDiscriminators } from '../../src/specification/discriminators';
import { SPECIFICATION, SpecificationSource } from '../../src/specification/source';
import type { OpenApiDocument } from '../../src/specification/types';

/** A narrower type, because the type of an unused parameter is slow to compute. */
const createEmptyConfig: () => Promise<Config> = createConfig;

/** A problem that Redocly found, with its place in the source files. */
export function toFinding({ location: [location], message }: NormalizedProblem): Finding {
  if (location === undefined) return { file: `${SPECIFICATION}/openapi.yaml`, line: 1, message };
  const file = path.relative(process.cwd(), location.source.absoluteRef).split(path.sep).join('/');
  return { file, line: getLineColLocation(location).start.line, message };
}

/**
 * Bundles a specification from its many files into one.
 *
 * @param folder - Its folder, with `openapi.yaml`.
 * @returns The bundled specification with references kept to `#/components/…`.
 * @throws An Error whose message lists every problem as `file:line`, and what to do.
 */
export async function bundleSpecification(folder = SPECIFICATION): Promise<OpenApiDocument> {
  const config = await createEmptyConfig();
  const source = new SpecificationSource(folder);
  const result = await bundle({ ref: path.join(folder, 'openapi.yaml'), config }).catch((error: unknown) => {
    const places = source.listLoops().map(findingText);
    throw new Error(["Can't read the OpenAPI specification:", ...places, (error as Error).message].join('\n  '));
  });
  const bundled = result.bundle.parsed as OpenApiDocument;
  const invalid = result.problems.filter(({ severity }) => severity === 'error').map(toFinding);
  const problems = invalid.length > 0 ? invalid : findProblems(bundled, source);
  if (problems.length > 0) {
    throw new Error(
      `The OpenAPI specification is invalid. Fix the files below and run the command again:\n  ${problems.map(findingText).join('\n  ')}`,
    );
  }
  completeDiscriminators(bundled);
  return bundled;
}
