/** Firefox over WebDriver BiDi, and Chromium for comparison. */
import type { Browser, BrowserContext, CDPSession, KeyInput, Page } from 'puppeteer-core';
import { launch } from 'puppeteer-core';
import { browserEnvironment } from '../../scripts/lib/browser-fonts';
import { type Engine, keepsDocument } from './engine';

declare global {
  interface Window {
    /** Violations of the policy, noted by the script that runs before the page's own. */
    policyViolations?: string[];
  }
}

const chromiumArguments = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  // Puppeteer loses the page when Chromium shows one that it has prerendered. Prefetching stays.
  '--disable-features=Prerender2',
];

/** What a browser says of a request that the page itself gave up, when the reader left or the element went. */
const cancelled = /NS_BINDING_ABORTED|NS_BINDING_CANCELLED|net::ERR_ABORTED/;

class PuppeteerEngine implements Engine {
  private problems: string[] = [];
  private session: CDPSession | undefined;
  private size = { width: 1280, height: 860 };

  private constructor(
    private readonly name: 'chromium' | 'firefox',
    readonly version: string,
    private readonly browser: Browser,
    private context: BrowserContext,
    private page: Page,
  ) {}

  static async start(name: 'chromium' | 'firefox', executablePath: string): Promise<PuppeteerEngine> {
    const browser = await launch({
      browser: name === 'firefox' ? 'firefox' : 'chrome',
      executablePath,
      headless: true,
      // Firefox's sandbox keeps pages from the package's fonts.
      env: { ...browserEnvironment(), MOZ_DISABLE_CONTENT_SANDBOX: '1' },
      args: name === 'firefox' ? [] : chromiumArguments,
    });
    const context = await browser.createBrowserContext();
    const engine = new PuppeteerEngine(name, await browser.version(), browser, context, await context.newPage());
    await engine.prepare();
    return engine;
  }

  private async prepare(): Promise<void> {
    if (this.name === 'chromium') await this.allowCopying();
    await this.watch();
  }

  /**
   * Lets pages write to the clipboard after a click, like Chromium with a window. Without one, it refuses. The session
   * stays open, because Chromium forgets what it allowed with the session.
   */
  private async allowCopying(): Promise<void> {
    this.session ??= await this.browser.target().createCDPSession();
    await this.session.send('Browser.grantPermissions', {
      permissions: ['clipboardSanitizedWrite'],
      ...(this.context.id === undefined ? {} : { browserContextId: this.context.id }),
    });
  }

  private async watch(): Promise<void> {
    const { page, problems } = this;
    page.setDefaultTimeout(45_000);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warn')
        problems.push(`${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) =>
      problems.push(`uncaught: ${error instanceof Error ? error.message : String(error)}`),
    );
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      if (!cancelled.test(reason)) problems.push(`failed: ${request.url()} ${reason}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) problems.push(`status ${response.status()}: ${response.url()}`);
    });
    await page.evaluateOnNewDocument(() => {
      const violations: string[] = [];
      window.policyViolations = violations;
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        violations.push(`policy: ${effectiveDirective} blocks ${blockedURI}`),
      );
    });
    await page.setViewport(this.size);
  }

  async goTo(address: string): Promise<void> {
    if (keepsDocument(this.page.url(), address)) await this.page.goto('about:blank');
    await this.page.goto(address, { waitUntil: 'domcontentloaded' });
  }

  run<Result, Arguments extends unknown[]>(
    script: (...given: Arguments) => Result | Promise<Result>,
    ...given: Arguments
  ): Promise<Result> {
    return this.page.evaluate(script as (...all: unknown[]) => Promise<Result>, ...given);
  }

  click(selector: string): Promise<void> {
    return this.page.click(selector);
  }

  hover(selector: string): Promise<void> {
    return this.page.hover(selector);
  }

  async press(...keys: string[]): Promise<void> {
    const last = keys.at(-1) as KeyInput;
    const held = keys.slice(0, -1) as KeyInput[];
    for (const key of held) await this.page.keyboard.down(key);
    await this.page.keyboard.press(last);
    for (const key of held.reverse()) await this.page.keyboard.up(key);
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }

  async resize(width: number, height: number): Promise<void> {
    this.size = { width, height };
    await this.page.setViewport(this.size);
  }

  async renew(): Promise<void> {
    await this.context.close();
    this.context = await this.browser.createBrowserContext();
    this.page = await this.context.newPage();
    this.problems = [];
    await this.prepare();
  }

  async takeProblems(): Promise<string[]> {
    const violations = await this.page.evaluate(() => window.policyViolations?.splice(0) ?? []);
    return [...this.problems.splice(0), ...new Set(violations)];
  }

  close(): Promise<void> {
    return this.browser.close();
  }
}

/**
 * Starts Firefox or Chromium.
 *
 * @param name which of them
 * @param program path of its program
 * @throws if it does not start
 */
export function startPuppeteerEngine(name: 'chromium' | 'firefox', program: string): Promise<Engine> {
  return PuppeteerEngine.start(name, program);
}
