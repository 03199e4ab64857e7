/** Firefox over WebDriver BiDi. */
import { type Browser, type BrowserContext, type KeyInput, launch, type Page } from 'puppeteer-core';
import { browserEnvironment } from '../../scripts/lib/browser-fonts';
import { type Engine, keepsDocument } from './engine';

declare global {
  interface Window {
    /** Violations of the policy, noted by the script that runs before the page's own. */
    policyViolations?: string[];
  }
}

/** What Firefox says of a request that the page itself gave up, when the reader left or the element went. */
const cancelled = /NS_BINDING_ABORTED|NS_BINDING_CANCELLED/;

/** A mouse that can point exactly and hover, which Firefox doesn't report without a screen. */
const MOUSE = 2 | 4;

class FirefoxEngine implements Engine {
  private problems: string[] = [];
  private size = { width: 1280, height: 860 };

  private constructor(
    readonly version: string,
    private readonly browser: Browser,
    private context: BrowserContext,
    private page: Page,
  ) {}

  static async start(executablePath: string): Promise<FirefoxEngine> {
    const browser = await launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      // Firefox's sandbox keeps pages from the package's fonts.
      env: { ...browserEnvironment(), MOZ_DISABLE_CONTENT_SANDBOX: '1' },
      extraPrefsFirefox: { 'ui.primaryPointerCapabilities': MOUSE, 'ui.allPointerCapabilities': MOUSE },
    });
    const context = await browser.createBrowserContext();
    const engine = new FirefoxEngine(await browser.version(), browser, context, await context.newPage());
    await engine.watch();
    return engine;
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
    await this.fit();
  }

  /** Gives the page its size. Puppeteer also sets its orientation, which Firefox 140 doesn't know. */
  private async fit(): Promise<void> {
    await this.page.setViewport(this.size).catch((error: unknown) => {
      if (!String(error).includes('unknown command emulation.setScreenOrientationOverride')) throw error;
    });
    await this.page.waitForFunction((width) => window.innerWidth === width, {}, this.size.width);
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
    await this.fit();
  }

  async renew(): Promise<void> {
    await this.context.close();
    this.context = await this.browser.createBrowserContext();
    this.page = await this.context.newPage();
    this.problems = [];
    await this.watch();
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
 * Starts Firefox, with a mouse.
 *
 * @param program path of its program
 * @throws if it does not start
 */
export const startFirefoxEngine = (program: string): Promise<Engine> => FirefoxEngine.start(program);
