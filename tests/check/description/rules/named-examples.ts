/** Every request body and every JSON success reply has a named example; so has every error reply and every event. */
import {
  examplesOf,
  operationsOf,
  repliesOf,
  requestBodiesOf,
  webhooksOf,
  type Body,
  type Description,
} from '../description';
import type { Finding, Report } from '../finding';

function bodyFindings(description: Description, body: Body, what: string): Finding[] {
  const examples = examplesOf(description, body);
  if (examples.length === 0)
    return [{ pointer: body.pointer, message: `${what} has no named example; refer to one in components/examples` }];
  return examples.flatMap(({ name, example, pointer }): Finding[] => {
    if (example.value === undefined) return [{ pointer, message: `the example "${name}" of ${what} has no value` }];
    return (example.summary ?? '').trim() === ''
      ? [{ pointer, message: `the example "${name}" of ${what} has no summary; say what it shows` }]
      : [];
  });
}

export function namedExamples(description: Description): Report {
  const findings: Finding[] = [];
  const counts = { 'request bodies': 0, 'success replies': 0, 'error replies': 0, 'event bodies': 0 };
  for (const entry of operationsOf(description)) {
    for (const body of requestBodiesOf(description, entry)) {
      counts['request bodies'] += 1;
      findings.push(...bodyFindings(description, body, `the request body of ${entry.id}`));
    }
    for (const reply of repliesOf(description, entry)) {
      for (const body of reply.bodies.filter(({ mediaType }) => mediaType === 'application/json')) {
        counts[reply.status.startsWith('2') ? 'success replies' : 'error replies'] += 1;
        findings.push(...bodyFindings(description, body, `the ${reply.status} of ${entry.id}`));
      }
    }
  }
  for (const entry of webhooksOf(description)) {
    for (const body of requestBodiesOf(description, entry)) {
      counts['event bodies'] += 1;
      findings.push(...bodyFindings(description, body, `the body of the event ${entry.path}`));
    }
  }
  return {
    findings: [...new Map(findings.map((finding) => [finding.pointer + finding.message, finding])).values()],
    checked: counts['request bodies'] + counts['success replies'],
    counts,
  };
}
