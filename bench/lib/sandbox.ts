/** Measures reads and writes of the sandbox that readers download. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { freePort } from '../../scripts/lib/free-port';
import { root } from '../../scripts/lib/programs.cjs';
import type { Add } from './figures';

const SECONDS = 5;
const CONNECTIONS = 10;

/** Requests per second. Throws if one fails. */
async function measureRate(url: string, options: RequestInit): Promise<number> {
  const end = Date.now() + SECONDS * 1000;
  let count = 0;
  const send = async (): Promise<void> => {
    while (Date.now() < end) {
      const response = await fetch(url, options);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${url}: status ${response.status}`);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, send));
  return count / SECONDS;
}

/**
 * Measures the sandbox.
 *
 * @param add - Adds a figure.
 * @throws If it doesn't start, or if a request fails.
 */
export async function benchSandbox(add: Add): Promise<void> {
  const program = path.join(root, 'build', 'downloads', 'pai-sandbox.mjs');
  const port = await freePort();
  const child = spawn(process.execPath, [program, '--port', String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  try {
    while (!output.includes('PAI_ORGANIZATION_ID=')) {
      if (child.exitCode !== null) throw new Error(`The sandbox ended with ${child.exitCode}. Run "npm run build".`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const read = (name: string): string => new RegExp(`${name}=(\\S+)`).exec(output)?.[1] ?? '';
    const url = `${read('PAI_API')}/v1/public-api/organizations/${read('PAI_ORGANIZATION_ID')}/customers`;
    const headers = { Authorization: `ApiKey ${read('PAI_API_KEY')}`, 'Content-Type': 'application/json' };
    add('Sandbox: lists', await measureRate(`${url}?limit=20`, { headers }), 'per second');
    const body = JSON.stringify({ firstName: 'Ada', lastName: 'Berg' });
    add('Sandbox: writes', await measureRate(url, { method: 'POST', headers, body }), 'per second');
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}
