/** The workflow of each tutorial, run by Redocly against the sandbox, with the API key as the only input. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { listVariables } from '../../sandbox/seed';
import { startSandbox } from '../../sandbox/server';
import { programFile } from '../../scripts/lib/programs.cjs';
import { loadSpecification } from '../../src/specification/load';
import { specificationFile, root } from '../support/routes';

/** The workflows that readers download, made by `npm run generate`. */
const folder = path.join(root, '.generated', 'static', 'workflows');

test('the workflow of each tutorial runs against the sandbox', async () => {
  // The last one, in this order, cancels the subscription that others use.
  const files = readdirSync(folder).sort().reverse();
  expect(files).toHaveLength(12);
  const { url, close } = await startSandbox(loadSpecification(specificationFile).document, {
    port: 0,
    checksReplies: true,
  });
  const options = ['--server', `payments=${url}`, '--input', `apiKey=${listVariables('')['PAI_API_KEY'] ?? ''}`];
  const args = [programFile('redocly'), 'respect', ...files, ...options, '--max-fetch-timeout', '20000'];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { isOk, output } = await new Promise<{ isOk: boolean; output: string }>((done) => {
    execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) =>
      done({ isOk: error === null, output: stdout + stderr }),
    );
  });
  await close();
  const checks = output.split('Summary for ').map((text) => text.split('✓').length - 1);
  console.log(`Checks of each workflow: ${checks.slice(0, 12).join(', ')}`);
  expect(isOk, output).toBe(true);
  expect(checks.slice(0, 12).filter((count) => count > 2)).toHaveLength(12);
});
