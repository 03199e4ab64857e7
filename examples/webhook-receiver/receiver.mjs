/**
 * A webhook receiver without dependencies (Node 20 or newer).
 *
 * It stores each new event in a journal, returns 200, and then fetches the latest object and acts on it, with retries.
 *
 *   WEBHOOK_USERNAME, WEBHOOK_PASSWORD    the credentials of your webhook destination
 *   WEBHOOK_PASSWORD_PREVIOUS             optional: the old password, accepted too while you change it
 *   PAI_API_KEY                           for fetching objects; PAI_API is the host of the API
 *   PAI_ORGANIZATION_ID                   the organization to serve, or several, separated by commas
 *   PORT, WEBHOOK_PATH, WEBHOOK_JOURNAL   optional: 8080, /hooks/pai, ./webhook-journal.jsonl
 *   WEBHOOK_RETRY_MS                      optional: 1000, the first pause; it doubles up to ten minutes
 *   WEBHOOK_ATTEMPTS                      optional: 150, about a day; then an event waits for the next start
 *
 * Run it behind your HTTPS proxy:  node webhook-receiver.mjs
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const MAX_BODY_BYTES = 1024 * 1024;
const LONGEST_PAUSE_MS = 10 * 60 * 1000;
/** How many objects are fetched at the same time, so that a restart with many events doesn't exceed a rate limit. */
const PARALLEL_FETCHES = 8;
/** From this attempt on, a failure is an alert. */
const ALERT_AT = 5;

function equalInConstantTime(left, right) {
  const digest = (text) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

/** Returns the index of the password that the Authorization header contains, or -1. */
export function findPassword(header, username, passwords) {
  const expected = passwords.map((password) => `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`);
  return expected.map((credentials) => equalInConstantTime(header ?? '', credentials)).indexOf(true);
}

/** Returns the path of the event's object, or undefined if the API has no operation that returns it. */
export function objectPath(event) {
  const { type, organizationId, metadata } = event;
  // No operation returns a dispute: act on the payload.
  if (!/^(transaction|subscription|offsite|order)-/.test(type) || typeof metadata.id !== 'string') return undefined;
  const isTransaction = type.startsWith('transaction-') || 'paymentType' in metadata;
  if (!isTransaction && !type.startsWith('subscription-') && !('items' in metadata)) return undefined;
  const kind = isTransaction ? 'transactions' : 'subscriptions';
  return `/v1/public-api/organizations/${encodeURIComponent(organizationId)}/${kind}/${encodeURIComponent(metadata.id)}`;
}

/** Reads a request body. Throws a RangeError if it's larger than the limit. */
async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new RangeError('body too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Parses an event. Throws a SyntaxError if the event is incomplete. */
function parseEvent(text) {
  const event = JSON.parse(text);
  const { deduplicationId, type, organizationId, metadata } = event ?? {};
  const isText = (value) => typeof value === 'string' && value !== '';
  if (![deduplicationId, type, organizationId].every(isText) || !(metadata instanceof Object))
    throw new SyntaxError('not an event');
  return event;
}

/** Reads the journal: all IDs, the entries of unfinished events, and what was done once. */
async function readJournal(file) {
  const seen = new Set();
  const open = new Map();
  const done = new Set();
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  for (const line of text.split('\n').filter(Boolean)) {
    let entry;
    // A line cut short was never acknowledged, so PAI delivers its event again.
    try {
      entry = JSON.parse(line);
    } catch {
      continue;
    }
    if (entry.received) {
      seen.add(entry.received.deduplicationId);
      open.set(entry.received.deduplicationId, entry);
    } else if (entry.done) {
      done.add(entry.done);
    } else {
      open.delete(entry.finished);
    }
  }
  return { seen, open, done };
}

/**
 * Creates the receiver.
 *
 * @param settings - Credentials, hosts, and paths; see the end of this file.
 * @param handle - Your own code: `handle(event, object, once, at)`. `object` is the latest version of the object, or
 *   undefined if no operation returns it. `once(key, action)` runs an action for the first event
 *   with that key, and remembers the key in the journal. After a crash, both can run twice. `at` is when the event was received.
 * @returns `{server}`, ready to listen. Closing it doesn't stop the retries: end the process before you start another
 *   receiver with its journal.
 * @throws If the journal can't be opened.
 */
export async function createReceiver(settings, handle) {
  const { username, passwords, api, apiKey, organizationIds, path, journalFile } = settings;
  const { retryDelay = 1000, attempts = 150 } = settings;
  const { seen, open: unfinished, done } = await readJournal(journalFile);
  const journal = await open(journalFile, 'a', 0o600);
  const storing = new Map();
  /** The last task of each object or subscription. */
  const queues = new Map();
  /** The actions of `once` that are running, and those that have run. */
  const running = new Map();
  const acted = new Set();
  let lastWrite = Promise.resolve();
  let fetches = 0;
  const waiting = [];

  /** Appends one line and waits until it is on the disk. */
  function append(entry) {
    const write = lastWrite
      .catch(() => {}) // Its own caller got the error of a failed write.
      .then(async () => {
        // The line break comes first, so that a line cut short doesn't damage the next one.
        await journal.appendFile(`\n${JSON.stringify(entry)}\n`);
        await journal.datasync();
      });
    lastWrite = write;
    return write;
  }

  async function fetchLatest(event) {
    const objectAt = objectPath(event);
    if (objectAt === undefined) return undefined;
    while (fetches >= PARALLEL_FETCHES) await new Promise((resume) => waiting.push(resume));
    fetches += 1;
    try {
      const response = await fetch(new URL(objectAt, api), {
        headers: { Authorization: `ApiKey ${apiKey}` },
        signal: AbortSignal.timeout(10_000),
      });
      // A 404 counts as a failure: a wrong key or host must not cost you a sale.
      const { status, headers } = response;
      const retryAfter = (Number(headers.get('retry-after')) || 0) * 1000;
      if (!response.ok) throw Object.assign(new Error(`fetching ${objectAt}: status ${status}`), { retryAfter });
      return (await response.json()).data;
    } finally {
      fetches -= 1;
      waiting.shift()?.();
    }
  }

  /** Runs an action unless an earlier event has run it. */
  async function once(key, action) {
    // The events of two objects can share a key. A failed action is retried by its own event.
    while (running.has(key)) await running.get(key).catch(() => {});
    if (done.has(key)) return false;
    const task = (async () => {
      if (!acted.has(key)) await action();
      acted.add(key);
      await append({ done: key });
      done.add(key);
    })();
    running.set(key, task);
    await task.finally(() => running.delete(key));
    return true;
  }

  /** Handles an event, with retries. */
  async function work({ received: event, at }) {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      try {
        await handle(event, await fetchLatest(event), once, at);
        await append({ finished: event.deduplicationId });
        return;
      } catch (error) {
        const pause = Math.max(Math.min(retryDelay * 2 ** (attempt - 1), LONGEST_PAUSE_MS), error.retryAfter ?? 0);
        const what = `${event.type} ${event.deduplicationId}, attempt ${attempt}: ${error.message}`;
        const isLast = attempt === attempts;
        const next = isLast ? 'after a restart' : `in ${pause / 1000} s`;
        console.error(`${attempt < ALERT_AT && !isLast ? '' : 'ALERT '}${what}; next attempt ${next}`);
        if (!isLast) await new Promise((wake) => setTimeout(wake, pause));
      }
    }
  }

  /** Handles the events of a subscription and its transactions one after another. */
  function startWork(entry) {
    const { deduplicationId, metadata } = entry.received;
    const { subscriptionId, id = deduplicationId } = metadata;
    const object = String(subscriptionId ?? id);
    const task = (queues.get(object) ?? Promise.resolve())
      .then(() => work(entry))
      .finally(() => {
        if (queues.get(object) === task) queues.delete(object);
      });
    queues.set(object, task);
  }

  /** Stores a new event once, even if it's delivered twice at the same moment. */
  async function accept(event) {
    const id = event.deduplicationId;
    if (seen.has(id)) return;
    const entry = { received: event, at: new Date().toISOString() };
    if (!storing.has(id)) storing.set(id, append(entry));
    await storing.get(id).finally(() => storing.delete(id));
    if (seen.has(id)) return;
    seen.add(id);
    startWork(entry);
  }

  async function respond(request) {
    if (request.method !== 'POST' || new URL(request.url, 'http://localhost').pathname !== path) return 404;
    const used = findPassword(request.headers.authorization, username, passwords);
    if (used < 0) return 401;
    if (used > 0) console.log('accepted the previous password');
    try {
      const event = parseEvent(await readBody(request));
      if (!organizationIds.includes(event.organizationId)) {
        // PAI retries, so you can add it.
        console.error(
          `ALERT rejected ${event.type}: organization ${event.organizationId} is not in PAI_ORGANIZATION_ID`,
        );
        return 403;
      }
      await accept(event);
      return 200;
    } catch (error) {
      if (error instanceof RangeError) return 413;
      if (error instanceof SyntaxError) return 400;
      console.error(`ALERT failed to store an event: ${error.message}`);
      return 500;
    }
  }

  const server = createServer(async (request, response) => {
    const status = await respond(request).catch(() => 400);
    const headers = { 'Content-Length': 0 };
    if (status === 401) headers['WWW-Authenticate'] = 'Basic realm="webhooks"';
    if (status !== 200) headers.Connection = 'close';
    if ([400, 401, 413].includes(status)) console.error(`ALERT rejected a request with ${status}`);
    response.writeHead(status, headers).end();
  });
  for (const entry of unfinished.values()) startWork(entry);
  return { server };
}

/** Returns whether you can ship for a transaction. */
function mayShip({ type, result, status, deletedAt }) {
  return type === 'sale' && result === 'approved' && status === 'completed' && !deletedAt;
}

/** Acts on the latest object. Replace the two functions below, and give each call a timeout. */
async function handleEvent(event, object, once, at) {
  const log = (outcome, mark = '') => console.log(`${mark}${event.type} ${event.deduplicationId}: ${outcome}`);
  if (object === undefined) return log('no object to fetch', 'ALERT ');
  const { id, type, result, status } = object;
  // A subscription event never ships: it can arrive before the payment.
  const isTransaction = objectPath(event).includes('/transactions/');
  // For an invoice that you've charged yourself, use the subscription that you stored with its ID.
  const subscriptionId = isTransaction ? object.subscriptionId : id;
  if (subscriptionId && object.paymentType !== 'one-time-payment')
    await setAccess(subscriptionId, event.organizationId);
  if (!isTransaction) return log(`now ${status}`);
  const ships = mayShip(object) && (await once(`ship ${id}`, () => shipOrder(object, event.organizationId, at)));
  const isUnclear = result === undefined || (event.type === 'transaction-processed' && result === 'unknown');
  const isDoubtful = isUnclear || (type === 'sale' && result === 'approved' && !mayShip(object));
  return log(
    `now ${type}, ${result}, ${status}${ships ? `; ran shipOrder for ${id}` : ''}`,
    isDoubtful ? 'ALERT ' : '',
  );
}

/**
 * Replace this: find the order by the transaction's `id`, or else by its `subscriptionId`, and compare amount and
 * currency.
 *
 * - If the subscription only gives access, or it's for a stored change of items, fee, or card check, store the transaction's
 *   ID as shipping nothing, and return.
 * - If it's for a period, store it as waiting, and return. A single worker finds the invoices of all waiting sales, as in "Ship
 *   for a subscription's period", and continues as for an order. If it finds none for an hour, a person decides.
 * - If it matches an order, store the ID of the transaction that it ships for, with a unique index, before you call the
 *   warehouse. Pass the warehouse the order's ID, or the subscription's with the invoice's date. If this transaction's ID is
 *   stored already, call the warehouse again unless it has confirmed the shipment.
 * - If the order or period ships for another transaction, if the order is canceled, paid back outside PAI, or waiting for
 *   a person, if a refund of the sale is open in your books, or if the amount differs, store this one for a person,
 *   and return. A period's amount is that of its invoice.
 * - If no order matches, throw an error, because an event can precede the response to your request. In the first attempt that
 *   comes ten minutes or more after the event was received, store the sale for a person, and return.
 */
async function shipOrder(_transaction, _organizationId, _receivedAt) {
  checkReplaced('shipOrder');
}

/**
 * Replace this: mark the subscription as changed in your database, and return. One worker takes all marked ones,
 * decides access with check-subscriptions.mjs, and clears a mark only if it hasn't changed since. Ignore the IDs of
 * one-time orders.
 */
async function setAccess(_subscriptionId, _organizationId) {
  checkReplaced('setAccess');
}

/** Until they're replaced, the functions above must not mark real orders and subscriptions as done. */
function checkReplaced(name) {
  if (!/^http:\/\/(localhost|127\.0\.0\.1):/.test(process.env.PAI_API ?? '')) throw new Error(`replace ${name}`);
}

// Compares real paths, because the folder might be a symbolic link.
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { env } = process;
  for (const name of ['WEBHOOK_USERNAME', 'WEBHOOK_PASSWORD', 'PAI_API_KEY', 'PAI_ORGANIZATION_ID'])
    if (!env[name]) throw new Error(`Set the environment variable ${name}.`);
  const { server } = await createReceiver(
    {
      username: env.WEBHOOK_USERNAME,
      passwords: [env.WEBHOOK_PASSWORD, env.WEBHOOK_PASSWORD_PREVIOUS].filter(Boolean),
      api: env.PAI_API ?? 'https://api.pai.example',
      apiKey: env.PAI_API_KEY,
      organizationIds: env.PAI_ORGANIZATION_ID.split(',').map((id) => id.trim()),
      path: env.WEBHOOK_PATH ?? '/hooks/pai',
      journalFile: env.WEBHOOK_JOURNAL ?? 'webhook-journal.jsonl',
      retryDelay: Number(env.WEBHOOK_RETRY_MS ?? 1000),
      attempts: Number(env.WEBHOOK_ATTEMPTS ?? 150),
    },
    handleEvent,
  );
  server.listen(Number(env.PORT ?? 8080), () => console.log(`listening on port ${server.address().port}`));
}
