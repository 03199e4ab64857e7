/** WebKit (WebKitGTK) over WebDriver, in a window of its own on a screen that nobody sees. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Builder, By, Capabilities, Key, type WebDriver } from 'selenium-webdriver';
import { browserEnvironment } from '../../scripts/lib/browser-fonts';
import { freePort } from '../../scripts/lib/free-port';
import { type Engine, keepsDocument, until } from './engine';

/** Keys by the names that the other drivers use. */
const namedKeys: Readonly<Record<string, string>> = {
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  ArrowDown: Key.ARROW_DOWN,
  Control: Key.CONTROL,
};

/** What of the log is a problem; the rest is what the page logged for information, and the system's own chatter. */
const problem = /^(?:CONSOLE (?:[A-Z]+ )?(?:ERROR|WARN)|FAILED|STATUS)/;

/** WebKit reports a directive that it doesn't implement, and applies `default-src` instead, which allows this site alone. */
const UNKNOWN_DIRECTIVE = "Unrecognized Content-Security-Policy directive 'manifest-src'";

/** What WebKit says of a request that the page itself gave up, when the reader left or the element went. */
const cancelled = /^FAILED \S+ .*(?:cancel|abort|interrupted)/i;

/** A program that ends with this one. */
function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv, log: string): ChildProcess {
  const output = openSync(log, 'a');
  const child = spawn(program, args, { env: { ...browserEnvironment(), ...env }, stdio: ['ignore', output, output] });
  closeSync(output);
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

/** A screen without a monitor; the server itself chooses a free number and tells it. */
async function startScreen(folder: string): Promise<{ server: ChildProcess; display: string }> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    cwd: folder,
  });
  process.once('exit', () => server.kill('SIGKILL'));
  const numbers = server.stdio[3];
  const display = await new Promise<string>((resolve, reject) => {
    numbers?.once('data', (number: Buffer) => resolve(`:${number.toString().trim()}`));
    server.once('exit', (status) => reject(new Error(`Xvfb ended with status ${status ?? 'unknown'}.`)));
  });
  return { server, display };
}

class WebKitEngine implements Engine {
  version = '';
  private driver: WebDriver | undefined;
  private size = { width: 1280, height: 860 };
  private read = 0;
  private calls = 0;

  private constructor(
    private readonly folder: string,
    private readonly log: string,
    private readonly address: string,
    private readonly processes: readonly ChildProcess[],
  ) {}

  static async start(): Promise<WebKitEngine> {
    const folder = mkdtempSync(path.join(tmpdir(), 'pai-docs-webkit-'));
    const log = path.join(folder, 'log');
    const { server, display } = await startScreen(folder);
    const port = await freePort();
    const env = {
      DISPLAY: display,
      ENGINE_LOG: log,
      ENGINE_PROFILES: folder,
      // No service for screen readers, no sandbox around the web process: a container has neither.
      NO_AT_BRIDGE: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      GDK_BACKEND: 'x11',
    };
    const driver = start('WebKitWebDriver', [`--port=${port}`], env, path.join(folder, 'driver.log'));
    const engine = new WebKitEngine(folder, log, `http://127.0.0.1:${port}`, [driver, server]);
    await until(async () => (await fetch(`${engine.address}/status`)).ok, 'WebKitWebDriver answers');
    await engine.open();
    return engine;
  }

  private get window(): WebDriver {
    if (this.driver === undefined) throw new Error('The window of WebKit is closed.');
    return this.driver;
  }

  private async open(): Promise<void> {
    const capabilities = new Capabilities({
      browserName: 'engine-tests',
      pageLoadStrategy: 'none',
      'webkitgtk:browserOptions': { binary: path.join(__dirname, 'webkit-window.py'), args: [] },
    });
    this.driver = await new Builder().usingServer(this.address).withCapabilities(capabilities).build();
    await this.driver.manage().setTimeouts({ script: 45_000 });
    const found = await this.driver.getCapabilities();
    this.version = `WebKitGTK ${found.getBrowserVersion() ?? ''}`;
    await this.resize(this.size.width, this.size.height);
  }

  async goTo(address: string): Promise<void> {
    if (keepsDocument(await this.window.getCurrentUrl(), address)) await this.load('about:blank');
    await this.load(address);
  }

  private async load(address: string): Promise<void> {
    // A mark that the next document does not have tells it from this one.
    await this.window.executeScript('document.documentElement.dataset.left = ""');
    await this.window.get(address);
    await until(
      () => this.run(() => document.readyState !== 'loading' && !('left' in document.documentElement.dataset)),
      `${address} is there`,
    );
  }

  async run<Result, Arguments extends unknown[]>(
    script: (...given: Arguments) => Result | Promise<Result>,
    ...given: Arguments
  ): Promise<Result> {
    const answer = await this.window.executeAsyncScript<{ value?: Result; error?: string }>(
      `const done = arguments[arguments.length - 1];
       Promise.resolve().then(() => (${script.toString()})(...[...arguments].slice(0, -1))).then(
         (value) => done({ value }), (error) => done({ error: String(error) }));`,
      ...given,
    );
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value as Result;
  }

  async click(selector: string): Promise<void> {
    await this.window.findElement(By.css(selector)).click();
  }

  async hover(selector: string): Promise<void> {
    const element = await this.window.findElement(By.css(selector));
    await this.window.executeScript('arguments[0].scrollIntoView({ block: "nearest" })', element);
    await this.window.actions().move({ origin: element }).perform();
  }

  async press(...keys: string[]): Promise<void> {
    const actions = this.window.actions();
    const signs = keys.map((key) => namedKeys[key] ?? key);
    for (const sign of signs) actions.keyDown(sign);
    for (const sign of [...signs].reverse()) actions.keyUp(sign);
    await actions.perform();
  }

  async type(text: string): Promise<void> {
    await this.window.actions().sendKeys(text).perform();
  }

  async resize(width: number, height: number): Promise<void> {
    this.size = { width, height };
    await this.window.manage().window().setRect({ width, height, x: 0, y: 0 });
    await until(
      () => this.run((wanted, high) => innerWidth === wanted && innerHeight === high, width, height),
      `the window is ${width} × ${height} px`,
    );
  }

  async renew(): Promise<void> {
    await this.window.quit();
    this.driver = undefined;
    await this.open();
    this.read = this.written().length;
  }

  private written(): string {
    return readFileSync(this.log, 'utf8');
  }

  async takeProblems(): Promise<string[]> {
    // What the page has said is on its way through two processes, and so is this, behind it.
    this.calls += 1;
    const mark = `All problems until call ${this.calls}.`;
    await this.run((text) => console.log(text), mark);
    await until(() => Promise.resolve(this.written().slice(this.read).includes(mark)), 'the console is in the log');
    const text = this.written();
    const lines = text.slice(this.read).split('\n');
    this.read = text.length;
    return lines.filter((line) => problem.test(line) && !cancelled.test(line) && !line.includes(UNKNOWN_DIRECTIVE));
  }

  async close(): Promise<void> {
    await this.driver?.quit().catch(() => undefined);
    const ends = this.processes.map((child) => once(child, 'exit'));
    this.processes.forEach((child) => child.kill());
    await Promise.all(ends);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * Starts WebKit.
 *
 * @throws if a program that it needs is missing or does not start
 */
export const startWebKitEngine = (): Promise<Engine> => WebKitEngine.start();
