/** Every rule of the sandbox: a handler per operation, and what happens by itself. */
import type { Handlers } from '../state';
import { accounts } from './accounts';
import { catalog } from './catalog';
import { crud } from './crud';
import { customers } from './customers';
import { subscriptions } from './subscriptions';
import { transactions } from './transactions';

/** Handlers by `operationId`. An operation without one is answered with its example. */
export const handlers: Handlers = {
  ...crud,
  ...accounts,
  ...catalog,
  ...customers,
  ...transactions,
  ...subscriptions,
};

export { dueRules } from './subscriptions';
