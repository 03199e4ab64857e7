/** What is not documented shows as a badge that keys reach, with its words in the HTML, and as text in Markdown. */
import { load } from 'cheerio';
import { expect, test } from '@playwright/test';
import { Description } from '../../../src/description/description';
import { convertPage } from '../../../src/plugins/markdown-pages/convert';
import { NO_BACKLINKS } from '../../../src/render/related-guides';
import { h, toHtml } from '../../../src/render/hast';
import { renderOperation } from '../../../src/render/operation';
import { renderOverview } from '../../../src/render/overview';
import { fieldTable } from '../../../src/render/reference-tables';
import { bundled, createDocument } from './support';

/** A specification with a thing that has a color, with extensions at the field, its schema, and the operation. */
const describeThing = (field: object, schema: object, operation: object = {}) =>
  createDocument(
    { $ref: '#/components/schemas/Thing' },
    {
      Thing: {
        type: 'object',
        description: 'A thing.',
        properties: {
          color: { $ref: '#/components/schemas/Color', description: 'Color of it.', ...field },
          size: { type: 'string', description: 'Size of it.' },
        },
      },
      Color: { type: 'string', description: 'A color.', ...schema },
    },
    operation,
  );

const description = new Description(
  describeThing(
    { 'x-undocumented': 'Who sets `color`.' },
    { 'x-undocumented': ['Which colors exist.', 'What <red> means.'] },
    { 'x-undocumented': 'What happens twice.' },
  ),
);

test('a gap is a button with its words, at the operation, the field and the schema behind it', () => {
  const html = load(toHtml(renderOperation(description, 'doIt', NO_BACKLINKS)));
  const notes = html('button.note');
  // The operation's own, and the field's in body and response.
  expect(notes.length).toBe(3);
  for (const node of notes.toArray()) expect(html(node).attr('type')).toBe('button');
  expect(html('.op__top > .notes .note__text').text()).toBe('What happens twice.');
  const field = html('[id="body-color"] > .field__head .note');
  expect(field.text()).toBe('Not documented Who sets color. Which colors exist. What <red> means.');
  expect(field.find('code').text()).toBe('color');
  expect(html('[id="body-size"] .note').length).toBe(0);
});

test('a gap shows in the field tables of guides', () => {
  const html = load(toHtml(fieldTable(description, 'Thing', undefined)));
  expect(html('td .note__text').text()).toContain('Who sets color.');
});

/** The operation's page as Markdown. */
function toMarkdown(of: Description): string {
  const main = toHtml(renderOperation(of, 'doIt', NO_BACKLINKS));
  const html = load(`<main><div class="theme-doc-markdown"><h1>Do it</h1>${main}</div></main>`);
  return convertPage({ html, route: '/api/do-it' } as Parameters<typeof convertPage>[0], 'https://docs.example');
}

test('a gap is text in Markdown, after the description of its field', () => {
  const markdown = toMarkdown(description);
  expect(markdown).toContain('Not documented: What happens twice.');
  const lines = markdown.split('\n').map((line) => line.trim());
  const at = lines.indexOf('Color of it.');
  expect(at).toBeGreaterThan(0);
  expect(lines.slice(at + 1).find((line) => line !== '')).toMatch(
    /^Not documented: Who sets `color`\. Which colors exist\./,
  );
});

test('a gap that says itself what it is has no label in Markdown', () => {
  const sentence = "Whether it fades isn't documented.";
  const lines = toMarkdown(new Description(describeThing({ 'x-undocumented': sentence }, {}))).split('\n');
  expect(lines.map((line) => line.trim())).toContain(sentence);
});

test('a statement that is not in the API contract has a badge with its reason', () => {
  const marked = describeThing(
    { 'x-source': [{ kind: 'decided', statement: 'It is a name.' }], 'x-certainty': 'low' },
    {
      'x-source': [
        { kind: 'observed', statement: 'Only `red` sells.' },
        { kind: 'observed', statement: 'Blue is next.' },
      ],
      'x-certainty': 'medium',
    },
  );
  const html = load(toHtml(renderOperation(new Description(marked), 'doIt', NO_BACKLINKS)));
  const badges = html('[id="body-color"] > .field__head .note').toArray();
  expect(badges.map((badge) => html(badge).text())).toEqual([
    'Decided It is a name. Decided for this documentation, not in the API contract. Certainty: low.',
    'Observed Only red sells. Blue is next. From public documentation, not the API contract. Certainty: medium.',
  ]);
});

test('every statement of the ledger about the API is on a page of the reference', () => {
  const site = bundled();
  const pages = [...site.operations.keys()].map((id) => toHtml(renderOperation(site, id, NO_BACKLINKS)));
  const front = toHtml(h('div', renderOverview(site)));
  const html = load([...pages, front].join(''));
  const shown = new Set(
    html('.note__text')
      .toArray()
      .map((words) => html(words).text()),
  );
  const statements = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('x-source' in value)
      for (const { statement } of value['x-source'] as { statement: string }[]) statements.add(statement);
    Object.values(value).forEach(collect);
  };
  collect(site.document);
  const missing = [...statements].filter(
    (statement) => ![...shown].some((words) => words.includes(statement.replaceAll('`', ''))),
  );
  console.log(`${statements.size} statements, ${shown.size} different badges`);
  expect(statements.size).toBeGreaterThan(0);
  expect(missing, 'statements that no page shows; name an element that a page shows').toEqual([]);
});

test('the badge of an event is no word of a sentence in Markdown, and stays in tables', () => {
  const link =
    '<a class="op-link" href="/api/renewed-event"><span class="method method--event">event</span> <span class="op-link__text">subscription-renewed</span></a>';
  const text = `<p>PAI sends ${link} once.</p><ul><li>${link}</li></ul><table><thead><tr><th>Event</th></tr></thead><tbody><tr><td>${link}</td></tr></tbody></table>`;
  const html = load(`<main><div class="theme-doc-markdown">${text}</div></main>`);
  const markdown = convertPage(
    { html, route: '/docs/events' } as Parameters<typeof convertPage>[0],
    'https://docs.example',
  );
  const address = '(https://docs.example/api/renewed-event)';
  expect(markdown).toContain(`PAI sends [subscription-renewed]${address} once.`);
  expect(markdown).toContain(`- [subscription-renewed]${address}`);
  expect(markdown).toContain(`[event subscription-renewed]${address}`);
});
