/** The specification as a Postman collection (format 2.1), with a folder per tag and variables for the key and IDs. */
import kebabCase from 'lodash/kebabCase';
import { createHash } from 'node:crypto';
import { convertV2 } from 'openapi-to-postmanv2';
import { provider } from '../../../src/config/provider';
import { isRecord } from '../../../src/description/json';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = Record<string, Json>;

const OPTIONS = {
  folderStrategy: 'Tags',
  requestNameSource: 'Fallback',
  requestParametersResolution: 'Example',
  exampleParametersResolution: 'Example',
  parametersResolution: 'Example',
  enableOptionalParameters: false,
  includeAuthInfoInExample: false,
} as const;

/** An ID derived from the position, so that the same specification always produces the same file. */
function createId(place: string): string {
  const hex = createHash('sha256').update(place).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** Replaces the converter's random IDs in place. */
function settleIds(value: Json, place: string): void {
  if (Array.isArray(value)) value.forEach((entry, index) => settleIds(entry, `${place}/${index}`));
  else if (isRecord(value)) {
    for (const key of ['id', '_postman_id', 'uid']) {
      const known = value[key];
      if (typeof known === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(known) && (key !== 'id' || 'name' in value)) {
        value[key] = createId(place);
      }
    }
    for (const [key, entry] of Object.entries(value)) if (key !== 'body') settleIds(entry, `${place}/${key}`);
  }
}

/** Variables for values that differ per account. */
const VARIABLES: Readonly<Record<string, string>> = {
  organizationId: 'organizationId',
  accountId: 'accountId',
};

/** Replaces path and query parameters that rarely change with collection variables, in place. */
function useVariables(value: Json): void {
  if (Array.isArray(value)) value.forEach(useVariables);
  else if (isRecord(value)) {
    const { url } = value;
    if (isRecord(url)) {
      const parameters = [url['variable'], url['query']].filter(Array.isArray).flat() as Json[];
      for (const entry of parameters) {
        if (!isRecord(entry)) continue;
        const name = VARIABLES[typeof entry['key'] === 'string' ? entry['key'] : ''];
        if (name !== undefined) entry['value'] = `{{${name}}}`;
      }
    }
    Object.values(value).forEach(useVariables);
  }
}

/**
 * Uses the collection's key in every request, with the prefix `ApiKey`. The converter repeats the header on every
 * request without it. A session token gets a separate variable. Modifies the collection in place.
 */
function settleAuth(value: Json): void {
  if (Array.isArray(value)) value.forEach(settleAuth);
  else if (isRecord(value)) {
    const auth = value['auth'];
    if (isRecord(auth)) {
      const text = JSON.stringify(auth);
      if (text.includes('"Authorization"')) delete value['auth'];
      else value['auth'] = JSON.parse(text.replaceAll('{{apiKey}}', '{{sessionToken}}')) as Json;
    }
    Object.values(value).forEach(settleAuth);
  }
}

/** Removes example responses in place. They would be two thirds of the file, and the pages already show them. */
function dropResponses(value: Json): void {
  if (Array.isArray(value)) value.forEach(dropResponses);
  else if (isRecord(value)) {
    if (Array.isArray(value['response'])) value['response'] = [];
    if (Array.isArray(value['item'])) dropResponses(value['item']);
  }
}

/**
 * Creates the collection.
 *
 * @param description - The bundled specification as JSON.
 * @returns The collection. The same specification produces the same collection.
 * @throws If the converter fails.
 */
export async function postmanCollection(description: string): Promise<JsonObject> {
  // PAI sends webhooks, so readers of the collection can't use them.
  const callable = { ...(JSON.parse(description) as JsonObject) };
  delete callable['webhooks'];
  const collection = await new Promise<JsonObject>((resolve, reject) => {
    convertV2({ type: 'string', data: JSON.stringify(callable) }, OPTIONS, (error, result) => {
      const data = result?.output?.[0]?.data as JsonObject | undefined;
      if (error || !result?.result || !data) {
        reject(
          new Error(
            `openapi-to-postmanv2 didn't create a collection: ${error?.message ?? result?.reason ?? 'no reason given'}`,
          ),
        );
      } else resolve(data);
    });
  });
  settleIds(collection, 'collection');
  useVariables(collection['item'] ?? []);
  settleAuth(collection['item'] ?? []);
  dropResponses(collection);
  const folders = collection['item'];
  if (Array.isArray(folders)) {
    collection['item'] = folders.filter(
      (folder) => isRecord(folder) && Array.isArray(folder['item']) && folder['item'].length > 0,
    );
  }
  collection['auth'] = {
    type: 'apikey',
    apikey: [
      { key: 'key', value: 'Authorization', type: 'string' },
      { key: 'value', value: 'ApiKey {{apiKey}}', type: 'string' },
      { key: 'in', value: 'header', type: 'string' },
    ],
  };
  collection['variable'] = [
    { key: 'baseUrl', value: provider.api, type: 'string' },
    { key: 'apiKey', value: '', type: 'string' },
    { key: 'sessionToken', value: '', type: 'string' },
    ...Object.values(VARIABLES).map((key) => ({ key, value: '', type: 'string' })),
  ];
  return collection;
}

/** Name of the collection's file. */
export const collectionFile = `${kebabCase(provider.name)}.postman_collection.json`;
