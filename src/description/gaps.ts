/** What the API leaves open: the sentences of `x-undocumented`. */
import type { Gaps } from './types';

/**
 * What is not documented of a node.
 *
 * @param node - operation, parameter, schema, response or body
 * @returns its sentences, an empty list if it leaves nothing open
 */
export function gapsOf(node: Gaps): string[] {
  const gaps = node['x-undocumented'] ?? [];
  return typeof gaps === 'string' ? [gaps] : gaps;
}
