/** The specification as a Postman collection (format 2.1), with a folder per tag and variables for the key and IDs. */
import kebabCase from 'lodash/kebabCase';
import { createHash } from 'node:crypto';
import { convertV2 } from 'openapi-to-postmanv2';
import { provider } from '../../../src/site/provider';
import { Specification, type Operation } from '../../../src/specification/specification';
import { isRecord } from '../../../src/specification/json';
import type { JsonValue, Link, OpenApiDocument } from '../../../src/specification/types';

type JsonObject = Record<string, JsonValue>;

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
function settleIds(value: JsonValue, place: string): void {
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

/** Variables by the prefix of an ID in the examples. */
const VARIABLES: Readonly<Record<string, string>> = {
  ...{
    cus: 'customerId',
    pin: 'paymentInstrumentId',
    tok: 'tokenId',
    prd: 'productId',
    pln: 'planId',
    key: 'apiKeyId',
  },
  ...{ sub: 'subscriptionId', txn: 'transactionId', inv: 'customerInvoiceId', dsp: 'disputeId' },
  ...{ can: 'subscriptionCancellationId', pau: 'subscriptionPauseId', rea: 'subscriptionReactivationId' },
  whd: 'webhookDestinationId',
};

/** Requests that need more than the order of the specification: they're sent first, or last. */
const FIRST = ['createOrganization', 'createPaymentInstrumentToken', 'listPaymentInstrumentTokens'];
const LAST = [
  ...['deleteSubscription', 'deleteSubscriptionCancellation', 'deletePaymentInstrument', 'deletePlan', 'deleteProduct'],
  ...['deleteWebhookDestination', 'changeAccountSecret'],
];

/** Values of path parameters that aren't the latest object of their kind, which others still use. */
const OTHERS = new Map(
  Object.entries<Readonly<Record<string, string>>>({
    upsertCustomer: { customerId: 'cus_Spare' },
    upsertProduct: { productId: 'prd_Spare' },
    deleteProduct: { productId: 'prd_Spare' },
    upsertPlan: { planId: 'pln_Spare' },
    deletePlan: { planId: 'pln_Spare' },
    upsertOneTimeOrder: { subscriptionId: '{{orderId}}' },
    deleteSubscription: { subscriptionId: '{{orderId}}' },
  }),
);

/** What each request stores: the variable, and where its value is in the response. */
const SAVED = new Map(
  Object.entries<readonly [variable: string, place: string]>({
    createAccessPermit: ['sessionToken', "redirectUrl.split('=').pop()"],
    createOneTimeOrder: ['orderId', 'id'],
    listCustomerInvoices: ['customerInvoiceId', '[0]?.id'],
  }),
);

/** Bodies that refer only to what earlier requests created. */
const BODIES = new Map(
  Object.entries<JsonObject>({
    updateCustomer: { tags: ['vip'] },
    createTransaction: {
      ...{ amount: 56.6, currency: 'USD', customerId: '{{customerId}}', type: 'sale' },
      paymentInstruction: { paymentInstrumentId: '{{paymentInstrumentId}}' },
      idempotencyKey: '{{$guid}}',
    },
    updateSubscriptionCancellation: { subscriptionId: '{{subscriptionId}}', status: 'confirmed' },
    createSubscriptionReactivation: { subscriptionId: '{{subscriptionId}}' },
  }),
);

/** A request before another one, which stores the ID of what it creates. */
const send = (path: string, body: string, save: string): string =>
  `((at) => {
  const header = { 'Content-Type': 'application/json', Authorization: 'ApiKey ' + at('apiKey') };
  const body = { mode: 'raw', raw: JSON.stringify(${body}) };
  pm.sendRequest({ url: at('baseUrl') + ${path}, method: 'POST', header, body }, (error, response) => {
    const created = response.json();
    pm.collectionVariables.set('${save}', (created.data || created).id);
  });
})((name) => pm.collectionVariables.get(name));`;

/** What a request needs that no other request of the collection leaves behind. A dispute exists only in the sandbox. */
const BEFORE = new Map(
  Object.entries<string>({
    updateDispute: send("'/sandbox/disputes'", "{ transactionId: at('transactionId') }", 'disputeId'),
    deleteSubscriptionCancellation: send(
      "'/v1/public-api/organizations/' + at('organizationId') + '/subscription-cancellations'",
      "{ status: 'draft' }",
      'subscriptionCancellationId',
    ),
  }),
);

const script = (listen: string, line: string): JsonObject => ({
  listen,
  script: { type: 'text/javascript', exec: line.split('\n') },
});

/** Uses variables for IDs in a request, and stores those that its response contains. Modifies the item in place. */
function connect(item: JsonObject, operation: Operation): void {
  const request = item['request'] as JsonObject;
  const url = request['url'] as JsonObject;
  const body = request['body'];
  for (const entry of [url['variable'], url['query']].filter(Array.isArray).flat() as JsonObject[]) {
    const name = entry['key'] as string;
    const isId = Object.values(VARIABLES).includes(name) || name === 'organizationId' || name === 'accountId';
    if (isId) entry['value'] = OTHERS.get(operation.id)?.[name] ?? `{{${name}}}`;
  }
  if (isRecord(body) && typeof body['raw'] === 'string') {
    const other = BODIES.get(operation.id);
    if (other) body['raw'] = JSON.stringify(other, null, 2);
    body['raw'] = body['raw']
      .replaceAll(/"([a-z]{3})_\w+"/g, (id, prefix: string) => (VARIABLES[prefix] ? `"{{${VARIABLES[prefix]}}}"` : id))
      .replaceAll(/("organizationId": )"[^"]*"/g, '$1"{{organizationId}}"');
  }
  const linked = [...operation.responses.values()].flatMap(({ links = {} }) => Object.values(links) as Link[]);
  const saved = linked.flatMap(({ parameters = {} }) =>
    Object.entries(parameters).flatMap(([name, value]): [string, string][] => {
      const place = /^\$response\.body#\/data\/(\w+)$/.exec(value)?.[1];
      const isOwn = place === 'id' || name === 'organizationId';
      return place !== undefined && isOwn && operation.id.startsWith('create') ? [[name, place]] : [];
    }),
  );
  const own = SAVED.get(operation.id);
  const pairs = new Map(own ? [own] : saved);
  const lines = [...pairs].map(
    ([name, place]) =>
      `pm.collectionVariables.set('${name}', pm.response.json().data${place.startsWith('[') ? '' : '.'}${place});`,
  );
  const before = BEFORE.get(operation.id);
  item['event'] = [
    ...(before === undefined ? [] : [script('prerequest', before)]),
    script('test', ["pm.test('is successful', () => pm.response.to.be.success);", ...lines].join(' ')),
  ];
}

/** Puts the requests into an order in which each finds what it needs: organizations first, deletions last. */
function arrange(folders: JsonObject[], byName: ReadonlyMap<string, Operation>): JsonObject[] {
  const idOf = (item: JsonObject): string => byName.get(item['name'] as string)?.id ?? '';
  const last: JsonObject[] = [];
  for (const folder of folders) {
    const items = folder['item'] as JsonObject[];
    last.push(...items.filter((item) => LAST.includes(idOf(item))));
    const rank = (item: JsonObject): number => (FIRST.includes(idOf(item)) ? FIRST.indexOf(idOf(item)) : FIRST.length);
    folder['item'] = items.filter((item) => !LAST.includes(idOf(item))).sort((a, b) => rank(a) - rank(b));
  }
  last.sort((a, b) => LAST.indexOf(idOf(a)) - LAST.indexOf(idOf(b)));
  const first = folders.filter(({ name }) => name === 'Organizations');
  const rest = folders.filter(({ name, item }) => name !== 'Organizations' && (item as JsonObject[]).length > 0);
  return [...first, ...rest, { name: 'Cleanup', item: last }];
}

/**
 * Uses the collection's key in every request, with the prefix `ApiKey`. The converter repeats the header on every
 * request without it. A session token gets a separate variable. Modifies the collection in place.
 */
function settleAuth(value: JsonValue): void {
  if (Array.isArray(value)) value.forEach(settleAuth);
  else if (isRecord(value)) {
    const auth = value['auth'];
    if (isRecord(auth)) {
      const text = JSON.stringify(auth);
      if (text.includes('"Authorization"')) delete value['auth'];
      else value['auth'] = JSON.parse(text.replaceAll('{{apiKey}}', '{{sessionToken}}')) as JsonValue;
    }
    Object.values(value).forEach(settleAuth);
  }
}

/** Removes example responses in place. They would be two thirds of the file, and the pages already show them. */
function dropResponses(value: JsonValue): void {
  if (Array.isArray(value)) value.forEach(dropResponses);
  else if (isRecord(value)) {
    if (Array.isArray(value['response'])) value['response'] = [];
    if (Array.isArray(value['item'])) dropResponses(value['item']);
  }
}

/**
 * Creates the collection.
 *
 * @param specification - The bundled specification as JSON.
 * @returns The collection. The same specification produces the same collection.
 * @throws If the converter fails.
 */
export async function postmanCollection(specification: string): Promise<JsonObject> {
  // PAI sends webhooks, so readers of the collection can't use them.
  const callable = { ...(JSON.parse(specification) as JsonObject) };
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
  settleAuth(collection['item'] ?? []);
  dropResponses(collection);
  const { operations } = new Specification(JSON.parse(specification) as OpenApiDocument);
  const byName = new Map([...operations.values()].map((operation) => [operation.summary, operation]));
  const folders = (collection['item'] as JsonObject[]).filter(({ item }) => Array.isArray(item) && item.length > 0);
  for (const item of folders.flatMap((folder) => folder['item'] as JsonObject[])) {
    const operation = byName.get(item['name'] as string);
    if (operation) connect(item, operation);
  }
  collection['item'] = arrange(folders, byName);
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
    ...['organizationId', 'accountId', 'orderId', ...Object.values(VARIABLES)].map((key) => ({
      key,
      value: '',
      type: 'string',
    })),
  ];
  return collection;
}

/** Name of the collection's file. */
export const collectionFile = `${kebabCase(provider.name)}.postman_collection.json`;
