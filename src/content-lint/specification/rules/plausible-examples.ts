/** What an example and its caption say can be true: nothing happens too early, and no example does what guides warn of. */
import {
  listExamples,
  listOperations,
  listRequestBodies,
  listResponses,
  type Description,
  type Node,
} from '../description';
import type { Finding, Report } from '../finding';

const CREATE_CANCELLATION = 'createSubscriptionCancellation';

/** Entries of a list, or none. */
const listRows = (value: unknown): Node[] => {
  const { data } = (value ?? {}) as Node;
  return Array.isArray(data) ? (data as Node[]) : [];
};

/** A key whose caption says that it was rotated has a time of rotation. */
function checkRotation(summary: string, value: unknown): string | undefined {
  const key = ((value ?? {}) as Node)['data'] as Node | undefined;
  if (key?.['rotatedAt'] !== null || !/\brotat/i.test(summary) || /n't been rotated/.test(summary)) return undefined;
  return `the caption "${summary}" says that the key was rotated, but rotatedAt is null; change one of them`;
}

/** Entries of a log that are older than the transaction. */
function checkLog(value: unknown, created: ReadonlyMap<string, string>): string[] {
  return listRows(value).flatMap(({ transactionId, occurredAt, status }) => {
    const since = created.get(String(transactionId));
    if (typeof occurredAt !== 'string' || since === undefined || occurredAt >= since) return [];
    return [
      `${String(status)} occurred ${occurredAt}, before ${String(transactionId)} was created ${since}; correct it`,
    ];
  });
}

/**
 * Checks what examples claim beside their schemas.
 * @param description The OpenAPI specification.
 * @param created When each object of the example data was created, by its ID.
 * @returns Cancellations that are confirmed when they're created, captions of rotated keys, and logs that start too early.
 */
export function plausibleExamples(description: Description, created: ReadonlyMap<string, string>): Report {
  const findings: Finding[] = [];
  let checked = 0;
  for (const entry of listOperations(description)) {
    const requests = listRequestBodies(description, entry).flatMap((body) => listExamples(description, body));
    const responses = listResponses(description, entry).flatMap(({ bodies }) =>
      bodies.flatMap((body) => listExamples(description, body)),
    );
    for (const { example, pointer } of [...requests, ...responses]) {
      checked += 1;
      const messages = [checkRotation(example.summary ?? '', example.value), ...checkLog(example.value, created)];
      findings.push(
        ...messages.filter((message) => message !== undefined).map((message): Finding => ({ pointer, message })),
      );
    }
    if (entry.id !== CREATE_CANCELLATION) continue;
    for (const { example, pointer } of requests) {
      const { status } = (example.value ?? {}) as Node;
      if (status !== 'draft')
        findings.push({
          pointer: `${pointer}/value/status`,
          message: `status is ${JSON.stringify(status)}; create a draft, because the request doesn't identify a subscription`,
        });
    }
  }
  return { findings, checked, counts: { 'examples with plausible claims': checked } };
}
