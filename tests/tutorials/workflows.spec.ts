/** The workflow of each tutorial, run by Redocly against the sandbox, with the API key as the only input. */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { listVariables } from '../../sandbox/seed';
import { startSandbox } from '../../sandbox/server';
import { programFile } from '../../scripts/lib/programs.cjs';
import { buildWorkflows } from '../../scripts/lib/workflows';
import { loadSpecification } from '../../src/specification/load';
import { specificationFile, root } from '../support/routes';

const workflows = buildWorkflows(root);
const { document } = loadSpecification(specificationFile);

/** Runs workflows in one sandbox. Returns what Redocly prints, and whether every step met its criteria. */
async function run(texts: ReadonlyMap<string, string>): Promise<{ isOk: boolean; output: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'workflow-'));
  mkdirSync(path.join(folder, 'workflows'));
  copyFileSync(path.join(root, '.generated', 'openapi.yaml'), path.join(folder, 'openapi.yaml'));
  const files = [...texts].map(([name, text]) => {
    const file = path.join(folder, 'workflows', `${name}.yaml`);
    writeFileSync(file, text);
    return file;
  });
  const sandbox = await startSandbox(document, { port: 0, checksReplies: true });
  const args = ['respect', ...files, '--server', `payments=${sandbox.url}`, '--max-fetch-timeout', '20000'];
  const key = ['--input', `apiKey=${listVariables('')['PAI_API_KEY'] ?? ''}`];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  try {
    return await new Promise((done) => {
      execFile(process.execPath, [programFile('redocly'), ...args, ...key], { env }, (error, stdout, stderr) =>
        done({ isOk: error === null, output: stdout + stderr }),
      );
    });
  } finally {
    await sandbox.close();
    rmSync(folder, { recursive: true });
  }
}

test('the workflow of each tutorial runs against the sandbox', async () => {
  expect(workflows.size).toBe(12);
  // The last one, in this order, cancels the subscription that others use.
  const { isOk, output } = await run(new Map([...workflows].reverse()));
  const checks = output.split('Summary for ').map((text) => text.split('✓').length - 1);
  console.log(`Checks of each workflow: ${checks.slice(0, 12).join(', ')}`);
  expect(isOk, output).toBe(true);
  expect(checks.slice(0, 12).filter((count) => count > 2)).toHaveLength(12);
});

test('a workflow with a wrong status fails', async () => {
  const text = workflows.get('product-crud') ?? '';
  const { isOk, output } = await run(
    new Map([['product-crud', text.replace('$statusCode == 201', '$statusCode == 299')]]),
  );
  expect(isOk).toBe(false);
  expect(output).toContain('$statusCode == 299');
});
