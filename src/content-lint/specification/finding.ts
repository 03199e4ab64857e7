/**
 * What every check of the description returns: the findings and how much was looked at.
 *
 * A rule is a pure function from the description to a report, so that it can be tried on a deliberately broken copy.
 * `expectClean` turns a report into a test result: it fails on findings and on a check that looked at nothing.
 */
import { expect } from '@playwright/test';
import { findSource } from './locate';

export interface Finding {
  /** JSON pointer in the bundled description, for example `/components/schemas/Customer/properties/email`. */
  readonly pointer: string;
  /** What is wrong and what to do about it. */
  readonly message: string;
}

export interface Report {
  readonly findings: readonly Finding[];
  /** How many things the rule looked at. Zero is a failure of the check itself. */
  readonly checked: number;
  /** Counts worth printing besides `checked`, in words: `{operations: 68}`. */
  readonly counts?: Readonly<Record<string, number>>;
}

/** One line per finding: file, line, what is wrong and what to do. */
function describeFindings(findings: readonly Finding[]): string[] {
  return findings.map(({ pointer, message }) => `${findSource(pointer)}: ${message}`);
}

/** The counts of a report as words: `68 operations, 5 tags`, or the bare number of things looked at. */
function describeCounts(report: Report): string {
  const counts = Object.entries(report.counts ?? { things: report.checked });
  return counts.map(([what, count]) => `${String(count)} ${what}`).join(', ');
}

/**
 * Prints the counts and fails the test when the report has findings or looked at nothing.
 * @param title What was checked, for the printed line.
 * @param hint What to do about findings, where their messages can't say all of it.
 */
export function expectClean(title: string, report: Report, hint = ''): void {
  console.log(`${title}: ${describeCounts(report)}; ${String(report.findings.length)} findings`);
  expect(report.checked, `${title}: nothing was checked; the pattern of the check is broken`).toBeGreaterThan(0);
  expect(describeFindings(report.findings), `${title}. ${hint}`.trimEnd()).toEqual([]);
}
