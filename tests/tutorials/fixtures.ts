/** Playwright's `test` with a sandbox per test that keeps its exchanges, so that a test sees what was sent and returned. */
import { readFileSync } from 'node:fs';
import { test as base } from '@playwright/test';
import { type Exchange, type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/server';
import type { OpenApiDocument } from '../../src/specification/types';
import { specificationFile } from '../support/routes';

/** A running sandbox. */
export interface RecordingSandbox extends Sandbox {
  /** Takes the exchanges since the last call. */
  take: () => Exchange[];
}

/** The bundled specification that all tests of a worker share: a sandbox prepares it once. */
export const specification = JSON.parse(readFileSync(specificationFile, 'utf8')) as OpenApiDocument;

/** Starts a sandbox on a free port, which checks its own responses. It must be closed. */
export async function startRecordingSandbox(
  document: OpenApiDocument,
  options: Partial<SandboxOptions> = {},
): Promise<RecordingSandbox> {
  const exchanges: Exchange[] = [];
  const onExchange = (exchange: Exchange): number => exchanges.push(exchange);
  const sandbox = await startSandbox(document, { port: 0, checksReplies: true, ...options, onExchange });
  return { ...sandbox, take: () => exchanges.splice(0) };
}

export const test = base.extend<{ sandbox: RecordingSandbox }>({
  sandbox: async ({}, use) => {
    const sandbox = await startRecordingSandbox(specification);
    await use(sandbox);
    await sandbox.close();
  },
});

export { expect } from '@playwright/test';
