/**
 * Runs a tutorial in one language against a sandbox, the way a reader does: commands and requests in one shell, in order,
 * each carrying on what the ones before have saved. Every finding names page, line, step and language.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { findProgram, needs } from '../../scripts/lib/needs.cjs';
import type { Description } from '../../src/description/description';
import { loadDescription } from '../../src/description/load';
import type { JsonValue } from '../../src/description/types';
import { listVariables } from '../../sandbox/seed';
import type { Exchange } from '../../sandbox/server';
import { cutToSchema } from '../../sandbox/shape';
import { freePort } from '../../scripts/lib/free-port';
import { descriptionFile } from '../support/routes';
import {
  compareDetails,
  compareJson,
  compareSentBody,
  compareShownWithSent,
  parseBody,
  parseShown,
  valueAt,
} from './compare';
import { exampleCalls } from './example-call';
import type { CommandItem, Language, ReplyItem, RequestItem, SourceItem, TutorialPage } from './page';
import type { RecordingSandbox } from './recorder';
import { isStated } from './stated';
import { Shell, ShellError, type StepResult } from './shell';

/** What a run found, and how much it ran. */
export interface RunResult {
  findings: string[];
  requests: number;
  /** Requests that the page says are rejected, and that were. */
  rejected: number;
  commands: number;
  /** Replies of the page that were compared with what came. */
  replies: number;
  /** What the commands printed. */
  outputs: { heading: string; line: number; stdout: string }[];
  /** What each request sent, for comparing the languages. */
  sent: { line: number; operationId: string | undefined; target: string; body: string }[];
}

/** How a sample of a language is started; curl is pasted into the shell as it stands. */
const interpreters: Record<Exclude<Language, 'curl'>, { extension: string; command: string }> = {
  javascript: { extension: 'mjs', command: `'${process.execPath}'` },
  python: { extension: 'py', command: `'${findProgram(needs.python) ?? 'python3'}'` },
};

/** The address of a sandbox that a reader starts, and the command that starts it. */
const sandboxAddress = 'http://localhost:4010';
const startsSandbox = /^\s*(npm run (mock|sandbox)|node pai-sandbox\.mjs)\s*$/;

/** Places of bodies that mean something else in the reply, or don't come back, each with its reason. */
const CHANGED_ON_THE_WAY: Record<string, string[]> = {
  // The merchant's page goes in, the page where the customer confirms comes out.
  createTransaction: ['redirectUrl'],
  // A confirmed cancellation that takes place at once is completed.
  updateSubscriptionCancellation: ['status'],
  // No reply shows a password.
  createWebhookDestination: ['auth.password'],
  updateWebhookDestination: ['auth.password'],
};

/** Whether a finding about what was sent is about a place that changes on the way. */
const isChanged = (operation: string, what: string): boolean =>
  CHANGED_ON_THE_WAY[operation]?.some((place) => what.startsWith(`${place} `)) === true;

/** Runs one page in one language. */
class Run {
  readonly result: RunResult = {
    findings: [],
    requests: 0,
    rejected: 0,
    commands: 0,
    replies: 0,
    outputs: [],
    sent: [],
  };
  /** The latest exchange of each operation, for the replies that the page shows below it. */
  private readonly latest = new Map<string, Exchange>();

  constructor(
    private readonly page: TutorialPage,
    private readonly language: Language,
    private readonly sandbox: RecordingSandbox,
    private readonly shell: Shell,
    private readonly description: Description,
  ) {}

  private finding(item: { line: number; heading: string }, what: string): void {
    this.result.findings.push(`${this.page.file}:${item.line} "${item.heading}" (${this.language}): ${what}`);
  }

  async run(): Promise<RunResult> {
    this.sandbox.take();
    for (const item of this.page.items) {
      try {
        if (item.kind === 'commands') {
          await this.commands(item);
        } else if (item.kind === 'request') {
          await this.request(item);
        } else if (item.kind === 'reply') {
          await this.reply(item);
        } else if (item.language === 'text') {
          this.printed(item);
        }
      } catch (error) {
        if (!(error instanceof ShellError)) {
          throw error;
        }
        this.finding(item, `${error.message}. The steps after it were not run.`);
        break;
      }
    }
    return this.result;
  }

  private remember(exchanges: Exchange[]): void {
    for (const exchange of exchanges) {
      this.latest.set(exchange.operationId ?? '', exchange);
    }
  }

  private async commands(item: CommandItem): Promise<void> {
    if (startsSandbox.test(item.code)) {
      // It runs already, on a port of its own.
      this.result.commands += 1;
      return;
    }
    const { status, stdout, stderr } = await this.shell.run(item.code.replaceAll(sandboxAddress, this.sandbox.url));
    this.remember(this.sandbox.take());
    this.result.commands += 1;
    this.result.outputs.push({ heading: item.heading, line: item.line, stdout });
    if (status !== 0) {
      this.finding(item, `the commands end with status ${status}: ${stderr.trim().slice(-300)}`);
    }
  }

  /** What a page shows as printed must be in what the commands before it have printed. */
  private printed(item: SourceItem): void {
    const printed = this.result.outputs.at(-1)?.stdout ?? '';
    if (!printed.includes(item.code.trim()))
      this.finding(item, `shows "${item.code.trim()}", the commands before it print "${printed.trim()}"`);
  }

  private async start(item: RequestItem): Promise<StepResult> {
    const source = item.code[this.language];
    if (this.language === 'curl') {
      return this.shell.run(source);
    }
    const { extension, command } = interpreters[this.language];
    const file = path.join(this.shell.folder, `step-${item.line}.${extension}`);
    writeFileSync(file, source);
    const result = await this.shell.run(`${command} '${file}'`);
    // The samples print the variables to be set; the page tells the reader to run what is printed.
    const exports = result.stdout.split('\n').filter((line) => /^export [A-Z][A-Z0-9_]*=/.test(line));
    if (exports.length > 0) {
      await this.shell.run(exports.join('\n'));
    }
    return result;
  }

  private async request(item: RequestItem): Promise<void> {
    const { status, stdout, stderr } = await this.start(item);
    const exchanges = this.sandbox.take();
    const [exchange] = exchanges;
    this.result.requests += 1;
    this.remember(exchanges);
    if (exchange === undefined || exchanges.length > 1) {
      this.finding(item, `sent ${exchanges.length} requests instead of one: ${(stderr || stdout).trim().slice(-300)}`);
      return;
    }
    this.result.sent.push({
      line: item.line,
      operationId: exchange.operationId,
      target: exchange.target,
      body: exchange.requestBody,
    });
    this.checkStatus(item, exchange);
    this.checkSent(item, exchange);
    const failed = exchange.status >= 400;
    if (this.language === 'curl' ? status !== 0 : (status !== 0) !== failed) {
      this.finding(
        item,
        `ends with exit status ${status} after a reply ${exchange.status}: ${stderr.trim().slice(-300)}`,
      );
    }
    if (this.language === 'curl' && parseBody(exchange.body) !== undefined && !stdout.includes(exchange.body.trim())) {
      this.finding(item, 'does not print the reply');
    }
    await this.checkSaved(item, exchange);
  }

  /** What a request sent, cut to what its reply has fields for. */
  private cutSent({ operationId = '', requestBody, status }: Exchange): JsonValue {
    const operation = this.description.getOperation(operationId);
    const media = this.description.media(this.description.getResponse(operation, String(status)).content)?.media;
    const sent = { data: parseBody(requestBody) };
    const cut = cutToSchema(media?.schema ?? {}, sent, (part) => this.description.resolve(part)) as {
      data?: JsonValue;
    };
    return cut.data ?? {};
  }

  /** What was sent must come back, as far as the reply has fields for it. */
  private checkSent(item: RequestItem, exchange: Exchange): void {
    const data = valueAt(parseBody(exchange.body), 'data');
    const { operationId, status } = exchange;
    if (operationId === undefined || status >= 300 || data === undefined) return;
    for (const what of compareSentBody(this.cutSent(exchange), data))
      if (!isChanged(operationId, what)) this.finding(item, `${operationId}: ${what}`);
  }

  private checkStatus(item: RequestItem, exchange: Exchange): void {
    if (exchange.operationId !== item.operation) {
      this.finding(item, `${exchange.method} ${exchange.target} is not the call ${item.operation}`);
    }
    const reason = exchange.problem === undefined ? '' : `: ${exchange.problem}`;
    if (item.rejected) {
      if (exchange.status < 400 || exchange.status >= 500) {
        this.finding(item, `is answered ${exchange.status}, the page says that it is rejected${reason}`);
      } else {
        this.result.rejected += 1;
      }
    }
    const expected = item.status ?? (item.rejected ? undefined : '2xx');
    const fits =
      expected === undefined || (expected === '2xx' ? exchange.status < 300 : String(exchange.status) === expected);
    if (!fits) {
      this.finding(item, `is answered ${exchange.status} instead of ${expected}${reason}`);
    }
  }

  private async checkSaved(item: RequestItem, exchange: Exchange): Promise<void> {
    for (const [name, place] of Object.entries(item.save)) {
      const value = valueAt(parseBody(exchange.body), place);
      const saved = await this.shell.variable(name);
      if (typeof value !== 'string' && typeof value !== 'number') {
        this.finding(item, `saves ${place} as ${name}, and the reply has no such value`);
      } else if (saved !== String(value)) {
        this.finding(item, `${name} is ${saved ?? 'not set'} after the step, the reply's ${place} is ${value}`);
      }
    }
  }

  /**
   * A failure that the page shows and does not provoke is asked for by its status, with the last call of the operation
   * or, where the page makes none, with the documented one.
   */
  private async documented(operationId: string, status: string): Promise<Exchange | undefined> {
    const came = this.latest.get(operationId);
    const [sample] = exampleCalls(this.description, this.description.getOperation(operationId));
    const { method, target, body } = came
      ? { ...came, body: came.requestBody }
      : (sample ?? { method: '', target: '' });
    const reply = await fetch(`${this.sandbox.url}${target}`, {
      method,
      headers: { Authorization: 'ApiKey local', 'Content-Type': 'application/json', Prefer: `code=${status}` },
      ...(body === '' || body === undefined ? {} : { body }),
    });
    await reply.text();
    return this.sandbox.take()[0];
  }

  private async reply(item: ReplyItem): Promise<void> {
    const came = this.latest.get(item.operation);
    const wanted = item.status ?? '2xx';
    const isFailure = /^[45]/.test(wanted);
    if (came === undefined && !isFailure) {
      this.finding(item, `shows a reply of ${item.operation}, and no step before it makes that call`);
      return;
    }
    const fits = (status: number) => (wanted === '2xx' ? status < 300 : String(status) === wanted);
    const isThere = came !== undefined && (fits(came.status) || !isFailure);
    const exchange = isThere ? came : await this.documented(item.operation, wanted);
    this.result.replies += 1;
    if (exchange === undefined || !fits(exchange.status)) {
      this.finding(
        item,
        `shows ${wanted} for ${item.operation}, the reply is ${exchange?.status ?? 'missing'}: ${exchange?.problem ?? ''}`,
      );
      return;
    }
    if (item.json === undefined) {
      return;
    }
    let shown;
    try {
      shown = parseShown(item.json);
    } catch (error) {
      this.finding(item, `shows JSON that cannot be read: ${(error as Error).message}`);
      return;
    }
    const sent = exchange.status < 300 ? compareShownWithSent(this.cutSent(exchange), valueAt(shown, 'data')) : [];
    const body = parseBody(exchange.body);
    // A failure that was asked for by its status is the documented one, whatever was sent.
    const reasons = isThere && isFailure ? compareDetails(valueAt(shown, 'details'), valueAt(body, 'details')) : [];
    for (const what of [...sent, ...reasons, ...compareJson(shown, body)]) {
      if (!isStated(this.page, item.operation, what) && !isChanged(item.operation, what))
        this.finding(item, `${item.operation}: ${what}`);
    }
  }
}

/** Runs one page in a language. A sandbox remembers, so each run needs one of its own. */
export async function runPage(page: TutorialPage, language: Language, sandbox: RecordingSandbox): Promise<RunResult> {
  const { results, findings } = await runJourney([page], sandbox, language);
  const [result] = results;
  if (result === undefined) throw new Error(`${page.file} was not run.`);
  // A page alone takes the identifiers of the example world; that is no finding about it.
  return { ...result, findings: findings.filter((finding) => result.findings.includes(finding)) };
}

/** An identifier of the API that a page takes from the one before it, or else from the samples. */
const carried = /export ([A-Z_]+_ID)="\$\{\1:-[a-z]{3}_/g;

/**
 * Runs pages one after the other in one shell, the way a newcomer follows them. Beside the findings of each page, an
 * identifier that no page before has set is a finding: the page would go on with that of the samples.
 */
export async function runJourney(
  pages: TutorialPage[],
  sandbox: RecordingSandbox,
  language: Language,
): Promise<{ findings: string[]; results: RunResult[]; carried: number }> {
  const description = loadDescription(descriptionFile);
  // The receiver of the webhook tutorials listens on a port of its own as well.
  const variables = { ...listVariables(sandbox.url), PORT: String(await freePort()) };
  const shell = new Shell(variables);
  const total = { findings: [] as string[], results: [] as RunResult[], carried: 0 };
  try {
    for (const page of pages) {
      for (const item of page.items) {
        if (item.kind !== 'commands') continue;
        for (const [, name = ''] of item.code.matchAll(carried)) {
          total.carried += 1;
          if ((await shell.variable(name)) === undefined)
            total.findings.push(`${page.file}:${item.line}: no page before this one sets ${name} and keeps it.`);
        }
      }
      const result = await new Run(page, language, sandbox, shell, description).run();
      total.findings.push(...result.findings);
      total.results.push(result);
    }
  } finally {
    shell.close();
  }
  return total;
}

/** A request in a form in which languages can be compared: times, new IDs and encodings of a space are not
 * theirs to agree on. */
function normalized({ operationId, target, body }: RunResult['sent'][number]): string {
  const { pathname, searchParams } = new URL(target, 'http://localhost');
  return JSON.stringify([operationId, pathname, [...searchParams], parseBody(body) ?? body])
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'TIME')
    .replace(/\b\d{10}\b/g, 'TIME')
    .replace(/\b[a-z]{3}_[0-9A-Za-z]{12}\b|\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'ID');
}

/** Whether a page's JavaScript or Python sends what its curl commands send. */
export function compareSent(page: TutorialPage, language: Language, curl: RunResult, other: RunResult): string[] {
  return curl.sent.flatMap((expected, index) => {
    const actual = other.sent[index];
    return actual !== undefined && normalized(actual) === normalized(expected)
      ? []
      : [
          `${page.file}:${expected.line} (${language}): sends ${actual?.target ?? 'nothing'} ${actual?.body ?? ''}, ` +
            `the curl command sends ${expected.target} ${expected.body}`,
        ];
  });
}
