/** A field table shows the schema that it names, wherever the links of its fields lead. */
import { expect, test } from '@playwright/test';
import { operationModel, schemaFieldUrl } from '../../../src/specification/page-model';
import { bundled, renderPage, getText } from './support';

test('a form that several events share is shown without what one of them adds', async () => {
  const forms = ['TransactionEvent', 'SubscriptionEvent', 'DisputeEvent', 'OrderEvent'];
  for (const form of forms) {
    const text = getText(await renderPage(`<FieldTable schema="${form}" />`));
    expect(text, form).toContain('type');
    expect(text, form).not.toMatch(/always (transaction|subscription|dispute|offsite|order)-/);
  }
});

test('the address of a field is the page that shows it best', () => {
  expect(schemaFieldUrl(bundled(), 'Customer', 'email')).toBe('/api/get-customer#response-200-data.email');
  expect(schemaFieldUrl(bundled(), 'CustomerCreate', 'firstName')).toBe('/api/create-customer#body-firstName');
});

test('the page of an event says its type', () => {
  const { body } = operationModel(bundled(), 'transactionProcessedEvent');
  const type = body?.node.fields.find(({ name }) => name === 'type');
  expect(type?.node.limits.join()).toContain('transaction-processed');
});

test('fields of what is sent are required or optional, those of what is only received always present', async () => {
  const sent = [
    ...['AccountSecret', 'WebhookDestinationAuthCreate', 'WebhookRegistrationMetadata', 'SubscriptionPlan'],
    ...['SubscriptionItemsChange', 'PaymentInstruction', 'CustomerCreate', 'TransactionRefund'],
  ];
  const received = ['AccessPermit', 'CustomerListItem', 'PaymentInstrumentToken', 'TransactionEvent'];
  for (const schema of sent) {
    expect(getText(await renderPage(`<FieldTable schema="${schema}" />`)), schema).not.toContain('always present');
  }
  const marks = await Promise.all(
    received.map(async (name) => getText(await renderPage(`<FieldTable schema="${name}" />`))),
  );
  for (const [at, text] of marks.entries()) expect(text, received[at]).not.toMatch(/required|optional/);
  expect(marks.join(), 'there is something to tell apart').toContain('always present');
  expect(getText(await renderPage('<FieldTable schema="AccountSecret" />'))).toContain('required');
  console.log(`${sent.length} schemas that are sent, ${received.length} that are received`);
});
