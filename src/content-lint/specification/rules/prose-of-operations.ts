/** Summaries that start with a verb and descriptions that are long enough. */
import { listOperations, listWebhooks, type Description } from '../description';
import type { Finding, Report } from '../finding';
import { median, splitWords } from '../text';

/** The verbs that a summary may start with; add one when a new call needs it. */
const VERBS = [
  'Activate',
  'Cancel',
  'Change',
  'Charge',
  'Create',
  'Delete',
  'Download',
  'Exchange',
  'Get',
  'List',
  'Open',
  'Pause',
  'Reactivate',
  'Read',
  'Redeem',
  'Refund',
  'Remove',
  'Replace',
  'Retrieve',
  'Rotate',
  'Schedule',
  'Store',
  'Update',
  'Upsert',
] as const;
const MOST_SUMMARY_WORDS = 6;
const FEWEST_WORDS = 40;
const FEWEST_EVENT_WORDS = 12;

/** Every summary: a verb first, at most six words, no full stop. */
export function summaries(description: Description): Report {
  const operations = listOperations(description);
  const findings = operations.flatMap(({ operation, pointer, id }): Finding[] => {
    const words = (operation.summary ?? '').split(/\s+/).filter(Boolean);
    const first = words[0] ?? '';
    const at = `${pointer}/summary`;
    if (!VERBS.some((verb) => verb === first))
      return [
        {
          pointer: at,
          message: `the summary of ${id} starts with "${first}"; start with one of ${VERBS.join(', ')}, or add the verb to VERBS in src/content-lint/specification/rules/prose-of-operations.ts`,
        },
      ];
    if (words.length > MOST_SUMMARY_WORDS)
      return [
        {
          pointer: at,
          message: `the summary of ${id} has ${String(words.length)} words; at most ${String(MOST_SUMMARY_WORDS)}`,
        },
      ];
    return operation.summary?.endsWith('.') === true
      ? [{ pointer: at, message: `the summary of ${id} ends with a full stop; remove it` }]
      : [];
  });
  return { findings, checked: operations.length, counts: { summaries: operations.length } };
}

/** Every operation's description has at least 40 words, every webhook event's at least 12. */
export function operationDescriptions(description: Description): Report {
  const operations = listOperations(description).map((entry) => ({ entry, fewest: FEWEST_WORDS }));
  const events = listWebhooks(description).map((entry) => ({ entry, fewest: FEWEST_EVENT_WORDS }));
  const findings = [...operations, ...events].flatMap(({ entry, fewest }): Finding[] => {
    const words = splitWords(entry.operation.description).length;
    return words >= fewest
      ? []
      : [
          {
            pointer: `${entry.pointer}/description`,
            message: `the description of ${entry.id} has ${String(words)} words; write at least ${String(fewest)}`,
          },
        ];
  });
  return {
    findings,
    checked: operations.length,
    counts: {
      operations: operations.length,
      'webhook events': events.length,
      'words in the middle': computeMedianWords(description),
    },
  };
}

/** The median number of words of the operations' descriptions. */
export function computeMedianWords(description: Description): number {
  return median(listOperations(description).map((entry) => splitWords(entry.operation.description).length));
}
