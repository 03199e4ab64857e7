/** How the report of a check becomes the result of a test. */
import { expect } from '@playwright/test';
import { type Finding, findingText } from '../../src/site/finding';

/** What a check returns. A check is a pure function, so that it can be tried on a deliberately broken copy. */
export interface CheckReport {
  /** Texts (`file:line: what is wrong; what to do`), or findings with their file and line. */
  readonly findings: readonly (string | Finding)[];
  /** How many things of each kind were checked. */
  readonly counts: Readonly<Record<string, number>>;
}

const describeFinding = (finding: string | Finding): string =>
  typeof finding === 'string' ? finding : findingText(finding);

/**
 * Prints the counts. Fails on findings, and on a kind of which nothing was checked.
 *
 * @param title - What was checked, for the printed line.
 * @param hint - What to do about findings, where their messages can't say all of it.
 */
export function expectClean(title: string, { findings, counts }: CheckReport, hint = ''): void {
  const words = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  console.log(`${title}: ${words.join(', ')}; ${findings.length} findings`);
  // Soft, so that the findings of one check don't hide those of the next.
  const list = [`${title}. ${hint}`.trimEnd(), ...findings.map(describeFinding)];
  expect.soft(findings.length, list.join('\n')).toBe(0);
  const empty = Object.entries(counts).filter(([, count]) => count === 0);
  expect(empty, `${title}: nothing of this kind was checked; the pattern of the check is broken`).toEqual([]);
  expect(words.length, `${title}: the check counts nothing`).toBeGreaterThan(0);
}
