/** Runs a program of `examples/`, as a reader does, or inside the test's own process, which is faster. */
import { type ChildProcess, spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';

/** How a run has ended. */
export interface Outcome {
  /** The exit status; `null` if the process was killed. */
  status: number | null;
  /** All text that was printed, in its order: standard output and standard error. */
  output: string;
}

/** How a process of its own has ended, with its streams apart. */
interface ProcessOutcome extends Outcome {
  /** What was printed as output. */
  stdout: string;
  /** What was printed as errors. */
  stderr: string;
}

/** How a process of its own is run. */
interface ProcessOptions {
  /** The environment variables. `PATH` is added, and nothing else of the test's. */
  env: Record<string, string | undefined>;
  /** The folder that it runs in. */
  cwd: string;
  /** Gets the process as soon as it's started, for example so that a proxy can kill it. */
  onStart?: (child: ChildProcess) => void;
}

/**
 * Runs a program with Node in a process of its own, as a reader does, until it ends.
 *
 * @param script - The absolute path of the program.
 * @param args - Its arguments, as on the command line.
 * @param options - Its folder and environment variables, and who gets the process.
 * @returns the exit status and the printed text. A program that fails or is killed is no error here.
 * @throws if the process can't be started, for example because the folder is missing
 */
export function runAlone(
  script: string,
  args: readonly string[],
  { env, cwd, onStart }: ProcessOptions,
): Promise<ProcessOutcome> {
  const child = spawn(process.execPath, [script, ...args], { cwd, env: { PATH: process.env['PATH'], ...env } });
  onStart?.(child);
  let [output, stdout, stderr] = ['', '', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
    output += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output, stdout, stderr }));
  });
}

/** How many copies of programs have run in this process. */
let copies = 0;

/**
 * Runs a new copy of a program's module inside this process, which is faster than a process of its own. The program
 * sees the same arguments and variables, but runs in this process's folder, and can't be killed. Runs must not overlap,
 * since the arguments, the variables, and the console belong to the whole process.
 *
 * @param script - The absolute path of the program, a module that has done its work once its import is fulfilled. It
 *   sets `process.exitCode` instead of calling `process.exit`, and prints only with `console.log` and `console.error`.
 * @param args - Its arguments, as on the command line.
 * @param env - Its environment variables. It sees no others.
 * @returns the exit status, 0 if the program sets none, and the printed text with a line break after each message
 * @throws what the module throws, if it doesn't handle it itself
 */
export async function runInside(
  script: string,
  args: readonly string[],
  env: Record<string, string | undefined>,
): Promise<Outcome> {
  const before = { argv: process.argv, env: process.env };
  const { log, error } = console;
  let output = '';
  const print = (text: string): void => void (output += `${text}\n`);
  try {
    Object.assign(process, { argv: [process.execPath, script, ...args], env: { ...env } });
    Object.assign(console, { log: print, error: print });
    copies += 1;
    await import(`${pathToFileURL(script).href}?copy=${copies}`);
    return { status: Number(process.exitCode ?? 0), output };
  } finally {
    Object.assign(process, { ...before, exitCode: undefined });
    Object.assign(console, { log, error });
  }
}
