/** Section 7 against the description: operations, query parameters and security, both ways. */
import { listOperations, type Description, type OperationEntry } from '../description';
import type { Finding, Report } from '../finding';
import { DECIDED_QUERY } from '../decision-table';
import { listLeaves } from '../schemas';
import { LIST_QUERY, OPERATIONS, type Security, type SpecifiedOperation } from '../specification-table';
import { joinPointer } from '../../../description/json';

const toKey = (operation: { method: string; path: string }): string => `${operation.method} ${operation.path}`;

/** Compares operations by method, path and id. */
export function conformingOperations(description: Description): Report {
  const findings: Finding[] = [];
  const described = new Map(listOperations(description).map((entry) => [toKey(entry), entry]));
  const specified = new Map(OPERATIONS.map((operation) => [toKey(operation), operation]));
  for (const [key, operation] of specified) {
    const entry = described.get(key);
    if (entry === undefined) {
      findings.push({
        pointer: joinPointer('paths', operation.path),
        message: `${key} is missing; add the operation ${operation.id}`,
      });
    } else if (entry.id !== operation.id) {
      findings.push({
        pointer: entry.pointer,
        message: `the operationId is "${entry.id}"; it must be "${operation.id}"`,
      });
    }
  }
  for (const [key, entry] of described) {
    if (!specified.has(key)) {
      findings.push({ pointer: entry.pointer, message: `${key} is not in the specification; remove it` });
    }
  }
  return { findings, checked: described.size, counts: { operations: described.size } };
}

/** Pairs of what the specification says and what is described, for operations that exist on both sides. */
export function pairOperations(description: Description): { entry: OperationEntry; specified: SpecifiedOperation }[] {
  const specified = new Map(OPERATIONS.map((operation) => [toKey(operation), operation]));
  return listOperations(description).flatMap((entry) => {
    const found = specified.get(toKey(entry));
    return found === undefined ? [] : [{ entry, specified: found }];
  });
}

function queryFindings(entry: OperationEntry, specified: SpecifiedOperation): Finding[] {
  const findings: Finding[] = [];
  const described = new Map(
    entry.parameters.filter(({ parameter }) => parameter.in === 'query').map((found) => [found.parameter.name, found]),
  );
  const decided = DECIDED_QUERY.filter((item) => item.operation === specified.id).map((item) => item.parameter);
  const expected = [...specified.query, ...decided];
  for (const name of expected) {
    const found = described.get(name);
    if (found === undefined) {
      findings.push({ pointer: entry.pointer, message: `${entry.id} has no query parameter "${name}"; add it` });
    } else if ((found.parameter.required ?? false) !== specified.requiredQuery.includes(name)) {
      const word = specified.requiredQuery.includes(name) ? 'required' : 'optional';
      findings.push({
        pointer: found.pointer,
        message: `the query parameter "${name}" of ${entry.id} must be ${word}`,
      });
    }
  }
  for (const [name, found] of described) {
    if (!expected.includes(name)) {
      findings.push({
        pointer: found.pointer,
        message: `${entry.id} has the query parameter "${name}", which the specification does not give; remove it`,
      });
    }
  }
  return findings;
}

/** D10: a list is sent as `statuses=active&statuses=paused`; everything else is a single value. */
function listFindings(description: Description, entry: OperationEntry): Finding[] {
  return entry.parameters
    .filter(({ parameter }) => parameter.in === 'query')
    .flatMap(({ parameter, pointer: at }): Finding[] => {
      const leaves = listLeaves(description, parameter.schema ?? {}, `${at}/schema`);
      const isList = leaves.length > 0 && leaves.every(({ schema }) => schema.type === 'array');
      if (isList !== LIST_QUERY.includes(parameter.name)) {
        return [
          {
            pointer: at,
            message: `the query parameter "${parameter.name}" of ${entry.id} must ${isList ? 'not ' : ''}be a list`,
          },
        ];
      }
      const exploded = (parameter.style ?? 'form') === 'form' && parameter.explode !== false;
      return isList && !exploded
        ? [
            {
              pointer: at,
              message: `the list "${parameter.name}" of ${entry.id} must have style: form and explode: true`,
            },
          ]
        : [];
    });
}

function pathParameterFindings(entry: OperationEntry): Finding[] {
  const inPath = [...entry.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort();
  const declared = entry.parameters
    .filter(({ parameter }) => parameter.in === 'path')
    .map(({ parameter }) => parameter.name)
    .sort();
  const same = inPath.join() === declared.join();
  return same
    ? []
    : [
        {
          pointer: entry.pointer,
          message: `the path has the parameters [${inPath.join(', ')}] but declares [${declared.join(', ')}]`,
        },
      ];
}

/** Compares query parameters by name, whether they are required, and path parameters with the path. */
export function conformingParameters(description: Description): Report {
  const pairs = pairOperations(description);
  const findings = pairs.flatMap(({ entry, specified }) => [
    ...queryFindings(entry, specified),
    ...pathParameterFindings(entry),
    ...listFindings(description, entry),
  ]);
  const query = pairs.flatMap(({ entry }) =>
    entry.parameters.filter(({ parameter }) => parameter.in === 'query'),
  ).length;
  return { findings, checked: query, counts: { 'query parameters': query } };
}

const SECURITY: Readonly<Record<Security, readonly string[]>> = {
  ApiKey: ['ApiKey'],
  SessionToken: ['SessionToken'],
  'ApiKey or Bearer': ['ApiKey', 'Bearer'],
};

/** Compares how each call authenticates (sections 6 and 7); every operation says so itself. */
export function conformingSecurity(description: Description): Report {
  const pairs = pairOperations(description);
  const findings = pairs.flatMap(({ entry, specified }): Finding[] => {
    const described = (entry.operation.security ?? []).map((alternative) => Object.keys(alternative).join('+')).sort();
    const expected = [...SECURITY[specified.security]].sort();
    if (entry.operation.security !== undefined && described.join() === expected.join()) return [];
    return [
      {
        pointer: entry.pointer,
        message: `${entry.id} has the security [${described.join(' or ')}]; it must be [${expected.join(' or ')}]`,
      },
    ];
  });
  return { findings, checked: pairs.length, counts: { 'security requirements': pairs.length } };
}
