/**
 * The workflow of each tutorial: linted, and run by Redocly against a sandbox that starts with the example data.
 *
 * Input: the Arazzo documents as `npm run generate` writes them. A workflow fails if the linter reports anything, if a
 * step doesn't meet its criteria, or if a response doesn't fit the specification.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listVariables } from '../../sandbox/seed';
import { type ArazzoDocument, SOURCE_NAME } from '../../scripts/lib/workflows/arazzo';
import { buildWorkflows, formatWorkflow } from '../../scripts/lib/workflows';
import { root } from '../support/routes';
import { parseBody, valueAt } from './compare';
import { description, expect, type RecordingSandbox, startRecordingSandbox, test } from './fixtures';

const CLI = '@redocly/cli/bin/cli.js';

/** Runs a program of a package and returns what it prints, whatever its exit code. */
function runProgram(script: string, args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((done) => {
    execFile(
      process.execPath,
      [path.join(root, 'node_modules', script), ...args],
      { cwd: root, env },
      (_, stdout, stderr) => done({ stdout, stderr }),
    );
  });
}
const workflows = buildWorkflows(root);

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** Inputs that the tutorials get from commands: the pause's dates, and the dispute from the webhook's payload. */
const calculated: Record<string, string> = {
  pauseFrom: inDays(1),
  pauseUntil: inDays(61),
  pauseFrom2: inDays(0),
  pauseUntil2: inDays(91),
  disputeId: 'dsp_JonasFraud',
  orderId: 'order-1',
  webhookPassword: 'a password of the test',
};

/** A workflow that has to run before another on the same sandbox: only a canceled subscription can be reactivated. */
const before: Record<string, string> = { 'reactivation-subscription': 'cancel-subscription' };

/** A temporary folder with workflows and the specification where their `url` expects it. */
class Folder {
  readonly path = mkdtempSync(path.join(tmpdir(), 'workflows-'));

  constructor() {
    mkdirSync(path.join(this.path, 'workflows'));
    copyFileSync(path.join(root, '.generated', 'openapi.yaml'), path.join(this.path, 'openapi.yaml'));
  }

  /** Writes a workflow. Returns the path of its file. */
  write(name: string, workflow: ArazzoDocument): string {
    const file = path.join(this.path, 'workflows', `${name}.yaml`);
    writeFileSync(file, formatWorkflow(workflow));
    return file;
  }
}

let folder: Folder;
test.beforeEach(() => (folder = new Folder()));
test.afterEach(() => rmSync(folder.path, { recursive: true }));

/** What the linter reports about the files. */
async function lint(files: readonly string[]): Promise<string[]> {
  const { stdout, stderr } = await runProgram(CLI, ['lint', ...files, '--config', 'redocly.yaml', '--format', 'json']);
  const start = stdout.indexOf('{');
  if (start < 0) throw new Error(`The linter printed no report:\n${stderr}`);
  // One report per file, without anything in between.
  const reports = stdout.slice(start).split(/(?<=\n\})\s*(?=\{)/);
  if (reports.length !== files.length) throw new Error(`The linter read ${reports.length} of ${files.length} files.`);
  const problems = reports.flatMap(
    (report) => (JSON.parse(report) as { problems: { ruleId: string; message: string }[] }).problems,
  );
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

interface StepReport {
  readonly stepId: string;
  readonly checks: readonly { readonly name: string; readonly message?: string; readonly status: string }[];
}

interface RespectReport {
  readonly files: Record<
    string,
    { readonly executedWorkflows: readonly { readonly executedSteps: readonly StepReport[] }[] }
  >;
}

interface Outcome {
  /** Failed checks. */
  readonly findings: string[];
  readonly steps: number;
  readonly checks: number;
}

/** Runs a workflow on its own sandbox, after the workflow that it depends on. */
async function run(name: string, workflow: ArazzoDocument): Promise<Outcome> {
  const sandbox = await startRecordingSandbox(description);
  try {
    const first = workflows.get(before[name] ?? '');
    if (first === undefined) return await runOn(sandbox, name, workflow, {});
    const { findings } = await runOn(sandbox, before[name] ?? '', first, {});
    if (findings.length > 0) return { findings, steps: 0, checks: 0 };
    const created = sandbox.take().find(({ operationId }) => operationId === 'createSubscriptionCancellation');
    const id = valueAt(parseBody(created?.body ?? ''), 'data.id');
    return await runOn(sandbox, name, workflow, {
      // The subscription that the first workflow canceled, because the example IDs are of another one.
      subscriptionId: first.workflows[0].inputs.properties['subscriptionId']?.default ?? '',
      subscriptionCancellationId: typeof id === 'string' ? id : '',
    });
  } finally {
    await sandbox.close();
  }
}

/** Runs a workflow with `respect`. The inputs `given` replace those of the example data. */
async function runOn(
  sandbox: RecordingSandbox,
  name: string,
  workflow: ArazzoDocument,
  given: Record<string, string>,
): Promise<Outcome> {
  const file = folder.write(name, workflow);
  const report = path.join(folder.path, `${name}.json`);
  const variables = listVariables(sandbox.url);
  const values: Record<string, string | undefined> = {
    apiKey: variables['PAI_API_KEY'],
    organizationId: variables['PAI_ORGANIZATION_ID'],
    accountId: variables['PAI_ACCOUNT_ID'],
    accountSecret: variables['ACCOUNT_SECRET'],
    ...calculated,
  };
  const { properties } = workflow.workflows[0].inputs;
  const inputs = Object.fromEntries(
    Object.entries(properties).map(([input, schema]) => {
      const value = given[input] ?? schema.default ?? values[input];
      if (value === undefined) throw new Error(`${name}: the input "${input}" has no value. Add it to "calculated".`);
      return [input, value];
    }),
  );
  const { stdout, stderr } = await runProgram(CLI, [
    ...['respect', file, '--input', JSON.stringify(inputs), '--json-output', report],
    ...['--server', `${SOURCE_NAME}=${sandbox.url}`, '--max-fetch-timeout', '20000'],
  ]);
  let steps: StepReport[];
  try {
    const { files } = JSON.parse(readFileSync(report, 'utf8')) as RespectReport;
    steps = Object.values(files).flatMap(({ executedWorkflows }) =>
      executedWorkflows.flatMap(({ executedSteps }) => executedSteps),
    );
  } catch {
    return { findings: [`${name}: not run: ${`${stdout}${stderr}`.trim().slice(-1500)}`], steps: 0, checks: 0 };
  }
  const findings = steps.flatMap(({ stepId, checks }) =>
    checks
      .filter(({ status }) => status !== 'success')
      .map((check) => `${name} ${stepId}: ${check.name}: ${check.message ?? ''}`),
  );
  const expected = workflow.workflows[0].steps.length;
  if (steps.length !== expected) findings.push(`${name}: ${steps.length} of ${expected} steps were run.`);
  return { findings, steps: steps.length, checks: steps.flatMap(({ checks }) => checks).length };
}

/** A copy of a workflow with one step changed. */
function changeStep(workflow: ArazzoDocument, at: number, change: object): ArazzoDocument {
  const copy = structuredClone(workflow);
  Object.assign(copy.workflows[0].steps[at] ?? {}, change);
  return copy;
}

test('the linter accepts all twelve workflows, and finds a duplicate step', async () => {
  const files = [...workflows].map(([name, workflow]) => folder.write(name, workflow));
  expect(files).toHaveLength(12);
  const findings = await lint(files);
  console.log(`${files.length} workflows linted`);
  expect(findings, findings.join('\n')).toEqual([]);
  const [first] = workflows.values();
  if (first === undefined) throw new Error('There is no workflow.');
  const broken = changeStep(first, 0, { stepId: first.workflows[0].steps[1]?.stepId });
  expect((await lint([folder.write('broken', broken)])).join('\n')).toContain('stepId-unique');
});

for (const [name, workflow] of workflows) {
  test(`the workflow of ${name} runs against the sandbox`, async () => {
    const { findings, steps, checks } = await run(name, workflow);
    console.log(`${name}: ${steps} steps, ${checks} checks`);
    expect(findings, findings.join('\n')).toEqual([]);
    expect(checks).toBeGreaterThan(steps);
  });
}

test('a workflow with a wrong operation, status, or value fails', async () => {
  const workflow = workflows.get('product-crud');
  if (workflow === undefined) throw new Error('The workflow of product-crud is missing.');
  const broken: [object, RegExp][] = [
    [{ operationId: 'createProdukt' }, /createProdukt/],
    [{ successCriteria: [{ condition: '$statusCode == 200' }] }, /createProduct: .*\$statusCode == 200/],
    [{ successCriteria: [{ condition: "$response.body#/data/name == 'Other'" }] }, /createProduct: .*Other/],
  ];
  for (const [change, expected] of broken) {
    const { findings } = await run('product-crud', changeStep(workflow, 0, change));
    expect(findings.join('\n')).toMatch(expected);
  }
  console.log(`${broken.length} broken workflows found`);
});
