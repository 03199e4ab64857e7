/**
 * What the checks of the guides give back.
 *
 * A check is a pure function that returns a report, so that it can be tried on a deliberately broken copy.
 */
export interface GuideReport {
  /** `file:line: what is wrong; what to do`, one text per finding. */
  readonly findings: readonly string[];
  /** How many things of each kind were looked at. */
  readonly counts: Readonly<Record<string, number>>;
}

/** The line, counted from 1, on which `part` stands in `text`; 1 if it is not there. */
export function lineIn(text: string, part: string): number {
  const index = text.indexOf(part);
  return index < 0 ? 1 : text.slice(0, index).split('\n').length;
}
