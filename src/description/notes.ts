/** What readers must know about a statement: that there is none (`x-undocumented`), or where it's from (`x-source`). */
import type { Annotations } from './types';

/** One sentence behind a badge. Sentences with the same label and ending share a badge. */
export interface Note {
  readonly label: 'Not documented' | 'Observed' | 'Decided';
  readonly sentence: string;
  /** What holds for all sentences of the badge. */
  readonly ending?: string;
}

/** The reason for each kind of statement that isn't in the API contract. */
const REASONS = {
  observed: { label: 'Observed', reason: 'From public documentation, not the API contract' },
  decided: { label: 'Decided', reason: 'Decided for this documentation, not in the API contract' },
} as const;

/**
 * Reads the notes of a node.
 *
 * @param node - An operation, parameter, schema, response, or body.
 * @returns What isn't documented about it, and its statements that aren't part of the API contract.
 */
export function listNotes(node: Annotations): Note[] {
  const gaps = [node['x-undocumented'] ?? []].flat();
  const certainty = node['x-certainty'] ?? 'low';
  return [
    ...gaps.map((sentence): Note => ({ label: 'Not documented', sentence })),
    ...(node['x-source'] ?? []).map(({ kind, statement }): Note => ({
      label: REASONS[kind].label,
      sentence: statement,
      ending: `${REASONS[kind].reason}. Certainty: ${certainty}.`,
    })),
  ];
}

/**
 * Joins the notes of a node and of the schema behind it.
 *
 * @returns Each sentence once.
 */
export function joinNotes(...lists: readonly (readonly Note[])[]): Note[] {
  const notes = lists.flat();
  return notes.filter(
    ({ label, sentence }, index) =>
      notes.findIndex((other) => other.label === label && other.sentence === sentence) === index,
  );
}
