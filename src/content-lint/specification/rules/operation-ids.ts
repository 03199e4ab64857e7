/** Operation ids are camelCase and unique, also in the kebab-case form that makes the page's address. */
import { listOperations, listWebhooks, type Description } from '../description';
import type { Finding, Report } from '../finding';
import { kebab } from '../text';

export function operationIds(description: Description): Report {
  const entries = [...listOperations(description), ...listWebhooks(description)];
  const pages = new Map<string, string>();
  const findings = entries.flatMap(({ id, pointer }): Finding[] => {
    if (!/^[a-z][a-zA-Z\d]*$/.test(id)) return [{ pointer, message: `the operationId "${id}" is not camelCase` }];
    const other = pages.get(kebab(id));
    pages.set(kebab(id), id);
    return other === undefined
      ? []
      : [
          {
            pointer,
            message: `the operationId "${id}" has the page /api/${kebab(id)}, which "${other}" has already; rename one`,
          },
        ];
  });
  return { findings, checked: entries.length, counts: { 'operation ids': entries.length } };
}
