/**
 * Downloads besides the specification itself: OpenAPI 3.0, a Postman collection, TypeScript types, the example programs,
 * the sandbox in a single file, and the feed of changes. `npm run generate` calls this.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseWritten } from '../../../src/specification/json';
import { toJson, toYaml } from '../formats';
import { changeFeed } from './feed';
import { toOpenApi30 } from './openapi-3-0';
import { collectionFile, postmanCollection } from './postman';
import { bundleSandbox, sandboxFile } from './sandbox';
import { generateTypes } from './types';

/** The script from the section on reconciliation, which the tests run. */
const reconciliation = path.resolve('examples', 'reconciliation', 'reconcile.mjs');
/** The receiver in the webhook guide, which the tutorials run. */
const receiver = path.resolve('examples', 'webhook-receiver', 'receiver.mjs');

/** A program that uses the types, which the tests compile and run. */
const typedClient = path.resolve('examples', 'typed-client', 'journey.ts');

/**
 * Writes `downloads/` and `api-changes.xml`.
 *
 * @param specification - The bundled specification as JSON.
 * @param changelog - Path of `api-spec/CHANGELOG.md`.
 * @param folder - Static folder of the build.
 * @throws If a file can't be created, with its name and the reason.
 */
export async function writeDownloads(specification: string, changelog: string, folder: string): Promise<void> {
  const text = JSON.stringify(JSON.parse(specification));
  const downloads = path.join(folder, 'downloads');
  rmSync(downloads, { recursive: true, force: true });
  mkdirSync(downloads, { recursive: true });
  const files = new Map<string, string>();
  const older = toOpenApi30(parseWritten(specification) as object);
  files.set('openapi-3.0.yaml', toYaml(older));
  files.set('openapi-3.0.json', toJson(older));
  files.set('typed-client.ts', readFileSync(typedClient, 'utf8'));
  files.set(collectionFile, toJson(await postmanCollection(text)));
  files.set('api.d.ts', await generateTypes(JSON.parse(text) as object));
  files.set('webhook-receiver.mjs', readFileSync(receiver, 'utf8'));
  files.set('reconcile.mjs', readFileSync(reconciliation, 'utf8'));
  files.set(sandboxFile, await bundleSandbox(text, process.cwd()));
  for (const [file, content] of files) writeFileSync(path.join(downloads, file), content);
  writeFileSync(path.join(folder, 'api-changes.xml'), changeFeed(readFileSync(changelog, 'utf8')));
}
