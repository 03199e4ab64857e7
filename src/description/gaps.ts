/** Undocumented behavior: the sentences of `x-undocumented`. */
import type { Gaps } from './types';

/**
 * Reads what isn't documented about a node.
 *
 * @param node - An operation, parameter, schema, response, or body.
 * @returns Its sentences, or an empty list.
 */
export function gapsOf(node: Gaps): string[] {
  const gaps = node['x-undocumented'] ?? [];
  return typeof gaps === 'string' ? [gaps] : gaps;
}
