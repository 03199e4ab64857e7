/** All examples tell one story: only records of the README's world, and amounts that add up. */
import {
  follow,
  listOperations,
  listResponses,
  listRequestBodies,
  listWebhooks,
  listExamples,
  type Description,
  type Node,
} from '../description';
import type { Finding, Report } from '../finding';
import { joinPointer } from '../../../description/json';

const PREFIXES = 'cus|pin|sub|txn|pln|prd|inv|can|pau|rea|dsp|whd|key|tok';
const IDENTIFIER = new RegExp(`(?<![A-Za-z0-9_])(?:${PREFIXES})_[A-Za-z0-9][A-Za-z0-9-]*`, 'g');

/** The identifiers that the README's world of examples has. */
export function listExampleIds(readme: string): ReadonlySet<string> {
  const [, world = ''] = readme.split('## Example data');
  return new Set(world.match(IDENTIFIER) ?? []);
}

function* walkStrings(node: unknown, at: string): Generator<{ text: string; pointer: string }> {
  if (typeof node === 'string') yield { text: node, pointer: at };
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) yield* walkStrings(value, at + joinPointer(key));
}

/** Every identifier with a prefix of the world, anywhere in the description, is one of the world. */
export function worldIdentifiers(description: Description, world: ReadonlySet<string>): Report {
  const findings: Finding[] = [];
  const used = new Set<string>();
  let checked = 0;
  for (const { text, pointer: at } of walkStrings(description, '')) {
    for (const id of text.match(IDENTIFIER) ?? []) {
      checked += 1;
      used.add(id);
      if (!world.has(id))
        findings.push({
          pointer: at,
          message: `${id} is no record of the world in api-spec/README.md; use one of its records or add it there`,
        });
    }
  }
  return { findings, checked, counts: { 'identifiers in examples': checked, 'records used': used.size } };
}

/** Every value that a body example has, with its place. */
function* exampleValues(description: Description): Generator<{ value: unknown; pointer: string }> {
  const seen = new Set<string>();
  for (const entry of [...listOperations(description), ...listWebhooks(description)]) {
    const bodies = [
      ...listRequestBodies(description, entry),
      ...listResponses(description, entry).flatMap((response) => response.bodies),
    ];
    for (const { example, pointer: at } of bodies.flatMap((body) => listExamples(description, body))) {
      if (seen.has(at)) continue;
      seen.add(at);
      yield { value: example.value, pointer: `${at}/value` };
    }
  }
}

function* walkObjects(node: unknown, at: string): Generator<{ object: Node; pointer: string }> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield { object: node as Node, pointer: at };
  for (const [key, value] of Object.entries(node)) yield* walkObjects(value, at + joinPointer(key));
}

const cents = (value: unknown): number => Math.round(Number(value ?? 0) * 100);
const money = (value: number): string => (value / 100).toFixed(2);
const list = (value: unknown): Node[] => (Array.isArray(value) ? (value as Node[]) : []);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

interface Sum {
  readonly kind: string;
  readonly what: string;
  readonly is: number;
  readonly expected: number;
}

function invoiceSums(invoice: Node): Sum[] {
  if (!('totalAmount' in invoice) || !Array.isArray(invoice.items)) return [];
  const items = list(invoice.items);
  const kind = 'invoice sums';
  return [
    ...items.flatMap((item, index): Sum[] => [
      {
        kind,
        what: `amount of item ${String(index)} (quantity × unitPrice)`,
        is: cents(item.amount),
        expected: Math.round(Number(item.quantity) * cents(item.unitPrice)),
      },
      {
        kind,
        what: `taxAmount of item ${String(index)} (amount × taxRate %)`,
        is: cents(item.taxAmount),
        expected: Math.round((cents(item.amount) * Number(item.taxRate ?? 0)) / 100),
      },
    ]),
    {
      kind,
      what: "totalTax (sum of the items' taxAmount)",
      is: cents(invoice.totalTax),
      expected: sum(items.map((item) => cents(item.taxAmount))),
    },
    {
      kind,
      what: 'totalAmount (items + tax + shipping)',
      is: cents(invoice.totalAmount),
      expected: sum(items.map((item) => cents(item.amount))) + cents(invoice.totalTax) + cents(invoice.shippingFee),
    },
  ];
}

/** An item's price counts once for fixed fees and once per unit otherwise. */
const itemPrice = (item: Node): number =>
  item.formula === 'fixed-fee' ? cents(item.price) : cents(item.price) * Number(item.quantity ?? 1);

function subscriptionSums(order: Node): Sum[] {
  const items = list(order.items);
  if (
    !('price' in order) ||
    !('bilingCycle' in order || 'status' in order) ||
    items.length === 0 ||
    !items.every((item) => 'price' in item)
  )
    return [];
  return [
    {
      kind: 'subscription sums',
      what: 'price (sum of the items)',
      is: cents(order.price),
      expected: sum(items.map(itemPrice)),
    },
  ];
}

function transactionSums(transaction: Node): Sum[] {
  const sums: Sum[] = [];
  const { type, result, status } = transaction;
  if (type === 'sale' && result === 'approved' && 'refundableAmount' in transaction && status !== 'disputed') {
    sums.push({
      kind: 'transaction sums',
      what: 'refundableAmount (amount − refundAmount)',
      is: cents(transaction.refundableAmount),
      expected: cents(transaction.amount) - cents(transaction.refundAmount),
    });
  }
  if (type === 'sale' && list(transaction.invoices).length > 0) {
    sums.push({
      kind: 'transaction sums',
      what: 'amount (sum of the invoices)',
      is: cents(transaction.amount),
      expected: sum(list(transaction.invoices).map((invoice) => cents(invoice.amount))),
    });
  }
  return sums;
}

function cancellationSums(cancellation: Node): Sum[] {
  const subtotal = cancellation.lineItemsSubtotal as Node | null | undefined;
  const items = list(cancellation.lineItems);
  if (subtotal === undefined || subtotal === null || items.length === 0) return [];
  const total = sum(
    items.map((item) => (item.type === 'credit' ? -1 : 1) * cents(item.unitPriceAmount) * Number(item.quantity ?? 1)),
  );
  return [
    {
      kind: 'cancellation sums',
      what: 'lineItemsSubtotal (debits − credits, without the sign)',
      is: Math.abs(cents(subtotal.amount)),
      expected: Math.abs(total),
    },
  ];
}

/** Amounts of invoices, subscriptions, transactions and cancellations in all body examples add up. */
export function worldSums(description: Description): Report {
  const findings: Finding[] = [];
  const counts: Record<string, number> = { 'invoice sums': 0, 'subscription sums': 0 };
  for (const { value, pointer: at } of exampleValues(description)) {
    for (const { object, pointer: where } of walkObjects(value, at)) {
      for (const { kind, what, is, expected } of [
        ...invoiceSums(object),
        ...subscriptionSums(object),
        ...transactionSums(object),
        ...cancellationSums(object),
      ]) {
        counts[kind] = (counts[kind] ?? 0) + 1;
        if (is !== expected)
          findings.push({ pointer: where, message: `${what} is ${money(is)}, it must be ${money(expected)}` });
      }
    }
  }
  const least = Math.min(...Object.values(counts));
  return { findings, checked: least === 0 ? 0 : sum(Object.values(counts)), counts };
}

/** Fields that never change in the life of a record, so all examples of it must agree on them. */
const FIXED = [
  'accountId',
  'amount',
  'caseId',
  'createdAt',
  'currency',
  'customerId',
  'deadlineAt',
  'email',
  'expiratedAt',
  'firstName',
  'issueDate',
  'lastName',
  'number',
  'productId',
  'subscriptionId',
  'totalAmount',
  'unitLabel',
  'userType',
] as const;

/** When each record of the README's world was created, where its row says so. */
export function creationTimes(readme: string): ReadonlyMap<string, string> {
  const [, world = ''] = readme.split('## Example data');
  const rows = world.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return new Map(
    rows.flatMap(([, , id = '', facts = '']): [string, string][] => {
      const created = /\bcreated (\d{4}-\d\d-\d\dT[\d:]+Z)/.exec(facts)?.[1];
      return created === undefined ? [] : [[id.replaceAll('`', ''), created]];
    }),
  );
}

/** All examples of a record agree on what never changes, and on when the README says that it was created. */
export function worldRecords(description: Description, created: ReadonlyMap<string, string>): Report {
  const findings: Finding[] = [];
  const told = new Map<string, { value: string; pointer: string }>();
  let checked = 0;
  for (const { value, pointer: at } of exampleValues(description)) {
    for (const { object, pointer: where } of walkObjects(value, at)) {
      if (typeof object['id'] !== 'string') continue;
      const id = object['id'];
      const expected = created.get(id);
      if (expected !== undefined && 'createdAt' in object && object['createdAt'] !== expected) {
        findings.push({
          pointer: `${where}/createdAt`,
          message: `${id} was created ${expected} (README), not ${JSON.stringify(object['createdAt'])}`,
        });
      }
      for (const field of FIXED.filter((name) => name in object)) {
        checked += 1;
        const own = JSON.stringify(object[field]);
        const first = told.get(`${id} ${field}`);
        if (first === undefined) told.set(`${id} ${field}`, { value: own, pointer: where });
        else if (first.value !== own)
          findings.push({
            pointer: `${where}/${field}`,
            message: `${field} of ${id} is ${own} here and ${first.value} at ${first.pointer}; tell one story`,
          });
      }
    }
  }
  return { findings, checked, counts: { 'facts of records': checked } };
}

/** Whether the description refers to an example at all; kept here so that unused ones are found. */
export function unusedExamples(description: Description): Report {
  const used = new Set([...exampleValues(description)].map(({ pointer: at }) => at));
  const names = Object.keys(description.components?.examples ?? {});
  const findings = names
    .filter((name) => !used.has(`${follow(description, { $ref: `#/components/examples/${name}` }, '').pointer}/value`))
    .map((name): Finding => ({
      pointer: joinPointer('components', 'examples', name),
      message: `no body refers to the example "${name}"; remove it`,
    }));
  return { findings, checked: names.length, counts: { examples: names.length } };
}
