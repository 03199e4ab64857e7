/** Measures the time and memory of a command. */
import { execFileSync, spawn } from 'node:child_process';

/** Cost of a command. */
export interface Measurement {
  /** Wall-clock time. */
  readonly seconds: number;
  /** Peak of the total resident memory of the process and all its descendants. */
  readonly peakMiB: number;
}

const SAMPLE_MS = 200;

/** Returns the resident memory of a process and all its descendants, in KiB. */
function residentKiB(root: number): number {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const family = new Set([root]);
  // A child can precede its parent in the list, so repeat until no new process is found.
  for (let before = 0; before !== family.size;) {
    before = family.size;
    for (const [pid = 0, parent = 0] of rows) if (family.has(parent)) family.add(pid);
  }
  return rows.reduce((sum, [pid = 0, , rss = 0]) => sum + (family.has(pid) ? rss : 0), 0);
}

/**
 * Runs a Node program and measures it. Memory is sampled five times per second with `ps`.
 *
 * @param args - The program's file, and its arguments.
 * @param cwd - The working directory.
 * @throws If the program fails, with the end of its output.
 */
export function measure(args: readonly string[], cwd: string): Promise<Measurement> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    let peak = 0;
    let output = '';
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-4000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer = setInterval(() => {
      if (child.pid !== undefined) peak = Math.max(peak, residentKiB(child.pid));
    }, SAMPLE_MS);
    child.on('error', reject);
    child.on('exit', (status) => {
      clearInterval(timer);
      if (status === 0) resolve({ seconds: (performance.now() - began) / 1000, peakMiB: peak / 1024 });
      else reject(new Error(`${args.join(' ')} exited with status ${String(status)}:\n${output}`));
    });
  });
}
