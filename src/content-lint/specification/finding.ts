/**
 * What every check of the description returns: the findings and how much was looked at.
 *
 * A rule is a pure function from the description to a report, so that it can be tried on a deliberately broken copy.
 * `tests/support/expect-clean.ts` turns a report into the result of a test.
 */
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
