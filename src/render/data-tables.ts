/**
 * Tables of what the specification does not hold: the sandbox's test cards and the contract of the FramePay script.
 * Both come from typed data in `src/data`, which says of each row where it is known from.
 */
import type { Element } from 'hast';
import { framePay, type FramePayPartName } from '../data/framepay';
import { specialTestValues, testBankAccounts, testCards } from '../data/test-cards';
import { SpecificationError } from '../specification/specification';
import { unknownName } from '../specification/names';
import { copyButton } from './code-figure';
import { children, type Child, h } from './hast';
import { inlineMarkdown } from './markdown';
import { table } from './table';

/** Digits in the groups of a card or of an account, with a button that copies the bare number. */
function copyable(number: string, what: string): Child {
  const groups = (/^3[47]|^3(?:0|8)/.exec(number) ? /(.{4})(.{6})(.*)/ : /(.{4})(.{4})?(.{4})?(.{4})?(.{4})?(.*)/)
    .exec(number)
    ?.slice(1)
    .filter(Boolean) ?? [number];
  const digits = h(
    'code',
    { className: ['digits'] },
    groups.map((group) => h('span', group)),
  );
  return h('span', { className: ['copyable'] }, [digits, copyButton(`${what} ${number}`, number)]);
}

const isApproved = ({ outcome }: { outcome: string }): boolean => outcome === 'approved';

const testTables: Record<string, () => Element> = {
  cards: () =>
    table(
      'Test cards',
      ['Brand', 'Approved', 'Declined', 'CVV digits'],
      [...new Set(testCards.map(({ brand }) => brand))].map((name) => {
        const cards = testCards.filter(({ brand }) => brand === name);
        const numbers = [cards.find(isApproved), cards.find((card) => !isApproved(card))];
        return [
          [name.replace('-', ' ').replace('MasterCard', 'Mastercard')],
          ...numbers.map((card) => (card ? [copyable(card.number, `${name} number`)] : [])),
          [String(cards[0]?.cvvLength ?? '')],
        ];
      }),
      { className: 'cards stack', labeled: true },
    ),
  'special-values': () =>
    table(
      'Values that force a decline',
      ['Value', 'Field', 'Applies to', "Why it's declined"],
      specialTestValues.map(({ value, field, appliesTo, meaning }) => [
        [h('code', value)],
        field.split(' / ').flatMap((name, index): Child[] => [index > 0 && ' and ', h('code', name)]),
        [appliesTo],
        inlineMarkdown(meaning),
      ]),
      { className: 'stack', labeled: true },
    ),
  'bank-accounts': () =>
    table(
      'Test bank accounts',
      ['Outcome', 'IBAN'],
      testBankAccounts.map(({ iban, outcome }) => [
        [outcome.replace(/^./, (first) => first.toUpperCase())],
        [copyable(iban, 'IBAN')],
      ]),
    ),
};

/**
 * `<TestCardTable part="cards" />`.
 *
 * @throws SpecificationError on an unknown part
 */
export function testCardTable(part: string): Element {
  const make = Object.hasOwn(testTables, part) ? testTables[part] : undefined;
  if (make === undefined) {
    throw new SpecificationError(unknownName('part of the test cards', part, Object.keys(testTables)));
  }
  return make();
}

/**
 * `<FramePayTable part="settings" />`: the entries in the form of a field list.
 *
 * @throws SpecificationError on an unknown part
 */
export function framePayTable(part: string): Element {
  if (!Object.hasOwn(framePay, part)) {
    throw new SpecificationError(unknownName('part of FramePay', part, Object.keys(framePay)));
  }
  const { caption, entries } = framePay[part as FramePayPartName];
  return h(
    'ul',
    { className: ['fields'], ariaLabel: caption },
    entries.map((entry) => {
      const id = `${part}-${entry.name.replace(/[^\w.-]+/g, '-')}`;
      return h('li', { className: ['field'], id }, [
        h(
          'p',
          { className: ['field__head'] },
          children(
            h('a', { href: `#${id}`, className: ['field__name'] }, h('code', entry.name)),
            ' ',
            h(
              'span',
              { className: ['field__type'] },
              children(entry.type, entry.default !== undefined && [', default ', h('code', entry.default)]),
            ),
            entry.required === true && [' ', h('span', { className: ['field__required'] }, 'required')],
          ),
        ),
        h('p', inlineMarkdown(entry.meaning)),
      ]);
    }),
  );
}
