/** Advice on the console, for requests that work here and can cost money or data in production. */
import type { Call } from './state';

const ADVICE: readonly [applies: (call: Call, fields: readonly string[]) => boolean, text: string][] = [
  [
    ({ operation, body }) => operation.id === 'createTransaction' && !body['idempotencyKey'],
    'A charge without idempotencyKey: if the response is lost and you send it again, the customer pays twice.',
  ],
  [
    ({ operation, body }) =>
      operation.id === 'changeSubscriptionItems' && !('retainRenewalTime' in body && 'proRataCredit' in body),
    'A change of items without retainRenewalTime and proRataCredit: send both, so that you decide what the customer pays.',
  ],
  [
    ({ operation, body }, fields) => operation.method === 'put' && fields.some((name) => !(name in body)),
    'A PUT that omits fields: for a customer, product, or plan, omitted fields are cleared. Send every field.',
  ],
];

/** Creates a function that tells each advice once. */
export function createAdviser(tell: (text: string) => void): (call: Call, fields: readonly string[]) => void {
  const open = new Set(ADVICE);
  return (call, fields) => {
    for (const advice of open) {
      const [applies, text] = advice;
      if (!applies(call, fields)) continue;
      open.delete(advice);
      tell(text);
    }
  };
}
