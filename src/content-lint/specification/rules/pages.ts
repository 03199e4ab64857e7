/** Examples of lists are pages that can exist: as many items as limit, offset and total count allow. */
import { findSuccessSchemas } from '../find-schemas';
import { listExamples, listOperations, listResponses, type Description, type Node } from '../description';
import type { Finding, Report } from '../finding';

export function plausiblePages(description: Description): Report {
  const findings = new Map<string, Finding>();
  let checked = 0;
  for (const entry of listOperations(description)) {
    if (findSuccessSchemas(description, entry.id).length === 0) continue;
    const bodies = listResponses(description, entry)
      .filter((response) => response.status.startsWith('2'))
      .flatMap((response) => response.bodies);
    for (const { name, example, pointer } of bodies.flatMap((body) => listExamples(description, body))) {
      const page = example.value as Node;
      if (page['type'] !== 'list') continue;
      checked += 1;
      const { limit, offset } = page['paginationMeta'] as { limit: number; offset: number };
      const total = Number(page['totalCount']);
      const items = (page['data'] as unknown[]).length;
      const expected = Math.max(0, Math.min(limit, total - offset));
      if (items !== expected) {
        findings.set(pointer, {
          pointer,
          message: `the example "${name}" has ${String(items)} items; limit ${String(limit)}, offset ${String(offset)} and totalCount ${String(total)} make ${String(expected)}`,
        });
      }
    }
  }
  return { findings: [...findings.values()], checked, counts: { pages: checked } };
}
