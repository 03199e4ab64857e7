/** A field table shows the schema that it names, wherever the links of its fields lead. */
import { expect, test } from '@playwright/test';
import { operationModel } from '../../../src/description/page-model';
import { bundled, renderPage, textOf } from './support';

test('a form that several events share is shown without what one of them adds', async () => {
  const forms = ['TransactionEvent', 'SubscriptionEvent', 'DisputeEvent', 'OrderEvent'];
  for (const form of forms) {
    const text = textOf(await renderPage(`<FieldTable schema="${form}" />`));
    expect(text, form).toContain('type');
    expect(text, form).not.toMatch(/always (transaction|subscription|dispute|offsite|order)-/);
  }
});

test('the page of an event says its type', () => {
  const { body } = operationModel(bundled(), 'transactionProcessedEvent');
  const type = body?.node.fields.find(({ name }) => name === 'type');
  expect(type?.node.limits.join()).toContain('transaction-processed');
});
