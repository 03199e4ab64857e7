/**
 * The sandbox answers every operation of the description as documented, refuses what is wrong, and `npm run sandbox` says
 * how to use it.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { EXAMPLE_NOW } from '../../sandbox/seed';
import { freePort } from '../../scripts/lib/free-port';
import { Description } from '../../src/description/description';
import { root } from '../support/routes';
import { type ExampleCall, exampleCalls } from './example-call';
import { description as document, expect, test } from './fixtures';
import { startRecordingSandbox } from './recorder';

const description = new Description(document);
const operations = [...description.operations.values()].filter(({ method }) => method !== 'event');

/** `npm run sandbox` without its check of the installation, which a test must not set off. */
const program = path.join(root, 'scripts', 'lib', 'serve-sandbox.mjs');

/** Sends a call to a sandbox. */
function send({ url }: { url: string }, { method, target, headers, body }: ExampleCall): Promise<Response> {
  return fetch(`${url}${target}`, { method, headers, ...(body === undefined ? {} : { body }) });
}

/** The documented call of an operation, with changes. */
function createCall(id: string, changes: Partial<ExampleCall> = {}): ExampleCall {
  const [call] = exampleCalls(description, description.getOperation(id));
  if (call === undefined) {
    throw new Error(`${id} has no documented call.`);
  }
  return { ...call, ...changes };
}

/** Documented calls that the example world has to refuse, and why. */
const REFUSED: Record<string, { status: number; reason: string }> = {
  deletePlan: { status: 409, reason: 'a subscription uses the plan' },
  deleteProduct: { status: 409, reason: 'the product has plans' },
  deleteSubscription: { status: 403, reason: 'the subscription is no pending order' },
  deleteSubscriptionCancellation: { status: 409, reason: 'the cancellation is completed' },
  updateSubscriptionCancellation: { status: 400, reason: 'the cancellation is completed' },
  createSubscriptionReactivation: { status: 422, reason: 'the subscription is active' },
  createPaymentInstrument: { status: 400, reason: 'the token was used' },
  createSubscriptionPause: { status: 400, reason: 'the subscription is paused already' },
  upsertOneTimeOrder: { status: 400, reason: 'the ID is that of a subscription' },
};

test('all 68 operations answer every documented call as the example world allows', async () => {
  const findings: string[] = [];
  let calls = 0;
  for (const operation of operations) {
    for (const call of exampleCalls(description, operation)) {
      calls += 1;
      const sandbox = await startRecordingSandbox(document, { startAt: EXAMPLE_NOW });
      const reply = await send(sandbox, call);
      await reply.arrayBuffer();
      const [exchange] = sandbox.take();
      await sandbox.close();
      const place = `${operation.id} (${call.method} ${call.target} ${call.body ?? ''})`;
      if (exchange?.operationId !== operation.id) {
        findings.push(`${place}: is taken for ${exchange?.operationId ?? 'no operation'}`);
      }
      const status = REFUSED[operation.id]?.status ?? Number(description.successStatus(operation));
      if (reply.status !== status) {
        findings.push(`${place}: ${reply.status} instead of ${status}: ${exchange?.problem ?? ''}`);
      }
    }
  }
  console.log(`${operations.length} operations, ${calls} documented calls: ${findings.length} findings.`);
  expect(operations).toHaveLength(68);
  expect(findings, findings.join('\n')).toEqual([]);
});

test('all 68 operations answer 401 without a credential', async ({ sandbox }) => {
  const findings: string[] = [];
  for (const operation of operations) {
    const none: Record<string, string>[] = [{}, { Authorization: 'ApiKey ' }];
    for (const headers of none) {
      const call = createCall(operation.id);
      // The one call that takes a session token has it in its query.
      const [target = ''] = operation.parameters.some(({ name }) => name === 'sessionToken')
        ? call.target.split('?')
        : [call.target];
      const type: Record<string, string> = call.body === undefined ? {} : { 'Content-Type': 'application/json' };
      const reply = await send(sandbox, { ...call, target, headers: { ...headers, ...type } });
      const body = (await reply.json().catch(() => undefined)) as { statusCode?: number } | undefined;
      if (reply.status !== 401 || body?.statusCode !== 401) {
        findings.push(`${operation.id}: ${reply.status} instead of 401`);
      }
    }
  }
  sandbox.take();
  console.log(`${operations.length} operations without a credential: ${findings.length} findings.`);
  expect(findings, findings.join('\n')).toEqual([]);
});

test('what is wrong is refused with 400 and the reason, also where a 422 is documented', async ({ sandbox }) => {
  const name = 'x'.repeat(46);
  const cases: [ExampleCall, RegExp][] = [
    [createCall('createCustomer', { body: JSON.stringify({ firstName: name, lastName: 'L' }) }), /firstName/],
    [
      createCall('createCustomer', { body: JSON.stringify({ firstName: 'M', lastName: 'L', email: 'nobody' }) }),
      /email/,
    ],
    [createCall('createCustomer', { body: '{"firstName":' }), /JSON/],
    [createCall('createProduct', { body: '{}' }), /type/],
    [createCall('refundTransaction', { body: '{"amount":"ten"}' }), /amount/],
    [createCall('createSubscriptionReactivation', { body: '{"subscriptionId":7}' }), /subscriptionId/],
    [createCall('listPlans', { target: `${createCall('listPlans').target.split('?')[0]}?limit=101` }), /limit/],
  ];
  for (const [call, reason] of cases) {
    const reply = await send(sandbox, call);
    expect(reply.status, call.body).toBe(400);
    const body = (await reply.json()) as Record<string, unknown>;
    expect(Object.keys(body).sort()).toEqual(['details', 'errorCode', 'message', 'statusCode']);
    expect(JSON.stringify(body['details'])).toMatch(reason);
  }
});

test('an unknown identifier is answered 404, an upsert of one makes it', async ({ sandbox }) => {
  const { target } = createCall('getPlan');
  const unknown = target.replace(/[^/]+$/, 'pln_Nobody');
  expect((await send(sandbox, createCall('getPlan', { target: unknown }))).status).toBe(404);
  expect((await send(sandbox, createCall('deletePlan', { target: unknown }))).status).toBe(404);
  expect((await send(sandbox, createCall('upsertPlan', { target: unknown }))).status).toBe(200);
});

test('a record is answered with the example that shows it', async ({ sandbox }) => {
  const base = createCall('listPlans').target.replace(/\/plans.*$/, '');
  for (const place of ['plans/pln_BrewAnnual', 'customers/cus_JonasOkafor', 'subscriptions/sub_LeilaMonthly']) {
    const reply = await send(sandbox, createCall('getPlan', { target: `${base}/${place}` }));
    const body = (await reply.json()) as { data: { id: string } };
    expect(body.data.id).toBe(place.split('/')[1]);
  }
});

test('a documented failure can be asked for by its status', async ({ sandbox }) => {
  const call = createCall('deletePlan');
  const reply = await send(sandbox, { ...call, headers: { ...call.headers, Prefer: 'code=409' } });
  expect(reply.status).toBe(409);
});

test('npm run sandbox prints a line that points a shell at it', async () => {
  const port = await freePort();
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: String(port) },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  try {
    await expect.poll(() => output, { timeout: 50_000 }).toContain('export PAI_API=');
    const line = output.split('\n').find((text) => text.startsWith('export ')) ?? '';
    for (const name of ['PAI_API', 'PAI_API_KEY', 'PAI_ORGANIZATION_ID', 'PAI_ACCOUNT_ID']) {
      expect(line).toMatch(new RegExp(` ${name}=\\S+`));
    }
    expect(line).toContain(`PAI_API=http://localhost:${port} `);
    const organization = /PAI_ORGANIZATION_ID=(\S+)/.exec(line)?.[1] ?? '';
    const reply = await fetch(`http://localhost:${port}/v1/public-api/organizations/${organization}`, {
      headers: { Authorization: `ApiKey ${/PAI_API_KEY=(\S+)/.exec(line)?.[1] ?? ''}` },
    });
    expect(reply.status).toBe(200);
    await expect.poll(() => output).toContain('→ 200 (getOrganization)');
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
  // It has ended with everything that it started.
  await expect(fetch(`http://localhost:${port}/`)).rejects.toThrow();
});

test('a taken port is said in one line', async ({ sandbox }) => {
  const port = new URL(sandbox.url).port;
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: port },
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const status = await new Promise((resolve) => child.once('exit', resolve));
  expect(status).toBe(1);
  expect(output).toContain(`Port ${port} is taken`);
});
