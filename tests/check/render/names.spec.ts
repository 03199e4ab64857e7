/** Wrong names in pages stop the build, with file, line and the name that was probably meant. */
import { expect, test } from '@playwright/test';
import { catchFailure, renderPage } from './support';

const wrong: [source: string, message: RegExp][] = [
  ['<Operation id="createCostumer" />', /Unknown operation "createCostumer"\. Did you mean "createCustomer"\?/],
  ['See <OperationLink id="getCustmer" /> there.', /Did you mean "getCustomer"/],
  ['<OperationTable ids="createCustomer nope" />', /Unknown operation "nope"/],
  ['<OperationTable tag="Costumers" />', /Unknown tag "Costumers"\. Did you mean "Customers"\?/],
  ['<OperationTable />', /requires either "ids" or "tag"/],
  ['<FieldTable schema="Custmer" />', /Unknown schema "Custmer"\. Did you mean "Customer"\?/],
  [
    '<FieldTable schema="Customer" fields="fistName" />',
    /Unknown field of Customer "fistName"\. Did you mean "firstName"\?/,
  ],
  ['<EnumTable schema="SubscriptionStat" />', /Did you mean "SubscriptionStatus"\?/],
  ['<EnumTable schema="Customer" />', /isn't an enum/],
  ['<EnumTable schema="BillingCycleUnit" columns={{"Say": {days: "x"}}} />', /has no entry for weeks, months, years/],
  [
    '<EnumTable schema="SortDirection" columns={{"Say": {asc: "x", desc: "y", up: "z"}}} />',
    /Unknown value of SortDirection "up"/,
  ],
  ['At most <Limit of="CustomerCreate.firstName.maxLenght" /> letters.', /Did you mean "maxLength"\?/],
  ['At most <Limit of="listCustomers.query.limmit.maximum" />.', /Did you mean "query.limit"\?/],
  ['<Request operation="createCustomer" example="nope" />', /Unknown example of the request of createCustomer "nope"/],
  ['<Request operation="listCustomers" body={{a: 1}} />', /accepts no body/],
  ['<Request operation="listCustomers" query={{limt: 1}} />', /Did you mean "limit"\?/],
  ['<Request operation="getCustomer" path={{customer: "x"}} />', /Did you mean "customerId"\?/],
  ['<Request operation="createProduct" body={{name: "x"}} />', /is missing the required field "(type|value)"/],
  ['<Request operation="createCustomer" body={{fistName: "x"}} />', /Did you mean "firstName"\?/],
  ['<Request operation="createCustomer" body={{firstName: process.env.HOME}} />', /not evaluated/],
  [
    '<Request operation="createCustomer" exmaple="x" />',
    /Unknown attribute of <Request> "exmaple"\. Did you mean "example"\?/,
  ],
  ['<Response operation="createCustomer" status="418" />', /Unknown status of createCustomer "418"/],
  ['<Response operation="createCustomer" fields="data.nope" />', /has no field "data\.nope"|has \d+ examples/],
  ['<ErrorResponse operation="createCustomer" status="409" />', /Unknown status/],
  ['<EventPayload type="subscription-renewed-x" />', /Did you mean "subscription-renewed"\?/],
  ['<ErrorOperations status="418" />', /Unknown error status "418"/],
  ['<PriceTable quantities="0" />', /whole number of 1 or more/],
  ['<PriceTable />', /requires the attribute "quantities"/],
  ['<Price formula="tierd" quantity={60} />', /Did you mean "tiered"\?/],
  ['<Sum of="9 * 29 + x" />', /Can't compute/],
  ['<OperatonLink id="getCustomer" />', /Unknown component <OperatonLink>\. Did you mean <OperationLink>\?/],
  ['Text <EventTable /> text.', /Put it on its own line/],
  ['## The limit <Limit of="CustomerCreate.firstName.maxLength" />', /can't be in a heading/],
];

for (const [source, message] of wrong) {
  test(source, async () => {
    const failure = await catchFailure(`---\n---\n\n{/* a comment */}\n\n${source}\n`);
    expect(failure, 'the page must not compile').toBeDefined();
    expect(failure).toMatch(message);
    expect(failure).toMatch(/^docs\/page\.mdx:6:\d+ /);
  });
}

test('right names compile', async () => {
  const html = await renderPage(
    [
      'See <OperationLink id="getCustomer" />: at most <Limit of="listCustomers.query.limit.maximum" /> of them.',
      '<Request operation="createCustomer" body={{firstName: "$NAME"}} save={{CUSTOMER_ID: "data.id"}} />',
      '<EnumTable schema="SortDirection" columns={{"Say": {asc: "`up`", desc: "down"}}} />',
      '<ErrorTable />',
      '<ErrorMatrix />',
      '<EventTable />',
      '<PriceChart />',
      '```bash title="Try it"\necho "$HOME"\n```',
    ].join('\n\n'),
  );
  expect(html).toContain('at most 100 of them');
  expect(html).toContain('id="sort-direction-asc"');
  expect(html).toContain('id="status-409"');
  expect(html).toContain('Try it</span>');
});
