/** HTTP: bad addresses and bodies, pages of other origins, errors on demand, and what the console says. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { expect, test } from '@playwright/test';
import { type Caller, createProduct, document, makeSale, planFields, startEmpty, subscribe } from './api';

/** Sends bytes as they are; gives the status and the body of the answer. */
const sendRaw = ({ sandbox }: Caller, bytes: Buffer): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1', () => socket.end(bytes));
    socket.once('error', reject).on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.once('close', () => {
      resolve({ status: Number(text.slice(9, 12)), body: text.slice(text.indexOf('\r\n\r\n') + 4) });
    });
  });

test('a bad address gets the error body, and no stack', async () => {
  const caller = await startEmpty();
  const ids = [
    '%zz',
    '%',
    'a%2Fb',
    'a%5Cb',
    '%00',
    '%1f',
    '%c3%28',
    '%ff',
    'a\u0001b',
    'caf\xe9',
    'x'.repeat(51),
    '__proto__',
    'constructor',
  ];
  for (const id of ids) {
    for (const path of [`${caller.base}/customers/${id}`, `/v1/${id}`, `/sandbox/pay/${id}`]) {
      const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ApiKey a\r\nConnection: close\r\n\r\n`;
      const { status, body } = await sendRaw(caller, Buffer.from(head, 'latin1'));
      expect([400, 404], `${path}: ${status}`).toContain(status);
      expect(JSON.parse(body), path).toMatchObject({ statusCode: status, errorCode: expect.any(String) });
      expect(body).not.toMatch(/node_modules|\.ts:|at \w+ \(/);
    }
  }
  const long = await caller.send('GET', `/customers/${'x'.repeat(51)}`);
  expect(long.body.details).toEqual(['customerId must NOT have more than 50 characters']);
  console.log(`${ids.length * 3} bad addresses refused`);
  await caller.sandbox.close();
});

test('bad requests get the error body, and the message says what was expected', async () => {
  const caller = await startEmpty();
  const { id: productId } = await createProduct(caller);
  const { id: customerId } = await caller.call('POST', '/customers', { firstName: 'Ada' });
  const { id: planId } = await caller.call('POST', '/plans', planFields(productId));
  const plan = (fields: object) => ({ ...planFields(productId), ...fields });
  const order = (item: object) => ({ customerId, isTrialOnly: true, items: [{ plan: { id: planId }, ...item }] });
  const address = (fields: object) => ({ primaryAddress: { customerAddress: fields } });
  const cases: [method: string, path: string, body: unknown, status: number, reason: RegExp][] = [
    ['POST', '/customers', { firstNam: 'Ada' }, 400, /"firstNam".*Did you mean "firstName"/],
    ['POST', '/customers', address({ cty: 'Oslo' }), 400, /"primaryAddress\.customerAddress\.cty".*"city"/],
    ['POST', '/customers', undefined, 400, /Body parameter is required/],
    ['GET', '/customers?limit=', undefined, 400, /limit must be integer/],
    ['GET', '/customers?limit[]=3', undefined, 400, /"limit\[\]".*Did you mean "limit"/],
    ['GET', '/customers?search=%ff', undefined, 400, /UTF-8/],
    ['GET', '/customers?createdFrom=2026-12-31T23:59:60Z', undefined, 400, /createdFrom must match format "date-time"/],
    ['POST', '/v1/webhook-destinations', { url: 'http://merchant.example/hooks' }, 400, /https/],
    ['POST', '/transactions', makeSale(customerId, 'pin_None', { amount: 1.005 }), 400, /two decimals/],
    [
      'POST',
      '/transactions',
      makeSale(customerId, 'pin_None', { amount: 1e12 }),
      400,
      /amount must be <= 999999999.99/,
    ],
    ['POST', '/transactions', makeSale(customerId, 'pin_None'), 400, /paymentInstrumentId is "pin_None"/],
    [
      'POST',
      '/plans',
      plan({ pricing: { price: 1e9, formula: 'flat-rate' } }),
      400,
      /pricing.price must be <= 999999999.99/,
    ],
    ['POST', '/subscriptions', order({ quantity: 1e9 }), 400, /items.0.quantity must be <= 1000000/],
    [
      'POST',
      '/subscriptions',
      order({ quantity: 1e6, plan: { id: planId, pricing: { price: 9e8, formula: 'flat-rate' } } }),
      400,
      /price of the items/,
    ],
    [
      'POST',
      '/subscriptions',
      { ...order({}), items: [{ quantity: 1 }] },
      400,
      /items.0 must have required property 'plan'/,
    ],
    ['GET', '/plan', undefined, 404, /API reference/],
    ['PATCH', '/plans', {}, 404, /GET .*\/plans, POST .*\/plans/],
    ['GET', '/v1/public-api/organizations/none/plans', undefined, 404, /Create one with POST/],
  ];
  for (const [method, target, body, status, reason] of cases) {
    const reply = await caller.send(method, target, body);
    expect(reply.status, `${method} ${target} ${JSON.stringify(reply.body)}`).toBe(status);
    expect(reply.body).toMatchObject({ statusCode: status });
    expect(`${reply.body.message} ${[reply.body.details].flat().join(' ')}`).toMatch(reason);
  }
  console.log(`${cases.length} bad requests refused`);
  await caller.sandbox.close();
});

test('a body over the limit gets 413, in one piece or in chunks, and the sandbox goes on', async () => {
  const { sandbox, base, send } = await startEmpty();
  const chunks = Array.from({ length: 800 }, () => 'x'.repeat(65_536));
  for (const isChunked of [false, true]) {
    const type = { Authorization: 'ApiKey a', 'Content-Type': 'application/json' };
    const headers = isChunked ? type : { ...type, 'Content-Length': chunks.join('').length };
    const sent = Readable.from(chunks).pipe(request(`${sandbox.url}${base}/customers`, { method: 'POST', headers }));
    // Many clients read the answer only when they have sent everything.
    const [[reply]] = await Promise.all([once(sent, 'response') as Promise<[IncomingMessage]>, once(sent, 'finish')]);
    reply.resume();
    expect(reply.statusCode, isChunked ? 'chunked' : 'with its length').toBe(413);
  }
  expect((await send('GET', '/plans')).status).toBe(200);
  await sandbox.close();
});

test('only its owner drives it: foreign names and origins are refused, and one can be admitted', async () => {
  const mine = 'http://localhost:5173';
  const caller = await startEmpty({ allowedOrigins: [mine] });
  const { sandbox, base, send } = caller;
  const { port } = new URL(sandbox.url);
  const raw = `GET /sandbox/events HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`;
  expect((await sendRaw(caller, Buffer.from(raw))).status).toBe(403);
  for (const origin of ['https://evil.example', 'null', 'http://localhost:5174', `https://localhost:${port}`]) {
    for (const [method, path] of [
      ['GET', '/plans'],
      ['POST', '/sandbox/clock'],
      ['GET', '/sandbox/events'],
    ] as const) {
      const reply = await send(method, path, method === 'POST' ? {} : undefined, { Origin: origin });
      expect(reply.status, `${origin} ${path}`).toBe(403);
      expect(reply.body.message).toContain(`--allow-origin ${origin}`);
    }
  }
  const preflight = {
    Origin: mine,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'authorization',
  };
  const allowed = await fetch(`${sandbox.url}${base}/plans`, { method: 'OPTIONS', headers: preflight });
  expect(allowed.status).toBe(204);
  expect(allowed.headers.get('Access-Control-Allow-Origin')).toBe(mine);
  expect(allowed.headers.get('Access-Control-Allow-Headers')).toContain('Authorization');
  const headers = { Origin: mine, Authorization: 'ApiKey a' };
  const admitted = await fetch(`${sandbox.url}${base}/plans`, { headers });
  expect([admitted.status, admitted.headers.get('Access-Control-Allow-Origin')]).toEqual([200, mine]);
  const own = await send('GET', '/sandbox/events', undefined, { Origin: sandbox.url });
  expect(own.status, "the sandbox's own pages").toBe(200);
  const { headers: none } = await fetch(`${sandbox.url}${base}/plans`, { headers: { Authorization: 'ApiKey a' } });
  expect(none.get('Access-Control-Allow-Origin')).toBeNull();
  await sandbox.close();
});

test('a status that is asked for is returned, and one that the operation lacks is refused', async () => {
  const { sandbox, call, send } = await startEmpty();
  const { id } = await call('POST', '/customers', { firstName: 'Ada' });
  const ask = (code: number) => send('GET', `/customers/${id}`, undefined, { Prefer: `code=${code}` });
  for (const code of [401, 404, 413, 500]) expect((await ask(code)).status, String(code)).toBe(code);
  const teapot = await ask(418);
  expect([teapot.status, String(teapot.body.details)]).toEqual([
    400,
    expect.stringContaining("which getCustomer doesn't have. It has"),
  ]);
  expect((await ask(200)).status).toBe(200);
  for (const key of ['', 'ApiKey', 'Bearer x']) {
    const { status } = await send('GET', '/plans', undefined, { Authorization: key });
    expect(status, key).toBe(401);
  }
  await sandbox.close();
});

test('it gives each advice once: keys, prorations, and omitted fields', async () => {
  const advice: string[] = [];
  const caller = await startEmpty({ onAdvice: (text) => advice.push(text) });
  const { id, customerId, cardId, planId } = await subscribe(caller);
  const items = [{ plan: { id: planId }, quantity: 2 }];
  for (let count = 0; count < 2; count += 1) {
    await caller.call('POST', '/transactions', makeSale(customerId, cardId));
    await caller.send('POST', `/subscriptions/${id}/items`, { items });
    await caller.call('PUT', `/customers/${customerId}`, { firstName: 'Ada' });
  }
  for (const words of [/idempotencyKey/, /retainRenewalTime/, /PUT that omits/])
    expect(advice.filter((text) => words.test(text))).toHaveLength(1);
  await caller.sandbox.close();
});

test('an operation without a rule is checked and answered with its example; recursive and odd schemas do no harm', async () => {
  const file = structuredClone(document);
  const $ref = '#/components/schemas/Node';
  const properties = { name: { type: 'string' }, constructor: { type: 'string' }, child: { $ref } };
  const node = { type: 'object', properties, allOf: [{ $ref: '#/components/schemas/Loop' }], required: ['name'] };
  const list = { type: 'array', items: { oneOf: [{ $ref }, { type: 'null' }] } };
  const loop = { allOf: [{ properties: { list } }, { allOf: [{ properties: { other: { $ref } } }] }] };
  Object.assign(file.components?.schemas ?? {}, { Node: node, Loop: loop });
  const example = { name: 'root', child: { name: 'leaf' } };
  const content = { 'application/json': { schema: { $ref }, example } };
  const responses = { default: { description: 'Planted.', content }, 400: { description: 'Bad.' } };
  const parameters = [{ name: 'at', in: 'query', required: true, style: 'deepObject', schema: { type: 'object' } }];
  const post = {
    operationId: 'plantTree',
    tags: ['Plans'],
    parameters,
    security: [{ Tls: [] }],
    requestBody: { required: true, content },
    responses,
  };
  const schemes = { Tls: { type: 'mutualTLS' }, Crumb: { type: 'apiKey', in: 'cookie', name: 'crumb' } };
  Object.assign(file.components?.securitySchemes ?? {}, { ...schemes, Open: { type: 'openIdConnect' } });
  const inOneText = { name: 'at', in: 'query', explode: false, schema: { type: 'array', items: { enum: ['a', 'b'] } } };
  const security = [{ Crumb: [] }, { Open: [] }];
  const get = { operationId: 'seeTree', tags: ['Plans'], parameters: [inOneText], security, responses };
  Object.assign(file.paths ?? {}, { '/v1/trees': { get, post } });
  const { send, sandbox } = await startEmpty({ checksReplies: false }, file);
  const planted = await send('POST', '/v1/trees?at[x]=1', { name: 'a', list: [{ name: 'b', constructor: 'd' }, null] });
  expect(planted).toEqual({ status: 200, body: example });
  for (const [header, status] of [
    [{}, 401],
    [{ Authorization: 'Bearer x' }, 200],
    [{ Authorization: '', Cookie: 'a=b; crumb=x' }, 200],
  ] as const)
    expect((await send('GET', '/v1/trees?at=a,b', undefined, header)).status).toBe(status);
  const wrong = await send('POST', '/v1/trees', { child: { name: 'b', size: 3 } });
  expect(wrong.status).toBe(400);
  expect(String(wrong.body.details)).toMatch(/"child.size".*required property 'name'/);
  await sandbox.close();
});
