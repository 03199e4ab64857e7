/** A webhook receiver for Node.js 20, without packages. Run one process, behind your HTTPS proxy. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const { PAI_API, PAI_API_KEY, WEBHOOK_USERNAME, WEBHOOK_PASSWORD, WEBHOOK_PASSWORD_PREVIOUS } = process.env;
const { PORT = '8080', WEBHOOK_JOURNAL = 'events.jsonl' } = process.env;
if (!PAI_API || !PAI_API_KEY || !WEBHOOK_USERNAME || !WEBHOOK_PASSWORD)
  throw new Error('Set PAI_API, PAI_API_KEY, WEBHOOK_USERNAME, and WEBHOOK_PASSWORD.');

/** Your code. It gets the latest object, if it still exists. After a crash, it can run again for an event. */
async function handle(event, { id, type, result, status } = {}) {
  console.log(event.type, JSON.stringify({ id, type, result, status }));
}

const hash = (text) => createHash('sha256').update(text).digest();
const encode = (password) => hash(`Basic ${btoa(`${WEBHOOK_USERNAME}:${password}`)}`);
const accepted = [WEBHOOK_PASSWORD, WEBHOOK_PASSWORD_PREVIOUS].filter(Boolean).map(encode);
const isAuthentic = (header = '') => accepted.some((credentials) => timingSafeEqual(hash(header), credentials));

async function fetchLatest({ type, organizationId, metadata: data }) {
  const kind = 'paymentType' in data ? 'transactions' : 'items' in data ? 'subscriptions' : `${type.split('-')[0]}s`;
  if (kind !== 'transactions' && kind !== 'subscriptions') return data; // You can't fetch a dispute.
  const url = `${PAI_API}/v1/public-api/organizations/${organizationId}/${kind}/${data.id}`;
  const response = await fetch(url, { headers: { Authorization: `ApiKey ${PAI_API_KEY}` } });
  if (response.status !== 404 && !response.ok) throw new Error(`${url} returned ${response.status}`);
  return response.ok ? (await response.json()).data : undefined;
}

async function work(event, attempt = 1) {
  try {
    await handle(event, await fetchLatest(event));
    store({ done: event.deduplicationId });
  } catch (error) {
    console.error(event.type, event.deduplicationId, error.message);
    if (attempt <= 60) setTimeout(work, 60_000, event, attempt + 1); // Tries again each minute for an hour.
  }
}

const store = (entry) => appendFileSync(WEBHOOK_JOURNAL, `\n${JSON.stringify(entry)}`, { flush: true });
const events = new Map(); // Every deduplicationId, with its event until it's done.
for (const line of readFileSync(WEBHOOK_JOURNAL, { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean)) {
  try {
    const { done, ...event } = JSON.parse(line);
    events.set(done ?? event.deduplicationId, done ? undefined : event);
  } catch {} // A line that was cut off: PAI sends its event again.
}
for (const event of events.values()) if (event) work(event);
createServer(async (request, response) => {
  if (!isAuthentic(request.headers.authorization)) return response.writeHead(401).end();
  const event = (await json(request).catch(() => undefined)) ?? {};
  const { deduplicationId, type, organizationId, metadata } = event;
  if (!deduplicationId || !type || !organizationId || !metadata) return response.writeHead(400).end();
  if (events.has(deduplicationId)) return response.writeHead(200).end();
  store(event);
  events.set(deduplicationId, event);
  work(event);
  response.writeHead(200).end();
}).listen(PORT, () => console.log(`listening on port ${PORT}`));
