/** Events: each is kept, and delivered to every webhook destination until a receiver answers exactly 200. */
import { randomUUID } from 'node:crypto';
import type { Specification } from '../src/specification/specification';
import { Refusal } from './errors';
import type { Delivery, Destination, Fields, SandboxEvent } from './records';
import { cutToSchema, type Resolve } from './shape';
import type { Store } from './store';

/** Pauses before the second delivery, the third and so on, in milliseconds. */
const RETRY_PAUSES = [1000, 5000, 30_000, 120_000, 600_000];
const TIME_LIMIT = 10_000;
/** Deliveries under way at one time. */
const AT_ONCE = 20;
/** Names that the internet never resolves: nothing is sent there. */
const RESERVED = /\.(example|test|invalid)$/;

/** What events need of the world. */
interface Ground {
  readonly specification: Specification;
  readonly resolve: Resolve;
  readonly store: Store;
  readonly now: string;
  create(kind: 'events', prefix: string, fields: Fields): SandboxEvent;
}

export class EventLog {
  retryPauses = RETRY_PAUSES;
  private readonly waiting: (() => Promise<void>)[] = [];
  private readonly timers = new Set<NodeJS.Timeout>();
  private running = 0;
  private isClosed = false;

  constructor(private readonly world: Ground) {}

  /** Records an event of a type of the OpenAPI file, about a record, and begins to deliver it. */
  emit(type: string, organizationId = '', metadata: Fields): void {
    const { specification, resolve, store } = this.world;
    const schema = specification.media(specification.getEvent(type).requestBody?.content)?.media.schema ?? {};
    const envelope = { deduplicationId: randomUUID(), type, organizationId, metadata };
    // Copied, so that later changes of the record don't change an event that was sent.
    const body = structuredClone(cutToSchema(schema, envelope, resolve)) as Fields;
    const event = this.world.create('events', 'evt', { organizationId, type, body, deliveries: [] });
    this.deliverTo(event, store.all('destinations'));
  }

  /** Delivers an event once more, with the `deduplicationId` that it has. Throws a 404 if there is no such event. */
  redeliver(id: string): SandboxEvent {
    const event = this.world.store.get('events', id);
    if (!event) throw new Refusal(404, `There is no event with the ID "${id}". List them with GET /sandbox/events.`);
    this.deliverTo(event, this.world.store.all('destinations'));
    return event;
  }

  /** Ends all retries. */
  close(): void {
    this.isClosed = true;
    this.timers.forEach(clearTimeout);
    this.waiting.length = 0;
  }

  private deliverTo(event: SandboxEvent, destinations: readonly Destination[]): void {
    for (const { id, url } of destinations) {
      const isKnown = event.deliveries.some(({ destinationId }) => destinationId === id);
      if (!isKnown) event.deliveries.push({ destinationId: id, url, state: 'pending', attempts: [] });
    }
    for (const delivery of event.deliveries) this.enqueue(event, delivery, 0);
  }

  private enqueue(event: SandboxEvent, delivery: Delivery, attempt: number): void {
    this.waiting.push(() => this.deliver(event, delivery, attempt));
    this.work();
  }

  private work(): void {
    while (this.running < AT_ONCE && !this.isClosed) {
      const next = this.waiting.shift();
      if (!next) return;
      this.running += 1;
      void next().finally(() => {
        this.running -= 1;
        this.work();
      });
    }
  }

  private async deliver(event: SandboxEvent, delivery: Delivery, attempt: number): Promise<void> {
    const destination = this.world.store.get('destinations', delivery.destinationId);
    const outcome = destination ? await send(destination, event.body) : { problem: 'The destination was deleted.' };
    delivery.attempts.push({ at: this.world.now, ...outcome });
    const isPossible = destination !== undefined && !RESERVED.test(new URL(destination.url).hostname);
    const pause = isPossible ? this.retryPauses[attempt] : undefined;
    delivery.state = outcome.status === 200 ? 'delivered' : pause === undefined ? 'failed' : 'pending';
    this.world.store.put('events', event);
    if (delivery.state !== 'pending' || this.isClosed) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.enqueue(event, delivery, attempt + 1);
    }, pause);
    this.timers.add(timer.unref());
  }
}

/** Sends an event to a destination. Redirects aren't followed: they aren't a 200. */
async function send(
  { url, auth, password = '' }: Destination,
  body: Fields,
): Promise<{ status?: number; problem?: string }> {
  if (RESERVED.test(new URL(url).hostname))
    return { problem: 'Not sent: no host can have this name. Register the address of your receiver.' };
  const credentials = auth && Buffer.from(`${auth.username}:${password}`).toString('base64');
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(credentials && { Authorization: `Basic ${credentials}` }) },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIME_LIMIT),
    });
    await reply.arrayBuffer();
    return { status: reply.status };
  } catch (error) {
    const { message, cause } = error as Error;
    return { problem: cause instanceof Error ? `${message}: ${cause.message}` : message };
  }
}
