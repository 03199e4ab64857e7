/** One real bash for whole tutorials: what a reader pastes runs in it, with the variables of the steps before. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { specificationFile, root } from '../support/routes';

const STEP_LIMIT_MS = 60_000;

/** What a step printed, and its exit status. */
export interface StepResult {
  status: number;
  stdout: string;
  stderr: string;
}

/** A bash session in an empty folder of its own. */
export class Shell {
  /** The folder; files that a step needs are written there. */
  readonly folder = mkdtempSync(path.join(tmpdir(), 'pai-tutorial-'));
  private readonly process: ChildProcessWithoutNullStreams;
  private stdout = '';
  private stderr = '';
  private steps = 0;

  /** @param environment - Variables on top of the process's own, without those of a developer's own account. */
  constructor(environment: Record<string, string>) {
    // The two files that the webhook tutorials ask to download.
    const receiver = path.join(root, 'examples', 'webhook-receiver', 'receiver.mjs');
    copyFileSync(receiver, path.join(this.folder, 'webhook-receiver.mjs'));
    copyFileSync(specificationFile, path.join(this.folder, 'openapi.json'));
    writeFileSync(path.join(this.folder, '.curlrc'), 'silent\nshow-error\nmax-time = 30\n');
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith('PAI_'));
    this.process = spawn('bash', ['--noprofile', '--norc'], {
      cwd: this.folder,
      env: { ...Object.fromEntries(own), CURL_HOME: this.folder, ...environment },
      detached: true,
    });
    this.process.stdout.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.process.stderr.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    // A variable that no step has set is a fault of the page: it ends the shell.
    this.process.stdin.write('set -u\n');
  }

  /**
   * Runs commands in the session.
   *
   * @throws If they end the shell, or take too long.
   */
  async run(commands: string): Promise<StepResult> {
    this.steps += 1;
    const file = path.join(this.folder, `.step-${this.steps}.sh`);
    const end = `__end_of_step_${this.steps}__`;
    writeFileSync(file, `${commands}\n`);
    [this.stdout, this.stderr] = ['', ''];
    this.process.stdin.write(
      `source '${file}' </dev/null; printf '\\n%s %s\\n' '${end}' "$?"; printf '%s\\n' '${end}' >&2\n`,
    );
    const limit = Date.now() + STEP_LIMIT_MS;
    const pattern = new RegExp(`\\n${end} (\\d+)\\n`);
    for (;;) {
      const found = pattern.exec(this.stdout);
      if (found && this.stderr.includes(end)) {
        const [stdout, stderr] = [this.stdout.slice(0, found.index), this.stderr.split(end)[0] ?? ''];
        return { status: Number(found[1]), stdout, stderr };
      }
      if (this.process.exitCode !== null) throw new Error(`the commands ended the shell: ${this.stderr.trim()}`);
      if (Date.now() > limit) throw new Error(`the commands didn't end within ${STEP_LIMIT_MS / 1000} s`);
      await new Promise((wake) => setTimeout(wake, 5));
    }
  }

  /** The value of an exported variable; undefined if there's none. */
  async variable(name: string): Promise<string | undefined> {
    const { status, stdout } = await this.run(`printenv ${name}`);
    return status === 0 ? stdout.trim() : undefined;
  }

  /** Ends the session and everything that it started. */
  close(): void {
    try {
      process.kill(-(this.process.pid ?? 0), 'SIGKILL');
    } catch {
      // It has already ended.
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
