/**
 * What every check of the prose gives back. A check is a pure function of pages, description and lists, so that it can
 * be tried on broken copies in memory; nothing here reads a file or fails.
 */

/** One thing that is wrong: where, what, and what to do about it. */
export interface Finding {
  /** Path from the repository's root. */
  readonly file: string;
  readonly line: number;
  /** `what is wrong; what to do`. */
  readonly message: string;
}

/** The findings of a check, and how much it looked at. A count of zero means that the check itself is broken. */
export interface Report {
  readonly findings: Finding[];
  readonly counts: Record<string, number>;
}

/** `docs/api/errors.mdx:12: what is wrong; what to do`. */
export function findingText({ file, line, message }: Finding): string {
  return `${file}:${line}: ${message}`;
}
