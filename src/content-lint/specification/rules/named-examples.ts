/** Every request body and every JSON success response has a named example; so has every error response and every event. */
import {
  listExamples,
  listOperations,
  listResponses,
  listRequestBodies,
  listWebhooks,
  type Body,
  type Description,
} from '../description';
import type { Finding, Report } from '../finding';

function bodyFindings(description: Description, body: Body, what: string): Finding[] {
  const examples = listExamples(description, body);
  if (examples.length === 0)
    return [{ pointer: body.pointer, message: `${what} has no named example; refer to one in components/examples` }];
  return examples.flatMap(({ name, example, pointer }): Finding[] => {
    if (example.value === undefined) return [{ pointer, message: `the example "${name}" of ${what} has no value` }];
    return (example.summary ?? '').trim() === ''
      ? [{ pointer, message: `the example "${name}" of ${what} has no summary; say what it shows` }]
      : [];
  });
}

const KINDS = ['request bodies', 'success responses', 'error responses', 'event bodies'] as const;
type Kind = (typeof KINDS)[number];

/** Every body of the description with its kind and what is wrong with its examples. */
function bodies(description: Description): { kind: Kind; findings: Finding[] }[] {
  const found: { kind: Kind; findings: Finding[] }[] = [];
  const add = (kind: Kind, body: Body, what: string): void => {
    found.push({ kind, findings: bodyFindings(description, body, what) });
  };
  for (const entry of listOperations(description)) {
    for (const body of listRequestBodies(description, entry))
      add('request bodies', body, `the request body of ${entry.id}`);
    for (const response of listResponses(description, entry)) {
      const kind = response.status.startsWith('2') ? 'success responses' : 'error responses';
      for (const body of response.bodies.filter(({ mediaType }) => mediaType === 'application/json')) {
        add(kind, body, `the ${response.status} of ${entry.id}`);
      }
    }
  }
  for (const entry of listWebhooks(description)) {
    for (const body of listRequestBodies(description, entry)) {
      add('event bodies', body, `the body of the event ${entry.path}`);
    }
  }
  return found;
}

/** Removes repeated findings: a shared response is checked for each operation that returns it. */
const once = (findings: Finding[]): Finding[] => [
  ...new Map(findings.map((finding) => [finding.pointer + finding.message, finding])).values(),
];

/** Named examples of the bodies of one kind. */
export function checkNamedExamples(description: Description, kind: Kind): Report {
  const ofKind = bodies(description).filter((body) => body.kind === kind);
  return { findings: once(ofKind.flatMap(({ findings }) => findings)), checked: ofKind.length };
}

/** Named examples of all bodies; `checked` counts request bodies and success responses. */
export function namedExamples(description: Description): Report {
  const all = bodies(description);
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, all.filter((body) => body.kind === kind).length]));
  return {
    findings: once(all.flatMap(({ findings }) => findings)),
    checked: (counts['request bodies'] ?? 0) + (counts['success responses'] ?? 0),
    counts,
  };
}
