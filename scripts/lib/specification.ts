/** Bundles the OpenAPI specification, and reports exactly what is invalid if that fails. */
import path from 'node:path';
import {
  BaseResolver,
  bundle,
  type Config,
  createConfig,
  getLineColLocation,
  type NormalizedProblem,
  Source,
} from '@redocly/openapi-core';
import { type Finding, findingText } from '../../src/site/finding';
import { findProblems } from '../../src/specification/check';
import { completeDiscriminators } from '../../src/specification/discriminators';
import { showNumbers } from '../../src/specification/json';
import { SPECIFICATION, SpecificationSource } from '../../src/specification/source';
import type { OpenApiDocument } from '../../src/specification/types';

/** A narrower type, because the type of an unused parameter is slow to compute. */
const createEmptyConfig: () => Promise<Config> = createConfig;

/** A problem that Redocly found, with its place in the source files. */
export function toFinding({ location: [location], message }: NormalizedProblem): Finding {
  if (location === undefined) return { file: `${SPECIFICATION}/openapi.yaml`, line: 1, message };
  const file = path.relative(process.cwd(), location.source.absoluteRef).split(path.sep).join('/');
  const clear = message.replace(/ENOENT: no such file or directory '(.*)'/, (_, missing: string) => {
    const place = path.relative(process.cwd(), missing);
    return `there is no file ${place}. Correct the reference, or create the file.`;
  });
  return { file, line: getLineColLocation(location).start.line, message: clear };
}

/** Reads files with marked numbers. */
class Resolver extends BaseResolver {
  constructor(private readonly source: SpecificationSource) {
    super();
  }

  override async loadExternalRef(file: string): Promise<Source> {
    const { body } = await super.loadExternalRef(file);
    return new Source(file, this.source.markNumbers(file) ?? body);
  }
}

/**
 * Bundles a specification from its many files into one.
 *
 * @param folder - Its folder, with `openapi.yaml`.
 * @returns The bundled specification as JSON, with numbers as they're written and references kept to `#/components/…`.
 * @throws An Error whose message lists every problem as `file:line`, and what to do.
 */
export async function bundleAsJson(folder = SPECIFICATION): Promise<string> {
  const config = await createEmptyConfig();
  const source = new SpecificationSource(folder);
  const ref = path.join(folder, 'openapi.yaml');
  const result = await bundle({ ref, config, externalRefResolver: new Resolver(source) }).catch((error: unknown) => {
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
  return showNumbers(JSON.stringify(bundled, null, 2));
}

/** The same as an object. */
export const bundleSpecification = async (folder = SPECIFICATION): Promise<OpenApiDocument> =>
  JSON.parse(await bundleAsJson(folder)) as OpenApiDocument;
