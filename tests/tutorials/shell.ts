/**
 * One real bash, for a whole page: what a reader pastes runs in it step by step, with the variables of the steps before.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { descriptionFile, root } from '../support/routes';

const STEP_LIMIT_MS = 60_000;

/** What a step printed, and its exit status. */
export interface StepResult {
  status: number;
  stdout: string;
  stderr: string;
}

/** A step after which the session cannot go on. */
export class ShellError extends Error {}

/** A bash session in an empty folder of its own. */
export class Shell {
  /** The folder; files that a step needs are written there. */
  readonly folder = mkdtempSync(path.join(tmpdir(), 'pai-tutorial-'));
  private readonly process: ChildProcessWithoutNullStreams;
  private stdout = '';
  private stderr = '';
  private steps = 0;

  /** @param environment variables on top of the process's own, without those of a developer's own account */
  constructor(environment: Record<string, string>) {
    const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PAI_')));
    // The reader's folder: the two files that the webhook tutorials ask to download.
    copyFileSync(
      path.join(root, 'examples', 'webhook-receiver', 'receiver.mjs'),
      path.join(this.folder, 'webhook-receiver.mjs'),
    );
    copyFileSync(descriptionFile, path.join(this.folder, 'openapi.json'));
    this.process = spawn('bash', ['--noprofile', '--norc'], {
      cwd: this.folder,
      env: { ...own, ...environment },
      detached: true,
    });
    this.process.stdout.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.process.stderr.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    // A variable that no step has set is an error of the page: it ends the shell.
    this.process.stdin.write('set -u\n');
  }

  /** Runs commands in the session; they may be anything that a reader can paste. */
  async run(commands: string): Promise<StepResult> {
    this.steps += 1;
    const file = path.join(this.folder, `.step-${this.steps}.sh`);
    const end = `__end_of_step_${this.steps}__`;
    writeFileSync(file, `${commands}\n`);
    this.stdout = '';
    this.stderr = '';
    this.process.stdin.write(
      `source '${file}' </dev/null; printf '\\n%s %s\\n' '${end}' "$?"; printf '%s\\n' '${end}' >&2\n`,
    );
    const limit = Date.now() + STEP_LIMIT_MS;
    const pattern = new RegExp(`\\n${end} (\\d+)\\n`);
    for (;;) {
      const found = pattern.exec(this.stdout);
      if (found && this.stderr.includes(end)) {
        return {
          status: Number(found[1]),
          stdout: this.stdout.slice(0, found.index),
          stderr: this.stderr.slice(0, this.stderr.indexOf(end)),
        };
      }
      if (this.process.exitCode !== null) {
        throw new ShellError(`the commands ended the shell: ${this.stderr.trim()}`);
      }
      if (Date.now() > limit) {
        throw new ShellError(`the commands did not end within ${STEP_LIMIT_MS / 1000} s`);
      }
      await new Promise((wake) => setTimeout(wake, 5));
    }
  }

  /** The value of an exported variable; undefined if there is none. */
  async variable(name: string): Promise<string | undefined> {
    const { status, stdout } = await this.run(`printenv ${name}`);
    return status === 0 ? stdout.replace(/\n$/, '') : undefined;
  }

  /** Ends the session and everything that it started. */
  close(): void {
    try {
      process.kill(-(this.process.pid ?? 0), 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
