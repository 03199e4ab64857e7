/** Postman's importer takes the description and makes one request of every operation. */
import { convertV2 } from 'openapi-to-postmanv2';
import { listOperations, type Description } from '../description';
import type { Finding, Report } from '../finding';

interface Item {
  name?: string;
  request?: { method?: string };
  item?: Item[];
}

const requestsIn = (items: readonly Item[]): Item[] =>
  items.flatMap((item) => (item.request !== undefined ? [item] : requestsIn(item.item ?? [])));

export async function postmanImport(description: Description): Promise<Report> {
  const expected = listOperations(description).length;
  const result = await new Promise<{ result: boolean; reason?: string; output?: { data: unknown }[] }>((done) => {
    const refuse = (error: unknown): void =>
      done({ result: false, reason: error instanceof Error ? error.message : JSON.stringify(error) });
    const input = { type: 'json' as const, data: structuredClone(description) as unknown as Record<string, unknown> };
    // The importer throws on some faults and reports others.
    try {
      convertV2(input, { folderStrategy: 'Tags' }, (error: unknown, conversion: unknown) => {
        if (error === null || error === undefined) done(conversion as { result: boolean });
        else refuse(error);
      });
    } catch (error) {
      refuse(error);
    }
  });
  const collection = result.output?.[0]?.data as { item?: Item[] } | undefined;
  const requests = requestsIn(collection?.item ?? []);
  const findings: Finding[] = [];
  if (!result.result)
    findings.push({
      pointer: '',
      message: `Postman does not import the description: ${result.reason ?? 'no reason given'}`,
    });
  else if (requests.length !== expected)
    findings.push({
      pointer: '',
      message: `Postman makes ${String(requests.length)} requests of ${String(expected)} operations`,
    });
  return { findings, checked: requests.length, counts: { requests: requests.length } };
}
