/** The example data: one merchant, Tidewick Coffee. Its records are in `world.json`, their only source. */
import type { Fields, Kind, Records } from './records';
import type { World } from './state';
import world from './world.json';

/** The present moment of the example data. */
export const EXAMPLE_NOW = world.now;

/** Kinds whose records belong to no organization. */
const SHARED: readonly string[] = ['accounts', 'apiKeys', 'organizations', 'destinations'] satisfies Kind[];

/** The variables that the tutorials' samples read, for a sandbox at `url` that began with the example data. */
export function listVariables(url: string): Record<string, string> {
  const [account] = world.records.accounts;
  return {
    PAI_API: url,
    PAI_API_KEY: world.apiKey,
    PAI_ORGANIZATION_ID: world.organizationId,
    PAI_ACCOUNT_ID: account?.id ?? '',
    ACCOUNT_SECRET: account?.secret ?? '',
  };
}

/** Fills an empty world with the example data. Records are copied, because rules change them in place. */
export function seedExamples({ store }: World): void {
  for (const [kind, list] of Object.entries(structuredClone(world.records) as Record<string, Fields[]>)) {
    const organizationId = SHARED.includes(kind) ? '' : world.organizationId;
    for (const record of list) store.put(kind as Kind, { ...record, organizationId } as unknown as Records[Kind]);
  }
}
