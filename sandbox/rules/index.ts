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

/** Handlers by `operationId`. An operation without one is answered with its example. */
export const handlers: Handlers = {
  ...crud,
  ...accounts,
  ...catalog,
  ...customers,
  ...transactions,
  ...subscriptions,
  ...endings,
};

/** What happens as time passes. */
export const dueRules = [subscriptionDue, cancellationDue, pauseDue, reactivationDue] as unknown as DueRule<Kind>[];
