/** Playwright's `test` with a recording sandbox per test, made from the bundled description. */
import { readFileSync } from 'node:fs';
import { test as base } from '@playwright/test';
import type { OpenApiDocument } from '../../src/description/types';
import { descriptionFile } from '../support/routes';
import { type RecordingSandbox, startRecordingSandbox } from './recorder';

/** The bundled description; a new copy on every call. */
export function readDescription(): OpenApiDocument {
  return JSON.parse(readFileSync(descriptionFile, 'utf8')) as OpenApiDocument;
}

/** The description that all tests of a worker share: a sandbox prepares it once. */
export const description = readDescription();

export const test = base.extend<{ sandbox: RecordingSandbox }>({
  sandbox: async ({}, use) => {
    const sandbox = await startRecordingSandbox(description);
    await use(sandbox);
    await sandbox.close();
  },
});

export { expect } from '@playwright/test';
