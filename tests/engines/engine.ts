/**
 * What the tests of the other engines need of a browser. Playwright drives neither Debian's Firefox nor its WebKit, so
 * each is driven by its own protocol, behind this.
 */

/** Keys that are named; any other text is the key itself. */
type Key = 'Enter' | 'Escape' | 'ArrowDown' | 'Control' | (string & {});

/** One window of a browser. */
export interface Engine {
  /** Name and version, as the browser says them. */
  readonly version: string;
  /**
   * Loads an address as a new document, even if only its fragment differs, and returns once the HTML is there. Scripts may
   * still be on their way.
   */
  goTo(address: string): Promise<void>;
  /** Runs a function in the page. It knows nothing but its arguments, which are plain data, as is what it returns. */
  run<Result, Arguments extends unknown[]>(
    script: (...given: Arguments) => Result | Promise<Result>,
    ...given: Arguments
  ): Promise<Result>;
  /** Presses the first element with the mouse. Fails if there is none, or something lies over it. */
  click(selector: string): Promise<void>;
  /** Moves the pointer over the first element. */
  hover(selector: string): Promise<void>;
  /** Presses keys together, and lets go of them. */
  press(...keys: Key[]): Promise<void>;
  /** Types a text where the focus is. */
  type(text: string): Promise<void>;
  /** Gives the page this size. */
  resize(width: number, height: number): Promise<void>;
  /** A new visitor: nothing is stored, nothing is in the cache. */
  renew(): Promise<void>;
  /** Messages of warnings and errors, uncaught errors, failed requests and violations of the policy since the last call. */
  takeProblems(): Promise<string[]>;
  close(): Promise<void>;
}

/** The engines that are tried. */
export type EngineName = 'firefox' | 'webkit';

/** Whether going from one address to another only scrolls, because they differ in nothing but the fragment. */
export const keepsDocument = (from: string, to: string): boolean =>
  to.includes('#') && from.split('#')[0] === to.split('#')[0];

/** How often a question is asked again, and how long, in milliseconds. */
const PAUSE = 40;
const LIMIT = 45_000;

/**
 * Asks again and again until the answer is yes.
 *
 * @param question may fail, which counts as no
 * @param what is waited for, for the message
 * @throws if the answer is still no at the end
 */
export async function until(question: () => Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + LIMIT;
  let failure: unknown;
  while (Date.now() < end) {
    const isSo = await question().catch((error: unknown) => {
      failure = error;
      return false;
    });
    if (isSo) return;
    await new Promise((wake) => setTimeout(wake, PAUSE));
  }
  const reason = failure instanceof Error ? ` ${failure.message}` : '';
  throw new Error(`Waited ${LIMIT / 1000} s in vain: ${what}.${reason}`);
}
