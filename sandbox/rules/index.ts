/** Every rule of the sandbox: a handler per operation, and what happens by itself. */
import type { Kind } from '../records';
import type { DueRule, Handlers } from '../state';
import { accounts } from './accounts';
import { catalog } from './catalog';
import { crud } from './crud';
import { customers } from './customers';
import { cancellationDue, endings, pauseDue, reactivationDue } from './endings';
import { subscriptionDue, subscriptions } from './subscriptions';
import { transactions } from './transactions';

/** Handlers by `operationId`. A new operation needs an entry here; the sandbox doesn't start without it. */
export const handlers: Handlers = {
  ...crud,
  ...accounts,
  ...catalog,
  ...customers,
  ...transactions,
  ...subscriptions,
  ...endings,
};

/** What happens as time passes, by the kind of record. */
export const dueRules: [Kind, DueRule<Kind>][] = [
  ['subscriptions', subscriptionDue as unknown as DueRule<Kind>],
  ['cancellations', cancellationDue as unknown as DueRule<Kind>],
  ['pauses', pauseDue as unknown as DueRule<Kind>],
  ['reactivations', reactivationDue as unknown as DueRule<Kind>],
];
