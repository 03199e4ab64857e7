/**
 * Whatever a team writes into the specification, the pages, their Markdown, the samples, and the 3.0 file show it, or the
 * build stops and says why. Each row is a construct in a small specification of its own.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { load } from 'cheerio';
import { expect, test } from '@playwright/test';
import { stringify } from 'yaml';
import { bundleAsJson, bundleSpecification } from '../../../scripts/lib/specification';
import { toJson, toYaml } from '../../../scripts/lib/formats';
import { changeFeed } from '../../../scripts/lib/downloads/feed';
import { toOpenApi30 } from '../../../scripts/lib/downloads/openapi-3-0';
import { completeDiscriminators } from '../../../src/specification/discriminators';
import { parseWritten, showNumbers } from '../../../src/specification/json';
import { Specification } from '../../../src/specification/specification';
import type { OpenApiDocument, Schema, SecurityScheme } from '../../../src/specification/types';
import { convertPage } from '../../../src/plugins/markdown-pages/convert';
import { toHtml } from '../../../src/render/hast';
import { renderOperation } from '../../../src/render/operation';
import { PRINTERS } from '../../../src/render/samples/languages';
import { sampleRequest } from '../../../src/render/samples/request';
import { createDocument, getText, listIds, renderPage, writeSpecification } from './support';

interface Shown {
  html: string;
  /** The words of the page. */
  text: string;
  markdown: string;
  samples: string;
  older: string;
}

/** Everything that readers see of the operation. */
function show(document: OpenApiDocument): Shown {
  completeDiscriminators(document);
  const specification = new Specification(document);
  const html = toHtml(renderOperation(specification, 'doIt', {}));
  const ids = listIds(html);
  expect(new Set(ids).size, `each id stands once: ${ids.join(' ')}`).toBe(ids.length);
  for (const [, id = ''] of html.matchAll(/href="#([^"]+)"/g)) expect(ids, 'links lead somewhere').toContain(id);
  expect(html).not.toMatch(/<(script|img|form|input|b|i)[\s>]|href="(javascript|data|\/\/)/);
  const page = load(`<main><div class="theme-doc-markdown"><h1>Do it</h1>${html}</div></main>`);
  const markdown = convertPage(
    { html: page, route: '/api/do-it' } as Parameters<typeof convertPage>[0],
    'https://docs.example',
  );
  const operation = specification.getOperation('doIt');
  const example = specification.examples(specification.media(operation.requestBody?.content)?.media)[0]?.value;
  const request = sampleRequest(specification, operation, { example });
  const samples = Object.values(PRINTERS).map((print) => print(request));
  return {
    html,
    text: getText(html).replace(/\s+/g, ' '),
    markdown: markdown.replace(/\\(?=[<[*_|])/g, ''),
    samples: samples.join('\n\n'),
    older: showNumbers(JSON.stringify(toOpenApi30(document))),
  };
}

const field = (schema: Schema): Schema => ({ type: 'object', properties: { field: schema } });
const $ref = '#/components/schemas/Node';
const self: Schema = { $ref };
const node = (schema: Schema): Record<string, Schema> => ({
  Node: { type: 'object', properties: { name: { type: 'string' }, inner: schema } },
});
const cat: Schema = { allOf: [self, { type: 'object', properties: { claws: { type: 'integer' } } }] };

/** The expected texts of a row, which ` ~ ` separates. */
const list = (row: string): string[] => row.split(' ~ ').filter(Boolean);

/** A construct of a schema, the schemas that it refers to, and what the page and the 3.0 file say. */
const SCHEMAS: [name: string, schema: Schema, schemas: Record<string, Schema>, shown: string, older?: string][] = [
  ['a schema in itself as a property', self, node(self), 'The same fields as Node'],
  ['a list of itself', self, node({ type: 'array', items: self }), 'The same fields as Node'],
  ['a map of itself', self, node({ type: 'object', additionalProperties: self }), 'The same fields as Node'],
  ['itself or null', self, node({ oneOf: [self, { type: 'null' }] }), 'The same fields as Node'],
  ['itself through allOf', self, node({ allOf: [self], description: 'Below.' }), 'Below. ~ The same fields as Node'],
  [
    'a list of itself beside an allOf',
    self,
    {
      Node: { allOf: [{ $ref: '#/components/schemas/Base' }, field({ type: 'array', items: self })] },
      Base: field({}),
    },
    'The same fields as Node',
  ],
  ['one of itself', self, { Node: { oneOf: [self, self, { type: 'string' }] } }, 'The same fields as'],
  ['names of keys like itself', self, { Node: { type: 'object', propertyNames: self } }, 'object'],
  ['a list of lists of itself', self, { Node: { type: 'array', items: self } }, 'The same fields as'],
  ['an allOf of itself', self, { Node: { allOf: [self, { type: 'object' }] } }, 'Body'],
  [
    'names of Object.prototype',
    { $ref: '#/components/schemas/constructor' },
    { constructor: { type: 'object', properties: { toString: { type: 'string', enum: ['valueOf', 'constructor'] } } } },
    'toString ~ valueOf ~ constructor',
  ],
  [
    'an enumeration of constants',
    field({
      oneOf: [
        { const: 'a', description: 'First one.' },
        { const: 'b', title: 'Second', deprecated: true },
        { const: null },
      ],
    }),
    {},
    'field string or null ~ a First one. ~ b Deprecated. Second',
  ],
  [
    'alternatives with limits',
    field({
      oneOf: [
        { type: 'string', maxLength: 5, description: 'A word.', deprecated: true },
        { type: 'integer', minimum: 3, description: 'A count.' },
        { type: ['array', 'null'], items: { type: 'string' }, maxItems: 2 },
      ],
    }),
    {},
    'at most 5 characters ~ A word. ~ deprecated ~ at least 3 ~ A count. ~ or null, at most 2 items',
  ],
  [
    'items of a list, and of a list of lists',
    field({
      type: 'array',
      description: 'All.',
      items: {
        type: ['array', 'null'],
        minItems: 1,
        description: 'A row.',
        items: { type: 'string', maxLength: 9, description: 'A cell.', deprecated: true },
      },
    }),
    {},
    'All. ~ Each item: A row. ~ Each item: A cell. ~ each each deprecated ~ each at least 1 item ~ each nullable ~ each each at most 9 characters',
  ],
  [
    'values of a map',
    field({ type: 'object', additionalProperties: { type: 'array', items: field({ type: 'string', maxLength: 7 }) } }),
    {},
    'any other key ~ at most 7 characters',
  ],
  [
    'a map of scalars',
    field({ type: 'object', additionalProperties: { type: 'string', maxLength: 7, description: 'A note.' } }),
    {},
    'map of string ~ at most 7 characters ~ A note.',
  ],
  [
    'a discriminator on choices',
    {
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
      discriminator: { propertyName: 'kind', mapping: { feline: '#/components/schemas/Cat' } },
    },
    { Cat: field({ type: 'string' }), Dog: field({ type: 'string' }) },
    'Cat if kind is feline ~ Dog if kind is Dog',
  ],
  [
    'a discriminator on a parent',
    self,
    {
      Node: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { type: 'string' } },
        discriminator: { propertyName: 'kind', mapping: { cat: 'Cat' } },
      },
      Cat: cat,
      Dog: { allOf: [self, field({ type: 'boolean' })] },
    },
    'kind string ~ Cat if kind is cat ~ claws integer ~ Dog if kind is Dog ~ field boolean',
    '"Dog":"#/components/schemas/Dog"',
  ],
  ['no other fields', { ...field({ type: 'string' }), additionalProperties: false }, {}, 'no other fields'],
  [
    'no other fields in an alternative',
    { oneOf: [{ ...field({ type: 'string' }), title: 'Closed', additionalProperties: false }, { type: 'string' }] },
    {},
    'Closed object, no other fields',
  ],
  [
    'defaults',
    {
      type: 'object',
      properties: {
        a: { type: 'string', default: '' },
        b: { default: null },
        c: { type: 'number', default: 0 },
        d: { type: 'boolean', default: false },
        e: { type: 'string', default: 'it\'s `x` "y"' },
        f: { const: '' },
        g: { const: null },
        h: { const: 0 },
        i: { const: false },
      },
    },
    {},
    'default "" ~ default null ~ default 0 ~ default false ~ default it\'s `x` "y" ~ always "" ~ always null ~ always 0 ~ always false',
  ],
  ['several examples', field({ type: 'string', examples: ['one', 'two'] }), {}, 'Examples: one, two'],
  ['limits of a list as a body', { type: 'array', maxItems: 50, items: { type: 'string' } }, {}, 'at most 50 items'],
  [
    'content of a text',
    field({ type: 'string', contentMediaType: 'image/png', contentEncoding: 'base64' }),
    {},
    'base64 ~ image/png',
    '"format":"byte"',
  ],
  [
    'keys by a pattern',
    { type: 'object', patternProperties: { '^x-': { type: 'string', maxLength: 3 } }, additionalProperties: false },
    {},
    'any key like ^x- ~ at most 3 characters',
    '"type":"object","description":"Keys can match `^x-`. There are no other keys."',
  ],
  [
    'names of keys',
    field({ type: 'object', propertyNames: { pattern: '^[a-z]+$' } }),
    {},
    'each key matches ^[a-z]+$',
    'The names of its keys are limited.',
  ],
  [
    'first items',
    field({ type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer', minimum: 4 }] }),
    {},
    'item 1 string ~ item 2 integer, at least 4',
    '"items":{},"type":"array","description":"The first items have types of their own: string, integer.',
  ],
  [
    'a condition',
    { ...field({ type: 'string' }), if: field({ const: 'card' }), then: { required: ['number'] } },
    {},
    'Depending on the values ~ always card ~ Then with number',
    'Further rules depend on its values.',
  ],
  [
    'odd schemas',
    {
      type: 'object',
      properties: {
        a: {},
        b: { enum: [] },
        c: { oneOf: [] },
        d: { const: null },
        e: { allOf: [{}] },
        f: { type: 'null' },
      },
    },
    {},
    'a any value ~ f null',
    '"f":{"nullable":true,"enum":[null]}',
  ],
  [
    'fields of one direction',
    {
      type: 'object',
      required: ['id', 'pin'],
      properties: { id: { type: 'string', readOnly: true }, pin: { type: 'string', writeOnly: true } },
    },
    {},
    'id string, read-onlyResponses200 Done. ~ id string, always presentpin string, never returned',
  ],
  [
    'texts that look like markup',
    {
      ...field({
        type: 'string',
        description: '</script><script>alert(1)</script> <!-- ]]> `<b>` {x} **bold** <img src=x>',
        default: '<b>',
      }),
      description: '[bad](javascript:alert(1)) [out](//evil.example) [good](/docs/api/errors)',
    },
    {},
    '</script><script>alert(1)</script> <!-- ]]> <b> {x} bold ~ default <b> ~ bad ~ good',
  ],
];

test('constructs of schemas', () => {
  for (const [name, schema, schemas, wanted, older = ''] of SCHEMAS) {
    const shown = show(createDocument(schema, schemas));
    for (const words of list(wanted)) {
      expect.soft(shown.text, `${name}: ${words}`).toContain(words);
      const plain = words.split(' ').at(-1) ?? '';
      expect
        .soft(shown.markdown.replaceAll('`', ''), `${name}, Markdown: ${plain}`)
        .toContain(plain.replaceAll('`', ''));
    }
    for (const words of list(older)) expect.soft(shown.older, `${name}, 3.0`).toContain(words);
  }
  expect(SCHEMAS.length).toBeGreaterThan(0);
});

const json = (schema: Schema, value?: unknown): object => ({
  'application/json': { schema, ...(value === undefined ? {} : { example: value }) },
});
const schemes: Record<string, SecurityScheme> = {
  Basic: { type: 'http', scheme: 'basic' },
  Bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  Header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  Query: { type: 'apiKey', in: 'query', name: 'key' },
  Cookie: { type: 'apiKey', in: 'cookie', name: 'sid', description: 'Sign in first.' },
  Tls: { type: 'mutualTLS' },
  OAuth: {
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: 'https://id.example', scopes: { 'pay:read': 'Read payments' } } },
  },
};
const query = (parameter: object): object => ({
  parameters: [{ name: 'q', in: 'query', required: true, ...parameter }],
});
const texts: Schema = { type: 'array', items: { type: 'string' } };

/** A construct of an operation, and what the page, the samples, and the 3.0 file say. */
const OPERATIONS: [name: string, operation: object, shown: string, samples: string, older?: string][] = [
  ['HTTP Basic', { security: [{ Basic: [] }] }, 'user name and password (HTTP Basic)', 'Basic $PAI_BASIC_CREDENTIALS'],
  [
    'bearer',
    { security: [{ Bearer: [] }] },
    'a bearer token (JWT) in the header Authorization',
    'Bearer $PAI_BEARER_TOKEN',
  ],
  ['a key in a header', { security: [{ Header: [] }] }, 'an API key in the header X-Key', '"X-Key: $PAI_API_KEY"'],
  ['a key in the query', { security: [{ Query: [] }] }, 'query parameter key', '?key=$KEY"'],
  [
    'a key in a cookie',
    { security: [{ Cookie: [] }] },
    'an API key in the cookie sid. ~ Sign in first.',
    '"Cookie: sid=$SID"',
  ],
  [
    'OAuth 2',
    { security: [{ OAuth: ['pay:read'] }] },
    'an access token ~ from https://id.example with the scope pay:read (Read payments).',
    'Bearer $PAI_BEARER_TOKEN',
  ],
  [
    'mutual TLS',
    { security: [{ Tls: [], Bearer: [] }] },
    'Requires a client certificate (mutual TLS) and a bearer token',
    '--cert client.pem --key client.key ~ // Send your client certificate ~ cert=("client.pem", "client.key") ~ ' +
      "CURLOPT_SSLCERT => 'client.pem' ~ tls.LoadX509KeyPair ~ Bearer",
    'Send your client certificate (mutual TLS). ~ "security":[{"Bearer":[]}]',
  ],
  [
    'optional authentication',
    { security: [{}, { Bearer: [] }] },
    'Authentication is optional: a bearer token',
    'Bearer',
  ],
  [
    'two ways',
    { security: [{ Bearer: [] }, { Header: [], Basic: [] }] },
    ', or an API key ~  and a user name',
    'Bearer',
  ],
  [
    'a required header and cookie',
    {
      parameters: [
        { name: 'q', in: 'query', required: true, schema: { type: 'string' } },
        { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } },
        { name: 'lang', in: 'cookie', required: true, schema: { type: 'string', examples: ['en'] } },
      ],
    },
    'Idempotency-Key ~ lang',
    '?q=$Q" ~ -H "Idempotency-Key: $IDEMPOTENCY_KEY" ~ "Cookie: lang=en"',
  ],
  ['explode: false', query({ explode: false, schema: texts, example: ['a', 'b'] }), 'separated by commas', '?q=a%2Cb'],
  [
    'pipes',
    query({ style: 'pipeDelimited', explode: false, schema: texts, example: ['a', 'b'] }),
    'separated by |',
    '?q=a%7Cb',
  ],
  [
    'deepObject',
    query({ style: 'deepObject', schema: field({}), example: { field: 1 } }),
    'written as name[key]=value',
    '?q%5Bfield%5D=1',
  ],
  [
    'a parameter as JSON',
    query({ content: json(field({ type: 'string', maxLength: 3 }), { field: 'a' }) }),
    'as JSON ~ at most 3 characters',
    '?q=%7B%22field',
  ],
  [
    'a server of its own',
    { servers: [{ url: 'https://files.example' }] },
    'https://files.example/things',
    '"https://files.example/things',
  ],
  [
    'text/csv',
    { responses: { 200: { description: 'Rows.', content: { 'text/csv': { example: 'a,b\n1,2' } } } } },
    'text/csv ~ a,b 1,2',
    '-o response.csv',
  ],
  [
    'several examples of a response, and of a header',
    {
      responses: {
        200: {
          description: 'Done.',
          headers: {
            'x-left': { schema: { type: ['integer', 'null'] }, examples: { few: { value: 3 }, none: { value: 0 } } },
          },
          content: {
            'application/json': {
              schema: field({}),
              examples: { a: { value: 'A' }, b: { summary: 'Another', description: 'Rarer.', value: 'B' } },
            },
          },
        },
      },
    },
    'x-left integer or null ~ "A" More examplesRarer.200 Another"B"',
    '',
    '"x-left":{"schema":{"type":"integer","nullable":true}',
  ],
  [
    'a link to a request',
    {
      responses: {
        200: {
          description: 'Done.',
          content: json(field({})),
          links: {
            again: {
              operationId: 'doIt',
              description: 'To `repeat` it.',
              parameters: { id: '$response.body#/a', mode: 'x' },
            },
          },
        },
      },
    },
    'Do it: send a as id, x as mode. To repeat it.',
    '',
  ],
  [
    'a guide',
    { externalDocs: { url: 'https://docs.pai.example/docs/x', description: 'How it works' } },
    'Related guidesHow it works',
    '',
  ],
  [
    'several media types',
    {
      responses: {
        200: { description: 'Rows.', content: { ...json(field({})), 'text/csv': {}, 'application/pdf': {} } },
      },
    },
    'application/json or text/csv or application/pdf',
    '',
  ],
  [
    'the media type of an error',
    { responses: { 204: { description: 'Done.' }, 422: { description: 'No.', content: { 'text/plain': {} } } } },
    '422 No. The body has the type text/plain.',
    '',
  ],
  [
    'default and 5XX',
    {
      responses: {
        204: { description: 'Done.' },
        default: { description: 'Other.' },
        '5XX': { description: 'Broken.' },
      },
    },
    'Errors5XX Broken. ~ default Other.',
    '',
  ],
  [
    'a callback',
    {
      callbacks: {
        paid: {
          '{$request.body#/url}': {
            post: {
              summary: 'Paid',
              requestBody: { content: json(field({ type: 'string', maxLength: 8 })) },
              responses: { 200: { description: 'Fine.' } },
            },
          },
        },
      },
    },
    'Callbacks ~ Paid ~ PAI sends POST {$request.body#/url} ~ at most 8 characters ~ Fine.',
    '',
  ],
  [
    'a dollar in example data',
    { requestBody: { content: json(field({}), { field: '$PRICE', it: "it's" }) } },
    '"$PRICE"',
    '"field": "$PRICE", "it": "it\'\\\'\'s" ~ field: \'$PRICE\'',
  ],
];

test('constructs of operations', () => {
  for (const [name, operation, wanted, samples, older = ''] of OPERATIONS) {
    const document = createDocument(field({ type: 'string' }), {}, operation);
    document.components = { ...document.components, securitySchemes: schemes };
    const shown = show(document);
    for (const words of list(wanted)) expect.soft(shown.text, `${name}: ${words}`).toContain(words);
    for (const words of list(samples)) expect.soft(shown.samples, name).toContain(words);
    for (const words of list(older)) expect.soft(shown.older, `${name}, 3.0`).toContain(words);
    expect.soft(shown.older, name).not.toContain('mutualTLS');
    expect.soft(shown.markdown.length, name).toBeGreaterThan(100);
  }
  expect(OPERATIONS.length).toBeGreaterThan(0);
});

test('the feed keeps the text of the changelog in its element', () => {
  const feed = changeFeed('# Changes\n\n## 2026-11-21\n\nFirst ]]> and `]]>`, <!-- and </content>.\n');
  expect(feed).toContain('First ]]&gt; and <code>]]&gt;</code>, &lt;!-- and &lt;/content>.');
});

/** Where a construct that's refused is written, and what the build says about it. */
const REFUSED: [name: string, place: string, value: unknown, says: RegExp][] = [
  [
    'a keyword',
    'components.schemas.Thing.not',
    { type: 'string' },
    /:\d+: the reference doesn't show "not" of a Schema\. Say it in "description"/,
  ],
  ['an extension', 'paths./things.post.x-internal', true, /"x-internal" of a Operation\. Remove it, or add it to src/],
  ['a type', 'components.schemas.Thing.type', 'file', /type "file"/],
  ['a security type', 'components.securitySchemes.Old', { type: 'none' }, /type "none"\. Write apiKey, http/],
  [
    'an HTTP scheme',
    'components.securitySchemes.Old',
    { type: 'http', scheme: 'digest' },
    /scheme "digest"\. Write basic/,
  ],
  [
    'a style',
    'paths./things.post.parameters',
    [{ name: 'q', in: 'query', style: 'matrix', schema: {} }],
    /style "matrix"/,
  ],
  [
    'a form',
    'paths./things.post.requestBody.content',
    { 'multipart/form-data': {} },
    /content "multipart\/form-data"\. Accept JSON/,
  ],
  [
    'an encoded form',
    'paths./things.post.requestBody.content',
    { 'application/x-www-form-urlencoded': {} },
    /content "application\/x-www-form-urlencoded"\. Accept JSON/,
  ],
  [
    'fields of another type than JSON',
    'paths./things.post.responses.200.content',
    { 'application/xml': { schema: field({}) } },
    /page doesn't show fields of a type that isn't JSON/,
  ],
  [
    'two forms of JSON',
    'paths./things.post.responses.200.content',
    { ...json({ type: 'string' }), 'application/problem+json': { schema: field({}) } },
    /the page shows one schema/,
  ],
  [
    'a body without an example',
    'paths./things.post.requestBody.content',
    json({ type: 'string' }),
    /has no example, so the samples send none/,
  ],
  ['a status', 'paths./things.post.responses', { '2xx': { description: 'x' } }, /responses "2xx"/],
  ['a second server of an operation', 'paths./things.post.servers', [{ url: '/a' }, { url: '/b' }], /Write one/],
  ['a second tag', 'paths./things.post.tags', ['Things', 'Things'], /under one tag/],
  ['no tag', 'paths./things.post.tags', [], /under one tag/],
  ['a place of a parameter', 'paths./things.post.parameters', [{ name: 'q', in: 'body', schema: {} }], /in "body"/],
  ['an unknown security scheme', 'paths./things.post.security', [{ Key: [] }], /no security scheme "Key"\. Add it/],
  [
    'an event with other credentials',
    'webhooks',
    { done: { post: { operationId: 'done', security: [{ Key: [] }], responses: {} } } },
    /sends HTTP Basic with events/,
  ],
  [
    'a callback that reads',
    'paths./things.post.callbacks',
    { done: { '{$url}': { get: { responses: {} } } } },
    /"get" of a CallbackItem/,
  ],
  [
    'a guide elsewhere',
    'paths./things.post.externalDocs',
    { url: 'https://other.example' },
    /Link to a page of https:\/\/docs/,
  ],
  ['a server variable', 'servers', [{ url: 'https://{region}.example' }], /url "https:\/\/\{region\}\.example"/],
  [
    'operationRef',
    'paths./things.post.responses.200.links',
    { next: { operationRef: '#/x' } },
    /Write the "operationId"/,
  ],
  [
    'an unknown operation',
    'paths./things.post.responses.200.links',
    { next: { operationId: 'doIn' } },
    /no operation "doIn"/,
  ],
  [
    "a path parameter with a name of JavaScript's",
    'paths./things.post.parameters',
    [{ name: 'toString', in: 'path', required: true, schema: {} }],
    /tools can't read "toString"\. Rename it/,
  ],
  ['a missing operationId', 'paths./things.post.operationId', undefined, /operationId is missing/],
  ['an unsafe operationId', 'paths./things.post.operationId', '</a>', /start with a letter/],
  ['an unknown tag', 'paths./things.post.tags', ['Thing'], /no tag "Thing"\. Add it/],
  ['a tag without a name', 'tags', [{ description: 'x' }], /tag has no name/],
  ['an empty schema', 'components.schemas.Thing.items', null, /a Schema is missing here/],
  ['a reference to itself', 'components.schemas.Loop', { $ref: '#/components/schemas/Loop' }, /leads back to itself/],
  [
    'an unknown schema of a discriminator',
    'components.schemas.Thing.discriminator',
    { propertyName: 'a', mapping: { b: 'Nope' } },
    /no schema "Nope"/,
  ],
  ['no response', 'paths./things.post.responses', {}, /has no response\. Add one/],
  ['an impossible schema', 'components.schemas.Thing.items', false, /`false` allows no value/],
  ['a number that changes', 'components.schemas.Thing.maximum', '!1e3', /1e3 would be shown as 1000\. Write that/],
  [
    'a number that is too large',
    'components.schemas.Thing.maximum',
    '!9007199254740993',
    /9007199254740993 would be shown as/,
  ],
];

test("what the reference can't show stops the build, with file, line, and what to write", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'refused-'));
  const good = createDocument({ $ref: '#/components/schemas/Thing' }, { Thing: { type: 'object' } });
  const base = {
    ...good,
    paths: {
      '/things': {
        post: {
          ...good.paths?.['/things/{thingId}']?.post,
          parameters: [],
          requestBody: { content: json({ $ref: '#/components/schemas/Thing' }, {}) },
        },
      },
    },
  };
  const bundle = async (document: object, number = ''): Promise<string> => {
    const file = path.join(folder, 'openapi.yaml');
    writeFileSync(file, stringify(document).replace(`"!${number}"`, number));
    return bundleSpecification(folder).then(
      () => 'no error',
      (error: unknown) => String(error),
    );
  };
  expect(await bundle(base)).toBe('no error');
  for (const [name, place, value, says] of REFUSED) {
    const document = structuredClone(base) as Record<string, unknown>;
    const keys = place.split('.');
    const last = keys.pop() ?? '';
    let target = document;
    for (const key of keys) target = (target[key] ??= {}) as Record<string, unknown>;
    target[last] = value;
    const message = await bundle(document, typeof value === 'string' ? value.slice(1) : '');
    expect.soft(message, name).toMatch(says);
    expect.soft(message, name).toMatch(/openapi\.yaml:\d+: /);
  }
});

test("numbers stand as they're written", async () => {
  const schema = {
    type: 'object',
    properties: {
      price: { type: 'number', minimum: '!0.50', exclusiveMaximum: '!99.90', default: '!10.00', examples: ['!1.0', 2] },
      rate: { enum: ['!1.50', 2] },
      fixed: { const: '!-5.0' },
    },
  } as unknown as Schema;
  const operation: object = {
    ...query({ schema: { type: 'number', maximum: '!9.90' }, example: '!1.10' }),
    requestBody: { content: json(schema, { price: '!10.00', a: ['!-5.0', '1.0'] }) },
    responses: { 200: { description: 'Done.', content: json(schema, { price: '!20.00' }) } },
  };
  const written = createDocument(schema, {}, operation);
  const folder = mkdtempSync(path.join(tmpdir(), 'numbers-'));
  writeFileSync(path.join(folder, 'openapi.yaml'), stringify(written).replace(/"!([-.\d]+)"/g, '$1'));
  const bundled = await bundleAsJson(folder);
  expect(bundled).toMatch(/"minimum": 0\.50,\s+"exclusiveMaximum": 99\.90,/);
  const document = parseWritten(bundled) as OpenApiDocument;
  const { text, markdown, samples, older } = show(document);
  const fields = 'at least 0.50, less than 99.90, default 10.00 ~ Examples: 1.0, 2 ~ rate number ~ 1.50 ~ always -5.0';
  for (const words of [...list(fields), 'Example: 1.10', '"price": 20.00']) {
    expect.soft(text, words).toContain(words);
    expect.soft(markdown.replaceAll('`', ''), `Markdown: ${words}`).toContain(words);
  }
  const literals =
    '?q=1.10 ~ { "price": 10.00, "a": [-5.0, "1.0"] } ~ { price: 10.00, a: [-5.0, \'1.0\'] } ~ ' +
    '{"price": 10.00, "a": [-5.0, "1.0"]} ~ [\'price\' => 10.00, \'a\' => [-5.0, \'1.0\']]';
  for (const words of list(literals)) expect.soft(samples).toContain(words);
  const values = '"minimum":0.50 ~ "default":10.00 ~ "maximum":99.90,"exclusiveMaximum":true ~ "enum":[-5.0]';
  for (const words of list(values)) expect.soft(older, words).toContain(words);
  expect(toJson(document)).toBe(`${bundled}\n`);
  expect(toYaml(document)).toMatch(/minimum: 0\.50\n[^]*price: 10\.00\n +a:\n +- -5\.0\n +- "1\.0"\n/);
  const page = '<Limit of="doIt.query.q.maximum" />\n\n<Response operation="doIt" />\n';
  expect(getText(await renderPage(page, writeSpecification(bundled)))).toMatch(/^9\.90[^]*"price": 20\.00/);
  // Everybody else has the values.
  expect(await bundleSpecification(folder)).toEqual(JSON.parse(bundled));
  expect([text, markdown, samples, older].join()).not.toContain('\uE003');
});
