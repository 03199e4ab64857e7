/** The error responses that every call describes, by what it takes; read from the description alone. */
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
    const responses = new Map(listResponses(description, entry).map((response) => [response.status, response]));
    for (const status of expectedErrors(entry)) {
      cells += 1;
      if (!responses.has(status))
        findings.push({
          pointer: `${entry.pointer}/responses`,
          message: `${entry.id} does not describe the error ${status}; refer to the shared response`,
        });
    }
    for (const response of [...responses.values()].filter(({ status }) => Number(status) >= 400)) {
      if (!response.bodies.some((body) => Object.keys(body.content.examples ?? {}).length > 0)) {
        findings.push({
          pointer: response.pointer,
          message: `the error ${response.status} of ${entry.id} has no example`,
        });
      }
    }
  }
  return { findings, checked: cells, counts: { 'error responses expected': cells } };
}
