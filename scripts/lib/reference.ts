/**
 * Makes all that depends on the specification alone: the bundled specification in both forms, what readers can download, the
 * shapes of webhook deliveries, and the pages of the reference.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { freshReferenceFolder, referenceFolder } from '../../src/site/routes';
import { CHANGELOG } from '../../src/specification/changelog';
import { parseWritten } from '../../src/specification/json';
import { SPECIFICATION } from '../../src/specification/source';
import { Specification } from '../../src/specification/specification';
import type { OpenApiDocument } from '../../src/specification/types';
import { bundleAsJson } from './specification';
import { writeParts } from './specification-parts';
import { writeDownloads } from './downloads';
import { addCodeSamples } from './downloads/code-samples';
import { payloadSchemas, payloadTypes } from './payload-types';
import { programFile } from './programs.cjs';
import { writeChanged } from './write-changed';
import { toJson, toYaml } from './formats';

/**
 * Writes the bundled specification as YAML and JSON, for readers with samples.
 *
 * @param generated - The folder `.generated`.
 * @param json - The bundled specification.
 */
export function writeSpecification(generated: string, json: string): void {
  const specification = parseWritten(json) as OpenApiDocument;
  mkdirSync(path.join(generated, 'static'), { recursive: true });
  // The pages' digests are last: once they change, live reload compiles pages from the files before them.
  writeChanged(path.join(generated, 'openapi.json'), `${json}\n`);
  writeParts(path.join(generated, 'parts'), specification);
  writeChanged(path.join(generated, 'openapi.yaml'), toYaml(specification));
  const published = addCodeSamples(specification);
  writeFileSync(path.join(generated, 'static', 'openapi.json'), toJson(published));
  writeFileSync(path.join(generated, 'static', 'openapi.yaml'), toYaml(published));
}

/** Writes the shapes of webhook deliveries: JSON Schemas and types for readers, the declarations for the pages. */
async function writePayloads(generated: string, json: string): Promise<void> {
  const folder = path.join(generated, 'static', 'schemas');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [file, schema] of payloadSchemas(new Specification(parseWritten(json) as OpenApiDocument))) {
    writeFileSync(path.join(folder, file), toJson(schema));
  }
  const { module, declarations } = await payloadTypes(new Specification(JSON.parse(json) as OpenApiDocument));
  writeFileSync(path.join(folder, 'webhook-events.d.ts'), module);
  writeChanged(path.join(generated, 'payload-types.json'), `${JSON.stringify(declarations, null, 2)}\n`);
}

/**
 * Runs the OpenAPI plugin, and replaces only the pages that changed, so that a running dev server recompiles only those
 * and always has a complete reference.
 *
 * @throws If the plugin fails, or if the number of pages differs from the number of operations and events.
 */
async function generatePages(root: string, expected: number): Promise<void> {
  const fresh = path.join(root, freshReferenceFolder);
  rmSync(fresh, { recursive: true, force: true });
  const args = [programFile('docusaurus'), 'gen-api-docs', 'payments'];
  try {
    await promisify(execFile)(process.execPath, args, { cwd: root });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`The OpenAPI plugin failed:\n${stdout}${stderr}`, { cause: error });
  }
  countPages(fresh, expected);
  putInPlace(fresh, path.join(root, 'docs', referenceFolder));
  rmSync(fresh, { recursive: true });
}

/** Copies the files of one folder to another, deletes the others, and doesn't touch identical files. */
function putInPlace(fresh: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const files = readdirSync(fresh);
  for (const old of readdirSync(folder)) {
    if (!files.includes(old)) rmSync(path.join(folder, old), { recursive: true });
  }
  for (const file of files) {
    writeChanged(path.join(folder, file), readFileSync(path.join(fresh, file)));
  }
}

/** @throws If the number of pages differs from the number of operations and events. */
function countPages(folder: string, expected: number): void {
  const files = readdirSync(folder);
  const operations = files.filter((file) => file.endsWith('.api.mdx')).length;
  const fronts = files.filter((file) => file.endsWith('.info.mdx')).length;
  if (operations !== expected || fronts !== 1 || !files.includes('sidebar.ts')) {
    throw new Error(
      `docs/${referenceFolder}: found ${operations} operation pages and ${fronts} overview pages, ` +
        `expected ${expected} and 1, with a sidebar.ts. Look for an operation without a tag or with a duplicate operationId.`,
    );
  }
}

/**
 * Makes the reference of the repository at `root` from `api-spec/`, from a clean start.
 *
 * @throws if the specification is broken, or a page is missing
 */
export async function generateReference(root: string): Promise<void> {
  const generated = path.join(root, '.generated');
  const json = await bundleAsJson(path.join(root, SPECIFICATION));
  writeSpecification(generated, json);
  await Promise.all([
    generatePages(root, new Specification(JSON.parse(json) as OpenApiDocument).operations.size),
    writePayloads(generated, json),
    writeDownloads(json, path.join(root, CHANGELOG), path.join(generated, 'static')),
  ]);
}
