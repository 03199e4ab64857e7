/** Tables of what the specification doesn't contain: the test cards, and the FramePay script. */
import type { Element } from 'hast';
import { framePay, type FramePayEntry, type FramePayPartName } from '../data/framepay';
import { specialTestValues, testBankAccounts, testCards } from '../data/test-cards';
import { DescriptionError } from '../description/description';
import { unknownName } from '../description/names';
import { badge } from './badges';
import { type Child, h } from './hast';
import { inlineMarkdown } from './markdown';
import { table } from './table';

/** A number to try, with a button that copies it. */
function copyable(value: string, what: string): Child {
  const button = { type: 'button', className: ['copy-value'], dataCopy: true, ariaLabel: `Copy ${what} ${value}` };
  return h('span', { className: ['copyable'] }, [h('code', value), ' ', h('button', button, 'Copy')]);
}

const testTables: Record<string, () => Element> = {
  cards: () =>
    table(
      'Test cards',
      ['Number', 'Brand', 'Digits', 'CVV digits', 'Outcome'],
      testCards.map(({ number, brand, cvvLength, outcome }) => [
        [copyable(number, `${brand} number`)],
        [h('code', brand)],
        [String(number.length)],
        [String(cvvLength)],
        [h('code', outcome)],
      ]),
    ),
  'special-values': () =>
    table(
      'Values that force a decline',
      ['Value', 'Field', 'Applies to', 'Outcome', 'Why'],
      specialTestValues.map(({ value, field, appliesTo, outcome, meaning }) => [
        [h('code', value)],
        field.split(' / ').flatMap((name, index): Child[] => [index > 0 && ' and ', h('code', name)]),
        [appliesTo],
        [h('code', outcome)],
        inlineMarkdown(meaning),
      ]),
    ),
  'bank-accounts': () =>
    table(
      'Test bank accounts',
      ['IBAN', 'Outcome'],
      testBankAccounts.map(({ iban, outcome }) => [[copyable(iban, 'IBAN')], [h('code', outcome)]]),
    ),
};

/**
 * `<TestCardTable part="cards" />`.
 *
 * @throws DescriptionError on an unknown part
 */
export function testCardTable(part: string): Element {
  const make = Object.hasOwn(testTables, part) ? testTables[part] : undefined;
  if (make === undefined) {
    throw new DescriptionError(unknownName('part of the test cards', part, Object.keys(testTables)));
  }
  return make();
}

/** What applies when an entry is left out: it is needed, it has a default, or nothing is known. */
function presence(entry: FramePayEntry): Child[] {
  if (entry.required === true) return [badge('required', 'required')];
  return entry.default === undefined ? [] : ['default ', h('code', entry.default)];
}

/**
 * `<FramePayTable part="settings" />`.
 *
 * @throws DescriptionError on an unknown part
 */
export function framePayTable(part: string): Element {
  if (!Object.hasOwn(framePay, part)) {
    throw new DescriptionError(unknownName('part of FramePay', part, Object.keys(framePay)));
  }
  const { caption, heading, entries } = framePay[part as FramePayPartName];
  const hasRules = entries.some((entry) => presence(entry).length > 0);
  return table(
    caption,
    [heading, 'Type', ...(hasRules ? ['Rules'] : []), 'Meaning'],
    entries.map((entry) => {
      const id = `${part}-${entry.name.replace(/[^\w.-]+/g, '-')}`;
      return [
        [h('a', { id, href: `#${id}`, className: ['value__name'] }, h('code', entry.name))],
        [h('code', entry.type)],
        ...(hasRules ? [presence(entry)] : []),
        inlineMarkdown(entry.meaning),
      ];
    }),
    { className: 'field-table' },
  );
}
