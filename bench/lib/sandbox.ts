/** Measures the sandbox: its start, and reads, lists, and writes with few and with many stored records. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import autocannon, { type Options } from 'autocannon';
import { writeSnapshot } from '../../sandbox/store';
import { sandboxFile } from '../../scripts/lib/downloads/sandbox';
import { freePort } from '../../scripts/lib/free-port';
import type { Figures } from './figures';

/** Number of stored customers. */
const SIZES = [100, 100_000];
const ORGANIZATION = 'bench';
const SECONDS = 5;

/** Writes a file with an organization and customers. */
function writeRecords(file: string, count: number): void {
  const moment = '2026-11-20T12:00:00Z';
  const times = { createdAt: moment, updatedAt: moment };
  const customers = Array.from({ length: count }, (_, index) => ({
    ...times,
    id: `cus_${index}`,
    organizationId: ORGANIZATION,
    firstName: `Ada ${index}`,
    lastName: 'Berg',
    email: `ada${index}@berg.example`,
    isEnhancedDueDiligenceRequired: false,
  }));
  const organizations = [{ ...times, id: ORGANIZATION, organizationId: '' }];
  writeSnapshot(file, { version: 1, clockOffset: 0, records: { organizations, customers } });
}

/** Starts the downloaded file. Resolves when it responds, with the seconds until then. */
async function start(program: string, args: string[], port: number): Promise<{ child: ChildProcess; seconds: number }> {
  const began = performance.now();
  const child = spawn(process.execPath, [program, '--port', String(port), ...args], { stdio: 'ignore' });
  while (!(await fetch(`http://localhost:${port}/`).catch(() => undefined))) {
    if (child.exitCode !== null)
      throw new Error(`The sandbox ended with ${child.exitCode}. Run npm run generate first.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return { child, seconds: (performance.now() - began) / 1000 };
}

/** Returns the resident memory of a process in MiB, or undefined on a system without `/proc`. */
function readMemory({ pid = 0 }: ChildProcess): number | undefined {
  const file = `/proc/${pid}/status`;
  const kilobytes = existsSync(file) ? /VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** Returns the number of requests per second. Throws if a request fails. */
async function measureRate(options: Options): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({ duration: SECONDS, connections: 10, ...options });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} of the requests to ${options.url} failed.`);
  return requests.average;
}

/**
 * Measures the sandbox that readers download.
 *
 * @param figures - Where to add the results.
 * @param root - The repository's folder, with the file that `npm run generate` creates.
 * @param work - A folder for the records.
 */
export async function benchSandbox({ add }: Figures, root: string, work: string): Promise<void> {
  const program = path.join(root, '.generated', 'static', 'downloads', sandboxFile);
  for (const size of SIZES) {
    const file = path.join(work, `sandbox-${size}.json`);
    writeRecords(file, size);
    const port = await freePort();
    const { child, seconds } = await start(program, ['--data', file], port);
    try {
      const label = `sandbox with ${size.toLocaleString('en')} records`;
      const url = `http://localhost:${port}/v1/public-api/organizations/${ORGANIZATION}/customers`;
      const headers = { Authorization: 'ApiKey bench', 'Content-Type': 'application/json' };
      add(`${label}: start`, seconds, 's');
      add(`${label}: reads per second`, await measureRate({ url: `${url}/cus_42`, headers }), '');
      add(`${label}: lists per second`, await measureRate({ url: `${url}?limit=20`, headers }), '');
      const body = JSON.stringify({ firstName: 'Ada', lastName: 'Berg' });
      add(`${label}: writes per second`, await measureRate({ url, headers, method: 'POST', body }), '');
      const memory = readMemory(child);
      if (memory !== undefined) add(`${label}: memory after that`, memory, 'MiB');
    } finally {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
    }
  }
}
