/**
 * What readers take away beside the whole description: the description per tag, a Postman collection, TypeScript types,
 * the example webhook receiver, the reconciliation script, the sandbox in one file, and the feed of changes. Called by
 * `npm run generate`.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { stringify } from 'yaml';
import type { OpenApiDocument } from '../../../src/description/types';
import { changeFeed } from './feed';
import { toOpenApi30 } from './openapi-3-0';
import { collectionFile, postmanCollection } from './postman';
import { bundleSandbox, sandboxFile } from './sandbox';
import { tagDescriptions } from './tag-descriptions';

/** The script that the section on reconciliation describes. */
const reconciliation = path.resolve('examples', 'reconciliation', 'reconcile.mjs');
/** The receiver that the webhook guide shows and its tutorials run. */
const receiver = path.resolve('examples', 'webhook-receiver', 'receiver.mjs');

/** A program on the downloaded types, which the tests compile and run. */
const typedClient = path.resolve('examples', 'typed-client', 'journey.ts');

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Writes `downloads/` and `api-changes.xml` anew.
 *
 * @param description the bundled description
 * @param changelog path of `api-spec/CHANGELOG.md`
 * @param folder static directory of the build
 * @returns how many files were written
 * @throws if one of them cannot be made; the message says which and why
 */
export async function writeDownloads(description: object, changelog: string, folder: string): Promise<number> {
  const document = description as OpenApiDocument;
  const text = JSON.stringify(document);
  const downloads = path.join(folder, 'downloads');
  rmSync(downloads, { recursive: true, force: true });
  mkdirSync(downloads, { recursive: true });
  const files = new Map<string, string>();
  for (const { file, document: part } of tagDescriptions(document)) {
    files.set(`${file}.yaml`, stringify(part, { lineWidth: 120, aliasDuplicateObjects: false }));
    files.set(`${file}.json`, json(part));
  }
  const older = toOpenApi30(document);
  files.set('openapi-3.0.yaml', stringify(older, { lineWidth: 120, aliasDuplicateObjects: false }));
  files.set('openapi-3.0.json', json(older));
  files.set('typed-client.ts', readFileSync(typedClient, 'utf8'));
  files.set(collectionFile, json(await postmanCollection(text)));
  files.set('api.d.ts', astToString(await openapiTypescript(text)));
  files.set('webhook-receiver.mjs', readFileSync(receiver, 'utf8'));
  files.set('reconcile.mjs', readFileSync(reconciliation, 'utf8'));
  files.set(sandboxFile, await bundleSandbox(text, process.cwd()));
  for (const [file, content] of files) writeFileSync(path.join(downloads, file), content);
  writeFileSync(path.join(folder, 'api-changes.xml'), changeFeed(readFileSync(changelog, 'utf8')));
  return files.size + 1;
}
