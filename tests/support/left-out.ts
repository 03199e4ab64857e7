/** Lets tests skip what a machine doesn't support. `tests/support/reporter.ts` lists it at the end. */
import { test } from '@playwright/test';
import { findProgram, linesOn, type needs } from '../../scripts/lib/needs.cjs';

/** Type of the annotation for skipped parts of a test. */
export const LEFT_OUT = 'left out';

type Need = (typeof needs)[keyof typeof needs];

/** Records that the current test skips a part. */
export function noteLeftOut(what: string): void {
  test.info().annotations.push({ type: LEFT_OUT, description: what });
}

/**
 * Finds a program that the current test requires, or skips the test.
 *
 * @param need - One of `needs`.
 */
export function requireProgram(need: Need): string {
  const file = findProgram(need);
  test.skip(file === undefined, linesOn([need]).join(' '));
  return file ?? need.program;
}
