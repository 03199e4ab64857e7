/** The error replies that every call describes, by what it takes; read from the description alone. */
import { listOperations, listResponses, type Description, type OperationEntry } from '../description';
import type { Finding, Report } from '../finding';

/** Statuses that follow from what a call takes; 409 and 422 are given by the specification to single calls. */
function expectedErrors(entry: OperationEntry): string[] {
  const authenticates = (entry.operation.security ?? []).length > 0;
  const takesInput =
    entry.operation.requestBody !== undefined || entry.parameters.some(({ parameter }) => parameter.in === 'query');
  return [
    ...(takesInput ? ['400'] : []),
    ...(authenticates ? ['401', '403', '500'] : []),
    ...(entry.path.includes('{') ? ['404'] : []),
  ];
}

export function errorMatrix(description: Description): Report {
  const findings: Finding[] = [];
  let cells = 0;
  for (const entry of listOperations(description)) {
    if ((entry.operation.security ?? []).length === 0) {
      findings.push({
        pointer: entry.pointer,
        message: `${entry.id} has no security of its own; every call authenticates`,
      });
    }
    const replies = new Map(listResponses(description, entry).map((reply) => [reply.status, reply]));
    for (const status of expectedErrors(entry)) {
      cells += 1;
      if (!replies.has(status))
        findings.push({
          pointer: `${entry.pointer}/responses`,
          message: `${entry.id} does not describe the error ${status}; refer to the shared reply`,
        });
    }
    for (const reply of [...replies.values()].filter(({ status }) => Number(status) >= 400)) {
      if (!reply.bodies.some((body) => Object.keys(body.content.examples ?? {}).length > 0)) {
        findings.push({ pointer: reply.pointer, message: `the error ${reply.status} of ${entry.id} has no example` });
      }
    }
  }
  return { findings, checked: cells, counts: { 'error replies expected': cells } };
}
