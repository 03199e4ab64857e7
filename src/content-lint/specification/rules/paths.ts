/**
 * Paths end without a slash and cannot be taken for each other, but for those that the specification dictates.
 *
 * It stands in for Redocly's rules no-path-trailing-slash and no-ambiguous-paths, which know no exceptions.
 */
import { type Description } from '../description';
import type { Finding, Report } from '../finding';
import { joinPointer } from '../../../description/json';

const BASE = '/v1/public-api/organizations/{organizationId}';
const WITH_SLASH = ['/v1/organizations/', `${BASE}/customer-invoices/`];
const OVERLAPPING = [
  `${BASE}/subscriptions/one-time-orders/{subscriptionId}`,
  `${BASE}/subscriptions/{subscriptionId}/items`,
];

const isVariable = (segment: string): boolean => /^\{.+\}$/.test(segment);

/** Whether two paths of one shape may both fit the same address and neither is the more concrete one. */
function ambiguous(first: string, second: string): boolean {
  const [a, b] = [first.split('/'), second.split('/')];
  if (a.length !== b.length || a.filter(isVariable).length !== b.filter(isVariable).length) return false;
  return a.every((segment, index) => isVariable(segment) || isVariable(b[index] ?? '') || segment === b[index]);
}

export function plainPaths(description: Description): Report {
  const paths = Object.keys(description.paths ?? {});
  const findings: Finding[] = paths
    .filter((path) => path.endsWith('/') && !WITH_SLASH.includes(path))
    .map((path) => ({ pointer: joinPointer('paths', path), message: 'the path ends in a slash; remove it' }));
  for (const [index, path] of paths.entries()) {
    for (const other of paths.slice(index + 1)) {
      if (ambiguous(path, other) && ![path, other].every((item) => OVERLAPPING.includes(item))) {
        findings.push({
          pointer: joinPointer('paths', other),
          message: `the path cannot be told from ${path}; change one`,
        });
      }
    }
  }
  return { findings, checked: paths.length, counts: { paths: paths.length } };
}
