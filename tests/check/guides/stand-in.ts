/**
 * The stand-in of the FramePay script, looked at from outside: it is run against a handful of fake nodes, and what it
 * puts on `window` is listed. A real browser runs it in `tests/site/framepay.spec.ts`.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { framePay } from '../../../src/data/framepay';
import { root } from '../../support/routes';

export const STAND_IN = 'tests/support/framepay-stand-in.js';

export interface StandIn {
  /** The lists that the script itself keeps of names that it takes and sends. */
  readonly contract: Readonly<Record<string, readonly string[]>>;
  /** Own names of `Framepay` besides those that mount something. */
  readonly methods: readonly string[];
  readonly elementMethods: readonly string[];
  /** `Framepay.card.mount(node, 'cardCvv')`, for every call that is not refused. */
  readonly elements: readonly string[];
  readonly express: readonly string[];
  readonly errorCodes: readonly string[];
  /** Undocumented names that the script took without a word. */
  readonly faults: readonly string[];
}

type Mount = (node: unknown, second?: unknown) => Record<string, unknown> | undefined;
type Script = Record<string, unknown> & {
  initialize: (settings: object) => void;
  update: (settings: object) => void;
  on: (name: string, handler: () => void) => void;
  errorCodes: object;
};

/** As much of a browser as mounting takes. */
function fakeBrowser(): Record<string, unknown> & { node: unknown } {
  class Element {
    isConnected = true;
    src = 'https://framepay.pai.example/framepay.js';
    append(): void {
      // Nothing is shown here.
    }
    addEventListener(): void {
      // Nobody presses a button here.
    }
    remove(): void {
      // Nothing was shown.
    }
  }
  const listeners = { addEventListener: (): void => undefined, removeEventListener: (): void => undefined };
  return {
    ...listeners,
    framepayStandInOptions: { readyEarly: true },
    Element,
    HTMLScriptElement: Element,
    HTMLFormElement: class extends Element {},
    HTMLInputElement: class extends Element {},
    document: { currentScript: new Element(), createElement: () => new Element() },
    URL,
    setTimeout,
    node: new Element(),
  };
}

function isRefused(action: () => unknown): boolean {
  try {
    action();
    return false;
  } catch {
    // Refusing is what the stand-in does with names that are not documented.
    return true;
  }
}

/** Runs the stand-in and lists what it offers. Throws if the script does not run. */
export function readStandIn(): StandIn {
  const browser = fakeBrowser();
  browser['window'] = browser;
  runInContext(readFileSync(path.join(root, STAND_IN), 'utf8'), createContext(browser), { filename: STAND_IN });
  const script = browser['Framepay'] as Script;
  const { contract } = browser['framepayStandIn'] as { contract: StandIn['contract'] };
  const transactionData = { amount: 1, currency: 'USD', label: 'Test' };
  const settings = { publishableKey: 'pk_sandbox_Test', organizationId: 'o', websiteId: 'w', transactionData };

  const faults: string[] = [];
  const mustRefuse = (what: string, action: () => unknown): void => {
    if (!isRefused(action)) faults.push(`${what} is taken although it is not documented; refuse it`);
  };
  mustRefuse('the setting "color"', () => script.initialize({ ...settings, color: 'red' }));
  mustRefuse('the setting "icon.size"', () => script.initialize({ ...settings, icon: { size: 1 } }));
  script.initialize(settings);
  mustRefuse('a second initialize', () => script.initialize(settings));
  mustRefuse('update of publishableKey', () => script.update({ publishableKey: 'pk_live_Other' }));
  mustRefuse('the event "close"', () => script.on('close', () => undefined));

  const mounts = Object.entries(script).flatMap(([name, value]): [string, Mount][] =>
    typeof value === 'object' && value !== null && 'mount' in value ? [[name, value.mount as Mount]] : [],
  );
  const parts = framePay.elements.entries.flatMap(({ name }) =>
    [...name.matchAll(/'(\w+)'/g)].map(([, part = '']) => part),
  );
  const elements: string[] = [];
  const express: string[] = [];
  const elementMethods = new Set<string>();
  for (const [name, mount] of mounts) {
    const call = `Framepay.${name}.mount`;
    // Express methods take options and give back nothing.
    if (!isRefused(() => mount(browser.node, { form: undefined }))) {
      express.push(`${call}(node, options)`);
      mustRefuse(`${call} with the option "color"`, () => mount(browser.node, { color: 'red' }));
      continue;
    }
    for (const part of [undefined, ...parts, name]) {
      if (isRefused(() => mount(browser.node, part))) continue;
      elements.push(part === undefined ? `${call}(node)` : `${call}(node, '${part}')`);
      const element = mount(browser.node, part) ?? {};
      Object.keys(element).forEach((method) => elementMethods.add(method));
      const on = element['on'] as Script['on'];
      mustRefuse(`the event "keydown" of ${call}`, () => on('keydown', () => undefined));
    }
  }
  return {
    contract,
    methods: Object.keys(script).filter((name) => !mounts.some(([mounted]) => mounted === name)),
    elementMethods: [...elementMethods],
    elements,
    express,
    errorCodes: Object.keys(script.errorCodes),
    faults,
  };
}
