import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** How many elements of a kind have their colors judged. */
const OF_A_KIND = 2;

/** How many elements of each kind have been judged so far, by a number for the kind. */
export type JudgedKinds = Map<number, number>;

/**
 * Numbers the kinds of links, and of elements with text. Two elements are of one kind if they and all their ancestors
 * agree in name, classes, state, and style: the style sheets then give them the same colors.
 *
 * @returns the kind of each element of the body in document order; undefined for those without text of their own that
 *   aren't links
 */
function listTextKinds(): (number | undefined)[] {
  const states = ['class', 'style', 'open', 'disabled', 'aria-current', 'aria-selected', 'aria-expanded'];
  const hash = (text: string, start: number) =>
    Array.from(text, (letter) => letter.charCodeAt(0)).reduce((sum, code) => Math.imul(sum ^ code, 16_777_619), start);
  const known = new Map<Element, number>();
  return [...document.body.querySelectorAll('*')].map((element) => {
    const own = [element.localName, ...states.map((name) => element.getAttribute(name) ?? '')].join(' ');
    const parent = element.parentElement === null ? undefined : known.get(element.parentElement);
    const kind = hash(own, parent ?? 2_166_136_261);
    known.set(element, kind);
    const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    return hasText || element.localName === 'a' ? kind : undefined;
  });
}

/** Notes which elements are among the first of their kind. */
function chooseNew(kinds: readonly (number | undefined)[], judged: JudgedKinds): number[] {
  return [...kinds.entries()]
    .filter(([, kind]) => {
      if (kind === undefined) return false;
      const count = judged.get(kind) ?? 0;
      judged.set(kind, count + 1);
      return count < OF_A_KIND;
    })
    .map(([index]) => index);
}

declare global {
  interface Window {
    /** The library once its source has run in the page. */
    readonly axe: typeof axe;
  }
}

/** Runs axe's rules in the page; colors are judged only for the elements at these places in the body, if given. */
async function runRules(places: readonly number[] | undefined) {
  const all = [...document.body.querySelectorAll('*')];
  for (const place of places ?? []) all[place]?.setAttribute('data-new-kind', '');
  const only = places === undefined ? '' : '[data-new-kind]';
  window.axe.configure({
    rules: [
      { id: 'color-contrast', selector: `*${only}` },
      // It takes a quarter of the time, and the only inline styles are colors and sizes.
      { id: 'avoid-inline-spacing', enabled: false },
      { id: 'link-in-text-block', selector: `a[href]${only}, [role=link]${only}` },
    ],
  });
  // Only violations are reported in full.
  const results = await window.axe.run(document, { resultTypes: ['violations'] });
  for (const place of places ?? []) all[place]?.removeAttribute('data-new-kind');
  return results;
}

/**
 * Runs all of axe's rules.
 *
 * @param page the page to look at
 * @param judged the kinds of elements whose colors were judged before, in the same color mode and width. It grows. A few
 *   elements stand for all of their kind, because contrast, and how links differ from the text around them, take most of
 *   axe's time, most of it for the same links and tokens on every page. Without it, every element is judged.
 * @returns one line per rule that the page breaks, with the first element that breaks it
 * @throws if axe looked at nothing
 */
export async function accessibilityFindings(page: Page, judged?: JudgedKinds): Promise<string[]> {
  await page.evaluate(source);
  const places = judged === undefined ? undefined : chooseNew(await page.evaluate(listTextKinds), judged);
  const { passes, violations } = await page.evaluate(runRules, places);
  if (passes.length === 0) throw new Error(`axe ran no checks on ${page.url()}.`);
  return violations.map(({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0]?.html ?? ''}`);
}
