/**
 * A webhook receiver with nothing but Node's built-in modules (Node 20 or newer).
 *
 * It checks the basic credentials in constant time, writes each new event to a journal on disk, answers 200 at once,
 * drops repeats by their deduplicationId, and afterwards reads the object again from the API before it acts.
 *
 *   WEBHOOK_USERNAME, WEBHOOK_PASSWORD    the credentials of your webhook destination
 *   PAI_API_KEY, PAI_ORGANIZATION_ID      for reading objects again; PAI_API is the host of the API
 *   PORT, WEBHOOK_PATH, WEBHOOK_JOURNAL   optional: 8080, /hooks/pai, ./webhook-journal.jsonl
 *
 * Run it behind your HTTPS proxy:  node receiver.mjs
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const MAX_BODY_BYTES = 1024 * 1024;
const TRIES = 5;

/** Compares two strings in a time that does not depend on where they differ, nor on their lengths. */
function equalInConstantTime(left, right) {
  const digest = (text) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

/** Says whether the Authorization header holds the expected basic credentials. */
export function isAuthorized(header, username, password) {
  const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return equalInConstantTime(header ?? '', expected);
}

/** Path of the object that an event is about, or undefined where the API has no call that reads it. */
export function objectPath(event) {
  const { type, organizationId, metadata } = event;
  // For the types below the API does not say which record they carry: look at the record itself.
  const kind =
    type.startsWith('transaction-') || 'paymentType' in metadata
      ? 'transactions'
      : type.startsWith('subscription-') || 'items' in metadata
        ? 'subscriptions'
        : undefined;
  // There is no call that reads a dispute: act on the payload.
  if (kind === undefined || type.startsWith('dispute-') || typeof metadata.id !== 'string') return undefined;
  return `/v1/public-api/organizations/${encodeURIComponent(organizationId)}/${kind}/${encodeURIComponent(metadata.id)}`;
}

/** Reads a request body up to the limit; throws RangeError beyond it. */
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

/** Parses an event; throws SyntaxError where the envelope is not complete. */
function parseEvent(text) {
  const event = JSON.parse(text);
  const isText = (value) => typeof value === 'string' && value !== '';
  const isComplete =
    event !== null &&
    typeof event === 'object' &&
    isText(event.deduplicationId) &&
    isText(event.type) &&
    isText(event.organizationId) &&
    event.metadata !== null &&
    typeof event.metadata === 'object';
  if (!isComplete) throw new SyntaxError('not an event');
  return event;
}

/** The journal as it stands: every identifier seen, and the events received but not finished. */
async function readJournal(file) {
  const seen = new Set();
  const open = new Map();
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  for (const line of text.split('\n')) {
    if (line === '') continue;
    let entry;
    // A line cut short by a crash was never acknowledged: its event is delivered again.
    try {
      entry = JSON.parse(line);
    } catch {
      continue;
    }
    if (entry.received) {
      seen.add(entry.received.deduplicationId);
      open.set(entry.received.deduplicationId, entry.received);
    } else {
      open.delete(entry.finished);
    }
  }
  return { seen, open };
}

/**
 * Makes the receiver.
 *
 * In: the settings and `handle(event, object)`, your own code. `object` is the record as it is now, or undefined
 * where the API has no call that reads it or the record no longer exists. `handle` may be called twice for one event
 * after a crash, so make it safe to repeat.
 * Out: `{server, settled}`; `settled()` waits for all work in hand. Throws where the journal cannot be opened.
 */
export async function createReceiver(settings, handle) {
  const { username, password, api, apiKey, organizationId, path, journalFile, retryDelay = 1000 } = settings;
  const { seen, open: unfinished } = await readJournal(journalFile);
  const journal = await open(journalFile, 'a', 0o600);
  const storing = new Map();
  const working = new Set();
  let lastWrite = Promise.resolve();

  /** Appends one line and waits until it is on the disk. */
  function append(entry) {
    const write = lastWrite
      .catch(() => {}) // A failed write was reported to its own caller; this one starts afresh.
      .then(async () => {
        // The line break comes first, so that a line cut short by a crash spoils no other.
        await journal.appendFile(`\n${JSON.stringify(entry)}`);
        await journal.datasync();
      });
    lastWrite = write;
    return write;
  }

  async function readAgain(event) {
    const objectAt = objectPath(event);
    if (objectAt === undefined) return undefined;
    const reply = await fetch(new URL(objectAt, api), {
      headers: { Authorization: `ApiKey ${apiKey}`, Accept: 'application/json' },
      signal: AbortSignal.timeout(10_000),
    });
    if (reply.status === 404) return undefined;
    if (!reply.ok) throw new Error(`reading ${objectAt} again: status ${reply.status}`);
    return (await reply.json()).data;
  }

  async function work(event) {
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      try {
        await handle(event, await readAgain(event));
        await append({ finished: event.deduplicationId });
        return;
      } catch (error) {
        console.error(`${event.type} ${event.deduplicationId}, attempt ${attempt} of ${TRIES}: ${error.message}`);
        if (attempt < TRIES) await new Promise((wake) => setTimeout(wake, retryDelay * 2 ** (attempt - 1)));
      }
    }
    // It stays open in the journal and is tried again at the next start.
  }

  function startWork(event) {
    const task = work(event).finally(() => working.delete(task));
    working.add(task);
  }

  /** Stores a new event once, even when two deliveries of it arrive together. */
  async function accept(event) {
    const id = event.deduplicationId;
    if (seen.has(id)) return;
    if (!storing.has(id)) {
      storing.set(
        id,
        append({ received: event })
          .then(() => {
            seen.add(id);
            startWork(event);
          })
          .finally(() => storing.delete(id)),
      );
    }
    await storing.get(id);
  }

  async function answer(request) {
    if (new URL(request.url, 'http://localhost').pathname !== path) return 404;
    if (request.method !== 'POST') return 405;
    if (!isAuthorized(request.headers.authorization, username, password)) return 401;
    try {
      const event = parseEvent(await readBody(request));
      // An event of another organization is not ours to read; acknowledge it, so that it is not sent again.
      if (event.organizationId === organizationId) await accept(event);
      return 200;
    } catch (error) {
      if (error instanceof RangeError) return 413;
      if (error instanceof SyntaxError) return 400;
      console.error(`an event could not be stored: ${error.message}`);
      return 500;
    }
  }

  const server = createServer(async (request, response) => {
    const status = await answer(request).catch(() => 400);
    const headers = { 'Content-Length': 0 };
    if (status === 401) headers['WWW-Authenticate'] = 'Basic realm="webhooks"';
    if (status === 405) headers.Allow = 'POST';
    if (status !== 200) headers.Connection = 'close';
    response.writeHead(status, headers).end();
  });
  for (const event of unfinished.values()) startWork(event);
  return { server, settled: () => Promise.all(working) };
}

/** Replace this by your own work, for example giving access or writing to your database. */
async function handleEvent(event, object) {
  console.log(`${event.type} ${event.deduplicationId}: ${object ? `now ${object.status}` : 'no object to read again'}`);
}

// Its real path, for the folder may be reached through a link.
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const needed = (name) =>
    process.env[name] ||
    (() => {
      throw new Error(`Set the environment variable ${name}.`);
    })();
  const { server } = await createReceiver(
    {
      username: needed('WEBHOOK_USERNAME'),
      password: needed('WEBHOOK_PASSWORD'),
      api: process.env.PAI_API ?? 'https://api.pai.example',
      apiKey: needed('PAI_API_KEY'),
      organizationId: needed('PAI_ORGANIZATION_ID'),
      path: process.env.WEBHOOK_PATH ?? '/hooks/pai',
      journalFile: process.env.WEBHOOK_JOURNAL ?? 'webhook-journal.jsonl',
    },
    handleEvent,
  );
  server.listen(Number(process.env.PORT ?? 8080), () => console.log(`listening on port ${server.address().port}`));
}
