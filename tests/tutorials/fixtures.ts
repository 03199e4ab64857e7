/** Playwright's `test` with one recording mock per worker, made from the bundled description. */
import { readFileSync } from 'node:fs';
import { test as base } from '@playwright/test';
import type { OpenApiDocument } from '../../src/description/types';
import { descriptionFile } from '../support/routes';
import { type RecordingMock, startRecordingMock } from './recorder';

/** The bundled description; a new copy on every call. */
export function readDescription(): OpenApiDocument {
  return JSON.parse(readFileSync(descriptionFile, 'utf8')) as OpenApiDocument;
}

export const test = base.extend<object, { mock: RecordingMock }>({
  mock: [
    async ({}, use) => {
      const mock = await startRecordingMock(readDescription());
      await use(mock);
      await mock.close();
    },
    { scope: 'worker' },
  ],
});

export { expect } from '@playwright/test';
