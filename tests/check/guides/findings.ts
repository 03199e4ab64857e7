/**
 * What the checks of the guides give back, and how it becomes a test result.
 *
 * A check is a pure function that returns a report, so that it can be tried on a deliberately broken copy.
 */
import { expect } from '@playwright/test';

export interface GuideReport {
  /** `file:line: what is wrong; what to do`, one text per finding. */
  readonly findings: readonly string[];
  /** How many things of each kind were looked at. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Prints the counts; fails on findings, and on a kind of which nothing was looked at. */
export function expectClean(title: string, { findings, counts }: GuideReport): void {
  const words = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  console.log(`${title}: ${words.join(', ')}; ${findings.length} findings`);
  expect(findings, title).toEqual([]);
  const empty = Object.entries(counts).filter(([, count]) => count === 0);
  expect(empty, `${title}: nothing of this kind was looked at; the pattern of the check is broken`).toEqual([]);
  expect(words.length, `${title}: the check counts nothing`).toBeGreaterThan(0);
}

/** The line, counted from 1, on which `part` stands in `text`; 1 if it is not there. */
export function lineIn(text: string, part: string): number {
  const index = text.indexOf(part);
  return index < 0 ? 1 : text.slice(0, index).split('\n').length;
}
