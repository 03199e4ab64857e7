/** Measures reads and writes of the sandbox that readers download, beside Prism's mock of the same OpenAPI file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { listVariables } from '../../sandbox/seed';
import { freePort } from '../../scripts/lib/free-port';
import { npm, root } from '../../scripts/lib/programs.cjs';
import { type Add, median } from './figures';

/** Fetched for the benchmark only: as a dependency, it would bring hundreds of packages. */
const PRISM = '@stoplight/prism-cli@5.14.2';
const ROUNDS = 20;
const SECONDS = 0.5;
const CONNECTIONS = 10;

const { PAI_API_KEY, PAI_ORGANIZATION_ID } = listVariables('');
const BASE = `/v1/public-api/organizations/${PAI_ORGANIZATION_ID}/customers`;
/** As many as a large merchant has. */
const CUSTOMERS = 100_000;
/** What both can answer. */
const CALLS = {
  'list of 20': ['GET', `${BASE}?limit=20`],
  search: ['GET', `${BASE}?limit=20&search=berg`],
  'sorted list': ['GET', `${BASE}?limit=20&sortBy=name`],
  'filtered list': ['GET', `${BASE}?limit=20&countries=SE`],
  read: ['GET', `${BASE}/cus_MayaLindqvist`],
  create: ['POST', BASE, JSON.stringify({ firstName: 'Ada', lastName: 'Berg' })],
} as const;

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

/** Sends a call; gives the status, or 0 if nobody answers. */
function send(port: number, [method, target, body]: readonly [string, string, string?]): Promise<number> {
  return new Promise((resolve) => {
    const headers = { Authorization: `ApiKey ${PAI_API_KEY}`, 'Content-Type': 'application/json' };
    const sent = request({ agent, host: '127.0.0.1', port, method, path: target, headers }, (reply) => {
      reply.resume().once('end', () => resolve(reply.statusCode ?? 0));
    });
    sent.once('error', () => resolve(0)).end(body);
  });
}

/** Creates the customers, each with another name. */
async function fill(port: number): Promise<void> {
  let made = 0;
  const repeat = async (): Promise<void> => {
    for (; made < CUSTOMERS; made += 1) {
      const customer = { firstName: randomUUID(), lastName: made % 50 === 0 ? 'Berg' : 'Holm' };
      await send(port, ['POST', BASE, JSON.stringify(customer)]);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, repeat));
}

/** Requests per second. Throws if one fails. */
async function measureRate(port: number, name: keyof typeof CALLS): Promise<number> {
  const began = performance.now();
  let count = 0;
  const repeat = async (): Promise<void> => {
    while (performance.now() < began + SECONDS * 1000) {
      const status = await send(port, CALLS[name]);
      if (status < 200 || status > 299) throw new Error(`${name}: status ${status}`);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, repeat));
  return (count * 1000) / (performance.now() - began);
}

/** Starts a server, and waits until it answers. Gives nothing if it ends. */
async function start(program: string, args: readonly string[], port: number): Promise<ChildProcess | undefined> {
  // In a group of its own, because npm's shell doesn't pass signals on.
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], detached: true });
  while ((await send(port, CALLS.read)) !== 200) {
    if (child.exitCode !== null) return undefined;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return child;
}

/**
 * Measures the sandbox beside Prism, in alternating rounds. If Prism can't be fetched, says so, and measures the sandbox alone.
 *
 * @param add - Adds a figure.
 * @throws If the sandbox doesn't start, or if a request fails.
 */
export async function benchSandbox(add: Add): Promise<void> {
  const build = path.join(root, 'build');
  const [port, prismPort] = [await freePort(), await freePort()];
  const ours = await start(
    process.execPath,
    [path.join(build, 'downloads', 'pai-sandbox.mjs'), `--port=${port}`],
    port,
  );
  if (!ours) throw new Error('The sandbox doesn’t start. Run "npm run build".');
  await fill(port);
  const [program, ...first] = npm;
  const mock = ['prism', 'mock', `--port=${prismPort}`, path.join(build, 'openapi.json')];
  const prism = await start(program, [...first, 'exec', '--yes', `--package=${PRISM}`, '--', ...mock], prismPort);
  if (!prism) console.log(`${PRISM} couldn't be fetched or started, so the sandbox isn't compared with it.`);
  try {
    for (const name of Object.keys(CALLS) as (keyof typeof CALLS)[]) {
      const rounds: [ours: number, theirs: number][] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        rounds.push([await measureRate(port, name), prism ? await measureRate(prismPort, name) : NaN]);
      add(`Sandbox: ${name}`, median(rounds.map(([rate]) => rate)), 'per second');
      if (!prism) continue;
      add(`Prism: ${name}`, median(rounds.map(([, rate]) => rate)), 'per second');
      add(`Sandbox: ${name}, compared with Prism`, median(rounds.map(([rate, theirs]) => rate / theirs)), 'ratio');
    }
  } finally {
    agent.destroy();
    for (const child of [ours, prism]) {
      if (child?.pid === undefined) continue;
      process.kill(-child.pid);
      await once(child, 'exit');
    }
  }
}
