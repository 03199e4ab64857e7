/**
 * Runs a command and says how long it took and how much memory it and its children held at most, together.
 *
 * In: program, arguments, working folder. Out: wall seconds and the peak in MiB, sampled five times a second from `ps`.
 * Rejects with the end of the command's output if it fails.
 */
import { execFileSync, spawn } from 'node:child_process';

export interface Measurement {
  readonly seconds: number;
  readonly peakMiB: number;
}

const SAMPLE_MS = 200;

/** Resident memory of a process and all its descendants, in KiB. */
function residentKiB(root: number): number {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const family = new Set([root]);
  // Parents may be listed after their children: pass over the list until nobody new is found.
  for (let before = 0; before !== family.size;) {
    before = family.size;
    for (const [pid = 0, parent = 0] of rows) if (family.has(parent)) family.add(pid);
  }
  return rows.reduce((sum, [pid = 0, , rss = 0]) => sum + (family.has(pid) ? rss : 0), 0);
}

/** Measures a program of a package, started with this Node: its file and arguments. */
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
      else reject(new Error(`${args.join(' ')} ended with ${String(status)}:\n${output}`));
    });
  });
}
