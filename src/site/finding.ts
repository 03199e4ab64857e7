/** The result of every check of pages and of the specification. */

/** A problem: where, what, and how to fix it. */
export interface Finding {
  /** Path from the repository's root. */
  readonly file: string;
  readonly line: number;
  /** `problem; fix`. */
  readonly message: string;
}

/** The findings of a check, and how much it checked. A count of zero means that the check itself is broken. */
export interface Report {
  readonly findings: Finding[];
  readonly counts: Record<string, number>;
}

/** `docs/api/errors.mdx:12: problem; fix`. */
export function findingText({ file, line, message }: Finding): string {
  return `${file}:${line}: ${message}`;
}
