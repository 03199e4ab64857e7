/**
 * The webhook events of the bundled description with their examples: what receivers, types and schemas are tried on.
 */
import { readFileSync } from 'node:fs';
import { descriptionFile } from '../../support/routes';

/** What a delivery holds. */
export interface Delivery {
  readonly deduplicationId: string;
  readonly type: string;
  readonly organizationId: string;
  readonly metadata: Readonly<Record<string, unknown>> & { readonly id: string };
}

export interface DescribedEvent {
  /** Type of the event, for example `transaction-processed`. */
  readonly type: string;
  /** Name of the envelope's schema, for example `TransactionEvent`. */
  readonly envelope: string;
  /** Name of the example in the description. */
  readonly name: string;
  readonly example: Delivery;
}

interface Media {
  readonly schema: { readonly $ref: string };
  readonly examples?: Readonly<Record<string, { readonly $ref?: string; readonly value?: Delivery }>>;
}

interface Bundle {
  readonly webhooks: Readonly<
    Record<string, { readonly post: { readonly requestBody: { readonly content: Readonly<Record<string, Media>> } } }>
  >;
  readonly components: {
    readonly examples: Readonly<Record<string, { readonly value: Delivery }>>;
    readonly schemas: Readonly<Record<string, { readonly allOf?: readonly { readonly $ref?: string }[] }>>;
  };
}

const lastPart = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1);

/**
 * Every example of every webhook event. Needs `npm run generate`.
 *
 * @throws if an event has no example or no envelope
 */
export function describedEvents(): DescribedEvent[] {
  const bundle = JSON.parse(readFileSync(descriptionFile, 'utf8')) as Bundle;
  return Object.entries(bundle.webhooks).flatMap(([type, { post }]) => {
    const media = post.requestBody.content['application/json'];
    const named = bundle.components.schemas[lastPart(media?.schema.$ref ?? '')];
    const envelope = named?.allOf?.map(({ $ref }) => $ref).find((pointer) => pointer !== undefined);
    const examples = Object.entries(media?.examples ?? {});
    if (envelope === undefined || examples.length === 0) {
      throw new Error(`api-spec: the webhook ${type} has no envelope or no example; add what is missing`);
    }
    return examples.map(([name, { $ref, value }]) => {
      const example = $ref === undefined ? value : bundle.components.examples[lastPart($ref)]?.value;
      if (example === undefined) throw new Error(`api-spec: the example ${name} of the webhook ${type} has no value`);
      return { type, envelope: lastPart(envelope), name, example };
    });
  });
}
