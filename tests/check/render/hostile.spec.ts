/** Odd and hostile descriptions: whatever a schema or a text holds, the page renders, ends, and lets no markup through. */
import { expect, test } from '@playwright/test';
import type { Schema } from '../../../src/description/types';
import { createDocument, listIds, renderPage, getText, writeDescription } from './support';

const page = '<Operation id="doIt" />';

async function render(schema: Schema, schemas: Record<string, Schema> = {}): Promise<string> {
  const html = await renderPage(page, writeDescription(createDocument(schema, schemas)));
  const ids = listIds(html);
  expect(new Set(ids).size, `each id stands once: ${ids.join(' ')}`).toBe(ids.length);
  return html;
}

test('a schema that contains itself is cut and linked', async () => {
  const html = await render(
    { $ref: '#/components/schemas/Node' },
    {
      Node: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
          parent: { oneOf: [{ $ref: '#/components/schemas/Node' }, { type: 'null' }] },
        },
      },
    },
  );
  expect(html).toContain('The same fields as <a href="#body">Node</a>');
  expect(listIds(html)).toContain('body-children');
  expect(listIds(html)).not.toContain('body-children.name');
});

test('two schemas that contain each other end', async () => {
  const html = await render(
    { $ref: '#/components/schemas/A' },
    {
      A: { type: 'object', properties: { b: { $ref: '#/components/schemas/B' } } },
      B: { type: 'object', properties: { a: { $ref: '#/components/schemas/A' } } },
    },
  );
  expect(listIds(html)).toContain('body-b.a');
});

test('an allOf that contains itself ends', async () => {
  await render(
    { $ref: '#/components/schemas/A' },
    { A: { allOf: [{ $ref: '#/components/schemas/A' }, { type: 'object', properties: { x: { type: 'string' } } }] } },
  );
});

test('allOf of oneOf shows the shared fields and the choices', async () => {
  const html = await render({
    allOf: [
      { type: 'object', required: ['base'], properties: { base: { type: 'string' } } },
      {
        oneOf: [
          { title: 'By token', type: 'object', properties: { token: { type: 'string' } } },
          { title: 'By card', type: 'object', properties: { card: { type: 'integer' } } },
        ],
      },
      { anyOf: [{ required: ['base'] }, { required: ['other'] }] },
    ],
  });
  const ids = listIds(html);
  expect(ids).toEqual(
    expect.arrayContaining(['body-base', 'body-by-token', 'body-by-token.token', 'body-by-card.card']),
  );
  expect(getText(html)).toContain('Send exactly one of these:');
  expect(getText(html)).toContain('With other');
});

test('nullable objects, lists and enumerations are the thing itself, marked nullable', async () => {
  const html = await render(
    {
      type: 'object',
      properties: {
        object: { oneOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'null' }] },
        list: { type: ['array', 'null'], items: { type: 'string' } },
        state: { anyOf: [{ type: 'string', enum: ['on', 'off', null] }, { type: 'null' }] },
        text: { type: ['string', 'null'], maxLength: 45 },
      },
    },
    { Thing: { type: 'object', properties: { inner: { type: 'boolean' } } } },
  );
  expect(listIds(html)).toEqual(expect.arrayContaining(['body-object.inner', 'body-state--on', 'body-state--off']));
  expect(listIds(html)).not.toContain('body-state--null');
  expect(html.match(/field__type">[^<]* or null/g)).toHaveLength(8);
});

test('empty, boolean-like and contradictory schemas render', async () => {
  const odd = [
    {},
    true,
    { type: [] },
    { type: 'object' },
    { enum: [] },
    { oneOf: [] },
    { allOf: [{}] },
    { type: 'array' },
    { const: null },
    { properties: {}, items: {} },
  ];
  for (const schema of odd) await render(schema as Schema);
  expect(odd.length).toBeGreaterThan(0);
});

test('a 200-value enumeration stands once, folded, and is linked', async () => {
  const long: Schema = { type: 'string', enum: Array.from({ length: 200 }, (_, index) => `value-${index}`) };
  const html = await render(
    {
      type: 'object',
      properties: { a: { $ref: '#/components/schemas/Long' }, b: { $ref: '#/components/schemas/Long' } },
    },
    { Long: long },
  );
  expect(getText(html).split('Long: 200 values')).toHaveLength(2);
  expect(html.match(/href="#enum-Long"/g)).toHaveLength(4);
  expect(listIds(html)).toContain('enum-Long');
});

test('texts are Markdown, and nothing in them becomes markup, code or a bad link', async () => {
  const hostile = [
    'A <script>alert(1)</script> {expression} <img src=x onerror=alert(1)> `<b>{code}</b>` **bold**.',
    '[bad](javascript:alert(1)) [data](data:text/html,x) [good](/docs/api/errors) [protocol](//evil.example).',
    '# Heading\n\n![image](https://evil.example/x.png)\n\n| a | b |\n| - | - |\n| 1 | 2 |',
    '<form action="x"><input></form>',
  ].join('\n\n');
  const html = await render({
    type: 'object',
    description: hostile,
    properties: {
      '<weird> {name} "quoted"': {
        type: 'string',
        description: hostile,
        examples: ['</code><script>x</script>'],
        default: '<b>',
      },
      __proto__x: { type: 'string', enum: ['<i>', 'a b', '"'], 'x-enumDescriptions': { '<i>': hostile } },
    },
  });
  expect(html).not.toMatch(/<(script|img|form|input|b|i)[\s>]/);
  expect(html).not.toMatch(/href="(javascript|data|\/\/)/);
  expect(html).toContain('href="/docs/api/errors"');
  expect(html).toContain('<strong>bold</strong>');
  expect(getText(html)).toContain('<script>alert(1)</script> {expression}');
  expect(html).not.toMatch(/<h1/);
});

test('examples with markup, quotes and dollar signs stay text', async () => {
  const value = { text: `</code></pre><script>alert("x")</script> $HOME \`id\` $(id) 'x' \\ \u2028` };
  const file = writeDescription(
    createDocument(
      { type: 'object' },
      {},
      {
        requestBody: {
          content: {
            'application/json': { schema: { type: 'object' }, examples: { hostile: { summary: '<b>', value } } },
          },
        },
      },
    ),
  );
  const html = await renderPage(page, file);
  expect(html).not.toMatch(/<script/);
  expect(html).not.toContain('<b>');
});

test('no form controls anywhere, and buttons say their type', async () => {
  const html = await render({ type: 'object', properties: { a: { type: 'string' } } });
  expect(html).not.toMatch(/<(form|input|select|textarea)[\s>]/);
  const buttons = html.match(/<button[^>]*>/g) ?? [];
  expect(buttons.length).toBeGreaterThan(5);
  for (const button of buttons) expect(button).toContain('type="button"');
});
