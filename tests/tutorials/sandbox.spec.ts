/** The sandbox answers every operation as documented, requires a key, and says how to use it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { EXAMPLE_NOW } from '../../sandbox/seed';
import { freePort } from '../../scripts/lib/free-port';
import { Specification } from '../../src/specification/specification';
import { root } from '../support/routes';
import { type ExampleCall, exampleCalls } from './example-call';
import { specification as document, expect, startRecordingSandbox, test } from './fixtures';

const specification = new Specification(document);
const operations = [...specification.operations.values()].filter(({ method }) => method !== 'event');

/** `npm run sandbox` without its check of the installation, which a test must not set off. */
const program = path.join(root, 'scripts', 'lib', 'serve-sandbox.mjs');

function send(url: string, { method, target, headers, body }: ExampleCall): Promise<Response> {
  return fetch(`${url}${target}`, { method, headers, ...(body === undefined ? {} : { body }) });
}

/** Documented requests that the example data doesn't allow. */
const REJECTED: Readonly<Record<string, number>> = {
  deletePlan: 409, // A subscription uses the plan.
  deleteProduct: 409, // The product has plans.
  deleteSubscription: 403, // The subscription is no pending order.
  deleteSubscriptionCancellation: 409, // The cancellation is completed.
  updateSubscriptionCancellation: 400, // The cancellation is completed.
  createSubscriptionReactivation: 422, // The subscription is active.
  createPaymentInstrument: 400, // The token was used.
  createSubscriptionPause: 400, // The subscription is paused already.
  upsertOneTimeOrder: 400, // The ID is that of a subscription.
};

test('all operations answer every documented request as the example data allows', async () => {
  const findings: string[] = [];
  let requests = 0;
  for (const operation of operations)
    for (const call of exampleCalls(specification, operation)) {
      requests += 1;
      const sandbox = await startRecordingSandbox(document, { startAt: EXAMPLE_NOW });
      const { status } = await send(sandbox.url, call);
      const [exchange] = sandbox.take();
      await sandbox.close();
      const expected = REJECTED[operation.id] ?? Number(specification.successStatus(operation));
      if (exchange?.operationId !== operation.id || status !== expected)
        findings.push(`${operation.id}: ${status} instead of ${expected}: ${exchange?.problem ?? call.target}`);
    }
  console.log(`${operations.length} operations, ${requests} requests`);
  expect(requests).toBeGreaterThanOrEqual(operations.length);
  expect(operations).not.toEqual([]);
  expect(findings, findings.join('\n')).toEqual([]);
});

test('all operations return 401 without a credential', async ({ sandbox }) => {
  const findings: string[] = [];
  for (const operation of operations) {
    const [call] = exampleCalls(specification, operation);
    if (call === undefined) throw new Error(`${operation.id} has no documented request.`);
    // One operation takes its credential from the query.
    const target = call.target.includes('sessionToken=') ? (call.target.split('?')[0] ?? '') : call.target;
    const headers = { 'Content-Type': 'application/json' };
    const { status } = await send(sandbox.url, { ...call, target, headers });
    if (status !== 401) findings.push(`${operation.id}: ${status} instead of 401`);
  }
  expect(findings, findings.join('\n')).toEqual([]);
});

test('npm run sandbox prints a line that points a shell at it, and one line if its port is taken', async () => {
  const port = String(await freePort());
  const start = () => {
    const child = spawn(process.execPath, [program], { env: { ...process.env, PORT: port } });
    const started = { child, output: '' };
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (started.output += chunk.toString()));
    return started;
  };
  const first = start();
  try {
    await expect.poll(() => first.output, { timeout: 50_000 }).toContain('export PAI_ORGANIZATION_ID=');
    const read = (name: string): string => new RegExp(`${name}=["']?([^\\s"']+)`).exec(first.output)?.[1] ?? '';
    expect(read('PAI_API')).toBe(`http://127.0.0.1:${port}`);
    const url = `${read('PAI_API')}/v1/public-api/organizations/${read('PAI_ORGANIZATION_ID')}`;
    const { status } = await fetch(url, { headers: { Authorization: `ApiKey ${read('PAI_API_KEY')}` } });
    expect(status).toBe(200);
    const second = start();
    expect(await once(second.child, 'exit')).toEqual([1, null]);
    expect(second.output).toContain(`Port ${port} is taken`);
  } finally {
    const ended = once(first.child, 'exit');
    first.child.kill('SIGTERM');
    await ended;
  }
});
