/** A link repeats the description of the operation that it leads to, for tools that show only the link. */
import { joinPointer } from '../../../description/json';
import { listOperations, listResponses, type Description } from '../description';
import type { Finding, Report } from '../finding';

interface Link {
  readonly operationId?: string;
  readonly description?: string;
}

/** Where line breaks are doesn't matter. */
const reflow = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

/**
 * Compares the descriptions of links with those of their operations.
 *
 * @param description - The OpenAPI file.
 * @returns One finding per link whose operation doesn't exist or is described differently.
 */
export function linkDescriptions(description: Description): Report {
  const operations = listOperations(description);
  const texts = new Map(operations.map(({ id, operation }) => [id, reflow(operation.description)]));
  const links = operations.flatMap((entry) =>
    listResponses(description, entry).flatMap(({ response, pointer }) =>
      Object.entries((response.links ?? {}) as Record<string, Link>).map(([name, link]) => ({
        link,
        pointer: pointer + joinPointer('links', name),
      })),
    ),
  );
  const findings = links.flatMap(({ link, pointer }): Finding[] => {
    const id = link.operationId ?? '';
    if (texts.get(id) === reflow(link.description)) return [];
    return [{ pointer, message: `the link describes ${id} differently; copy the description of the operation` }];
  });
  return { findings, checked: links.length, counts: { links: links.length } };
}
