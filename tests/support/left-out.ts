/** How a test leaves something out that this machine cannot do: `tests/support/reporter.ts` names it at the end. */
import { test } from '@playwright/test';
import { findProgram, linesOn, type needs } from '../../scripts/lib/needs.cjs';

/** Type of the annotation that says what a test left out. */
export const LEFT_OUT = 'left out';

type Need = (typeof needs)[keyof typeof needs];

/** Notes that the test at hand leaves out a part of what it proves. */
export function noteLeftOut(what: string): void {
  test.info().annotations.push({ type: LEFT_OUT, description: what });
}

/**
 * The path of a program that the test at hand cannot do without; skips the test where there is none.
 *
 * @param need one of `needs`
 */
export function requireProgram(need: Need): string {
  const file = findProgram(need);
  test.skip(file === undefined, linesOn([need]).join(' '));
  return file ?? need.program;
}
