/** Runs tutorials in one shell against a sandbox, the way a reader follows them. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { listVariables } from '../../sandbox/seed';
import type { Exchange } from '../../sandbox/server';
import { freePort } from '../../scripts/lib/free-port';
import { compareJson, compareSent, parseBody, parseShown, valueAt } from './compare';
import type { Commands, Language, Printed, Request, Response, Tutorial } from './page';
import type { RecordingSandbox } from './fixtures';
import { Shell } from './shell';

/** What a run found, and how much it ran. */
export interface Run {
  findings: string[];
  counts: { commands: number; requests: number; rejected: number; responses: number };
}

/** How a sample is started; curl is pasted into the shell. */
const INTERPRETERS = {
  javascript: { extension: 'mjs', command: process.execPath },
  python: { extension: 'py', command: 'python3' },
};

/** A block that sets IDs of the example data, for readers who skipped the tutorials that create them. */
const EXAMPLE_IDS = /^(export (?!PAI_)[A-Z_]+_ID=\w+\n?)+$/;

class Runner {
  readonly run: Run = { findings: [], counts: { commands: 0, requests: 0, rejected: 0, responses: 0 } };
  /** The latest exchange of each operation. */
  private readonly latest = new Map<string, Exchange>();
  private printed: string[] = [];

  constructor(
    private readonly shell: Shell,
    private readonly sandbox: RecordingSandbox,
    private readonly language: Language,
    private readonly receiverPort: number,
  ) {}

  async follow({ file, items }: Tutorial, isFirst: boolean): Promise<void> {
    for (const item of items) {
      const report = (what: string) =>
        this.run.findings.push(`${file}:${item.line} "${item.heading}" (${this.language}): ${what}`);
      try {
        if (item.kind === 'commands') await this.runCommands(item, isFirst, report);
        else if (item.kind === 'printed') this.checkPrinted(item, report);
        else if (item.kind === 'request') await this.send(item, report);
        else this.compare(item, report);
      } catch (error) {
        report(`${(error as Error).message}. The next steps were not run.`);
        throw error;
      }
    }
  }

  private checkPrinted({ text }: Printed, report: (what: string) => void): void {
    for (const line of text.split('\n'))
      if (!this.printed.includes(line)) report(`shows "${line}", the commands print "${this.printed.join('\n')}"`);
  }

  private async runCommands(
    { code, heading }: Commands,
    isFirst: boolean,
    report: (what: string) => void,
  ): Promise<void> {
    // The sandbox runs already, on its own port, and its values are set.
    if (/^(node pai-sandbox\.mjs|export PAI_API=https:)/.test(code)) return;
    if (heading === 'Prerequisites' && EXAMPLE_IDS.test(code) && !isFirst) {
      for (const [, name = ''] of code.matchAll(/export (\w+)=/g))
        if ((await this.shell.variable(name)) === undefined) report(`no tutorial before this one sets ${name}`);
      return;
    }
    const local = code
      .replaceAll('http://localhost:4010', this.sandbox.url)
      .replaceAll('localhost:8080', `localhost:${this.receiverPort}`);
    const { status, stdout, stderr } = await this.shell.run(local);
    this.printed = stdout.split(/\r?\n/);
    this.run.counts.commands += 1;
    if (status !== 0) report(`the commands end with status ${status}: ${stderr.trim().slice(-300)}`);
  }

  private async start(item: Request): Promise<string> {
    if (this.language === 'curl') {
      const { stdout, stderr } = await this.shell.run(item.code.curl);
      return stdout + stderr;
    }
    const { extension, command } = INTERPRETERS[this.language];
    const file = path.join(this.shell.folder, `step-${item.line}.${extension}`);
    writeFileSync(file, item.code[this.language]);
    const { stdout, stderr } = await this.shell.run(`'${command}' '${file}'`);
    // The page tells the reader to run the commands that the sample prints.
    const exports = stdout.split('\n').filter((line) => /^export [A-Z][A-Z0-9_]*=/.test(line));
    await this.shell.run(exports.join('\n'));
    return stdout + stderr;
  }

  private async send(item: Request, report: (what: string) => void): Promise<void> {
    this.sandbox.take();
    const printed = await this.start(item);
    const exchanges = this.sandbox.take();
    const exchange = exchanges.find(({ operationId }) => operationId === item.operation);
    this.run.counts.requests += 1;
    if (exchange === undefined) {
      const sent = exchanges.map(({ method, target, status }) => `${method} ${target} (${status})`);
      report(`sent ${sent.join(', ') || 'nothing'} instead of ${item.operation}: ${printed.trim().slice(-300)}`);
      return;
    }
    this.latest.set(item.operation, exchange);
    const { status, body, problem } = exchange;
    if (item.status === undefined ? status >= 300 : String(status) !== item.status)
      report(`returns ${status} instead of ${item.status ?? 'a 2xx status'}: ${problem ?? ''}`);
    else if (status >= 400) this.run.counts.rejected += 1;
    for (const [name, place] of Object.entries(item.save)) {
      const value = valueAt(parseBody(body), place);
      const saved = await this.shell.variable(name);
      if (typeof value !== 'string' || saved !== value)
        report(`${name} is ${saved ?? 'not set'} after the step, ${place} of the response is ${JSON.stringify(value)}`);
    }
  }

  private compare({ operation, status, json }: Response, report: (what: string) => void): void {
    const came = this.latest.get(operation);
    // Some errors are shown without a request that causes them.
    if (/^[45]/.test(status) && String(came?.status) !== status) return;
    if (String(came?.status) !== status) {
      report(`shows ${status} of ${operation}, and the last request returned ${came?.status ?? 'nothing'}`);
      return;
    }
    this.run.counts.responses += 1;
    if (json === '') return;
    const shown = parseShown(json);
    for (const what of [
      ...compareJson(shown, parseBody(came?.body ?? '')),
      ...compareSent(parseBody(came?.requestBody ?? ''), valueAt(shown, 'data')),
    ])
      report(`${operation}: ${what}`);
  }
}

/**
 * Runs tutorials one after the other in one shell. The first can use the example data's IDs; each later one uses those
 * that the tutorials before it saved.
 *
 * @param sandbox - A fresh sandbox, because it remembers what was sent.
 * @returns Findings with file, line, heading, and language; none if everything works as the pages show.
 */
export async function runTutorials(
  tutorials: readonly Tutorial[],
  language: Language,
  sandbox: RecordingSandbox,
): Promise<Run> {
  const receiverPort = await freePort();
  const shell = new Shell({ ...listVariables(sandbox.url), PORT: String(receiverPort) });
  const runner = new Runner(shell, sandbox, language, receiverPort);
  try {
    for (const [index, tutorial] of tutorials.entries()) await runner.follow(tutorial, index === 0);
  } catch {
    // A step that ends the shell is a finding.
  } finally {
    shell.close();
  }
  return runner.run;
}
