/** Sections 7 and 8 against the description: success and error statuses of every call, and the error body. */
import { follow, listResponses, type Description, type OperationEntry } from '../description';
import { decidedSuccess } from '../decision-table';
import type { Finding, Report } from '../finding';
import { schemasAt } from '../find-schemas';
import { listFields } from '../schemas';
import { DETAILED_ERRORS, ERROR_STATUSES, UNAUTHORIZED_MESSAGE, type SpecifiedOperation } from '../specification-table';
import { pairOperations } from './conformance-operations';
import { joinPointer } from '../../../description/json';

/** The error statuses that a call must describe: the matrix of the README from the catalogue of section 8. */
function listErrors(entry: OperationEntry, specified: SpecifiedOperation): number[] {
  const hasInput =
    entry.operation.requestBody !== undefined || entry.parameters.some(({ parameter }) => parameter.in === 'query');
  const hasIdentifier = entry.path.includes('{');
  const statuses = new Set<number>([401, 403, 500, ...specified.errors]);
  if (hasInput) statuses.add(400);
  if (hasIdentifier) statuses.add(404);
  return [...statuses].sort();
}

function statusFindings(description: Description, entry: OperationEntry, specified: SpecifiedOperation): Finding[] {
  const success = specified.success ?? decidedSuccess(entry).status;
  const expected = [success, ...listErrors(entry, specified)].map(String);
  const described = Object.keys(entry.operation.responses ?? {});
  const findings: Finding[] = [];
  for (const status of expected) {
    if (!described.includes(status))
      findings.push({
        pointer: entry.pointer,
        message: `${entry.id} does not describe the status ${status}; add the response`,
      });
  }
  for (const status of described) {
    if (!expected.includes(status))
      findings.push({
        pointer: `${entry.pointer}/responses/${status}`,
        message: `${entry.id} describes the status ${status}, which the specification does not give; remove it`,
      });
  }
  for (const response of listResponses(description, entry)) {
    if (Number(response.status) >= 400)
      findings.push(...errorBodyFindings(description, entry, response.status, response.bodies));
  }
  return findings;
}

function errorBodyFindings(
  description: Description,
  entry: OperationEntry,
  status: string,
  bodies: readonly { mediaType: string; content: { schema?: { $ref?: string } }; pointer: string }[],
): Finding[] {
  const json = bodies.find((body) => body.mediaType === 'application/json');
  if (json?.content.schema === undefined) {
    return [
      {
        pointer: `${entry.pointer}/responses/${status}`,
        message: `the ${status} of ${entry.id} has no JSON body; errors carry the standard error body`,
      },
    ];
  }
  const fields = listFields(description, [{ schema: json.content.schema, pointer: `${json.pointer}/schema` }]);
  return ['errorCode', 'statusCode', 'message']
    .filter((field) => !fields.has(field))
    .map((field) => ({ pointer: json.pointer, message: `the error body lacks "${field}"` }));
}

/** Compares success and error statuses of all calls, both ways. */
export function conformingStatuses(description: Description): Report {
  const pairs = pairOperations(description);
  const findings = pairs.flatMap(({ entry, specified }) => statusFindings(description, entry, specified));
  const statuses = pairs.reduce((sum, { entry }) => sum + Object.keys(entry.operation.responses ?? {}).length, 0);
  return { findings: unique(findings), checked: statuses, counts: { statuses } };
}

const unique = (findings: readonly Finding[]): Finding[] => [
  ...new Map(findings.map((finding) => [finding.pointer + finding.message, finding])).values(),
];

/** What section 8 says of single responses: `details` in 400 and 422, the example message of 401, the header of redeem-session. */
export function conformingResponses(description: Description): Report {
  const findings: Finding[] = [];
  let checked = 0;
  for (const { entry } of pairOperations(description)) {
    for (const { status, bodies, pointer: at, response } of listResponses(description, entry)) {
      const values = bodies.flatMap((body) =>
        Object.entries(body.content.examples ?? {}).map(
          ([name, example]) =>
            follow(description, example, body.pointer + joinPointer('examples', name)).node.value as Record<
              string,
              unknown
            >,
        ),
      );
      if (Number(status) >= 400) {
        checked += 1;
        if (values.some((value) => value.statusCode !== Number(status))) {
          findings.push({ pointer: at, message: `an example of the ${status} has another statusCode` });
        }
      }
      if (
        (DETAILED_ERRORS as readonly number[]).includes(Number(status)) &&
        !values.every((value) => 'details' in value)
      ) {
        findings.push({ pointer: at, message: `an example of the ${status} has no details` });
      }
      if (status === '401' && !values.some((value) => value.message === UNAUTHORIZED_MESSAGE)) {
        findings.push({ pointer: at, message: `no example of the 401 has the message "${UNAUTHORIZED_MESSAGE}"` });
      }
      if (
        entry.id === 'redeemSession' &&
        status === '200' &&
        !Object.keys(response.headers ?? {}).includes('X-New-Token')
      ) {
        findings.push({
          pointer: at,
          message: 'the new JWT comes back in the header X-New-Token; describe the header',
        });
      }
      if (
        entry.id === 'getCustomerInvoicePdf' &&
        status === '200' &&
        !bodies.some((body) => body.mediaType === 'application/pdf')
      ) {
        findings.push({ pointer: at, message: 'the invoice comes back as application/pdf; describe that media type' });
      }
    }
  }
  const described = new Set(
    pairOperations(description).flatMap(({ entry }) => Object.keys(entry.operation.responses ?? {}).map(Number)),
  );
  for (const status of ERROR_STATUSES.filter((item) => !described.has(item))) {
    findings.push({ pointer: '/paths', message: `no call describes the error ${String(status)} of the catalogue` });
  }
  const error = schemasAt(description, 'schema ApiError');
  if (error.length === 0) findings.push({ pointer: '', message: 'there is no schema "ApiError"' });
  return { findings: unique(findings), checked, counts: { 'error responses': checked } };
}
