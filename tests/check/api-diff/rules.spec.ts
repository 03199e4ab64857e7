/** Each rule of `npm run api:diff`, tried on a change that it is for: level, place, and words. */
import { expect, test } from '@playwright/test';
import { diffSpecs, type Level, versionProblem } from '../../../scripts/lib/api-diff';
import { changesAsMarkdown, withChanges } from '../../../scripts/lib/api-diff/entry';
import { changeFeed } from '../../../scripts/lib/downloads/feed';

type Loose = Record<string, unknown>;

interface SampleSchema {
  type: string;
  description: string;
  required: string[];
  additionalProperties: unknown;
  properties: Record<string, Loose>;
}

interface SampleOperation {
  operationId: string;
  summary: string;
  deprecated?: boolean;
  parameters: Loose[];
  requestBody?: { required: boolean; content: Loose };
  responses: Record<string, Loose>;
}

interface Sample {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  security: Loose[];
  paths: Record<string, Loose>;
  webhooks: Loose;
  components: { schemas: { PlanUpdate: SampleSchema; Plan: SampleSchema } };
}

/** The operation of the sample. */
const planOperation = (): SampleOperation => ({
  operationId: 'updatePlan',
  summary: 'Update a plan',
  parameters: [{ name: 'expand', in: 'query', required: false, schema: { type: 'string' } }],
  requestBody: {
    required: false,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/PlanUpdate' } } },
  },
  responses: {
    '200': {
      description: 'The plan.',
      headers: { 'X-Request': { schema: { type: 'string' } } },
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Plan' } } },
    },
    '404': { description: 'No such plan.' },
  },
});

/** A small OpenAPI file with everything that the rules look at. */
const sample = (): Sample => ({
  openapi: '3.1.1',
  info: { title: 'Sample', version: '0.0.1', description: 'A sample.' },
  servers: [{ url: 'https://api.pai.example' }],
  security: [{ ApiKey: [] }],
  paths: {
    '/v1/plans/{planId}': {
      parameters: [{ name: 'planId', in: 'path', required: true, schema: { type: 'string' } }],
      put: planOperation(),
    },
  },
  webhooks: {
    'plan-changed': {
      post: {
        operationId: 'planChangedEvent',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Plan' } } } },
        responses: { '200': { description: 'Received.' } },
      },
    },
  },
  components: { schemas: { PlanUpdate: createSchema(['name']), Plan: createSchema(['id']) } },
});

function createSchema(required: string[]): SampleSchema {
  return {
    type: 'object',
    description: 'A plan.',
    required,
    additionalProperties: true,
    properties: {
      id: { type: 'string', maxLength: 50 },
      name: { type: 'string', pattern: '^\\w', default: 'Basic' },
      price: { type: ['number', 'null'], minimum: 0 },
      status: { type: 'string', enum: ['draft', 'active'] },
      method: { type: 'string', enum: ['card'], 'x-open-enum': true },
      trial: { oneOf: [{ type: 'object', properties: { days: { type: 'integer' } } }, { type: 'null' }] },
      tags: { type: 'array', items: { type: 'string' } },
    },
  };
}

const put = (spec: Sample): SampleOperation => spec.paths['/v1/plans/{planId}']?.['put'] as SampleOperation;
const sent = (spec: Sample): SampleSchema => spec.components.schemas.PlanUpdate;
const received = (spec: Sample): SampleSchema => spec.components.schemas.Plan;
const field = (schema: SampleSchema, name: string): Loose => schema.properties[name] ?? {};

type Case = [what: string, level: Level, words: RegExp, edit: (spec: Sample) => unknown];

const remove = (from: object, name: string): boolean => Reflect.deleteProperty(from, name);

/** A change of a schema that means one thing to senders and the opposite to receivers. */
const mirrored = (
  what: string,
  forSender: Level,
  forReceiver: Level,
  words: RegExp,
  edit: (schema: SampleSchema) => unknown,
): Case[] => [
  [`${what} (sent)`, forSender, words, (spec) => edit(sent(spec))],
  [`${what} (received)`, forReceiver, words, (spec) => edit(received(spec))],
];

const cases: Case[] = [
  ['an operation goes', 'breaking', /updatePlan: is removed/, (spec) => remove(spec.paths, '/v1/plans/{planId}')],
  [
    'an operation comes',
    'additive',
    /listPlans: is new/,
    (spec) => (spec.paths['/v1/plans'] = { get: { operationId: 'listPlans', responses: {} } }),
  ],
  [
    'an operation gets another name',
    'breaking',
    /instead of `updatePlan`/,
    (spec) => (put(spec).operationId = 'changePlan'),
  ],
  ['an operation is deprecated', 'additive', /is deprecated/, (spec) => (put(spec).deprecated = true)],
  ['an event goes', 'breaking', /planChangedEvent: is removed/, (spec) => remove(spec.webhooks, 'plan-changed')],
  [
    'an event comes',
    'additive',
    /event plan-gone: is new/,
    (spec) => (spec.webhooks['plan-gone'] = { post: { responses: {} } }),
  ],
  ['a query parameter goes', 'breaking', /query expand: is removed/, (spec) => put(spec).parameters.pop()],
  [
    'a query parameter comes',
    'additive',
    /query limit: is new/,
    (spec) => put(spec).parameters.push({ name: 'limit', in: 'query' }),
  ],
  [
    'a required query parameter comes',
    'breaking',
    /query limit: is new and required/,
    (spec) => put(spec).parameters.push({ name: 'limit', in: 'query', required: true }),
  ],
  [
    'a query parameter becomes required',
    'breaking',
    /query expand: is required now/,
    (spec) => ((put(spec).parameters[0] ?? {})['required'] = true),
  ],
  [
    'a query parameter is written differently',
    'breaking',
    /`explode`/,
    (spec) => ((put(spec).parameters[0] ?? {})['explode'] = false),
  ],
  [
    'a body becomes required',
    'breaking',
    /must have a body now/,
    (spec) => Object.assign(put(spec).requestBody ?? {}, { required: true }),
  ],
  ['a body goes', 'breaking', /has no body anymore/, (spec) => remove(put(spec), 'requestBody')],
  [
    'a media type comes',
    'additive',
    /`text\/csv` now/,
    (spec) => Object.assign(put(spec).requestBody?.content ?? {}, { 'text/csv': {} }),
  ],
  ['a success status goes', 'breaking', /updatePlan 200: is removed/, (spec) => remove(put(spec).responses, '200')],
  ['an error status comes', 'additive', /updatePlan 409: is new/, (spec) => (put(spec).responses['409'] = {})],
  [
    'a header goes',
    'breaking',
    /doesn't have the header `X-Request`/,
    (spec) => remove(put(spec).responses['200'] ?? {}, 'headers'),
  ],
  [
    'a key is no longer accepted',
    'breaking',
    /doesn't accept ApiKey anymore/,
    (spec) => (spec.security = [{ Session: [] }]),
  ],
  ['another key is accepted', 'additive', /accepts Session now/, (spec) => spec.security.push({ Session: [] })],
  ['a server goes', 'breaking', /https:\/\/api\.pai\.example is removed/, (spec) => (spec.servers = [])],
  ...mirrored('a field goes', 'breaking', 'breaking', /price: is removed/, (schema) =>
    remove(schema.properties, 'price'),
  ),
  ...mirrored(
    'a field comes',
    'additive',
    'additive',
    /color: is new/,
    (schema) => (schema.properties['color'] = { type: 'string' }),
  ),
  ...mirrored('a field comes and is required', 'breaking', 'additive', /color: is new/, (schema) => {
    schema.properties['color'] = { type: 'string' };
    schema.required.push('color');
  }),
  ...mirrored('a field becomes required', 'breaking', 'additive', /price: is (required|always present) now/, (schema) =>
    schema.required.push('price'),
  ),
  ...mirrored(
    'a field becomes optional',
    'additive',
    'breaking',
    /(is optional now|isn't always present anymore)/,
    (schema) => schema.required.pop(),
  ),
  ...mirrored(
    'a type goes',
    'breaking',
    'additive',
    /can't be `null` anymore/,
    (schema) => (field(schema, 'price')['type'] = 'number'),
  ),
  ...mirrored(
    'a type comes',
    'additive',
    'breaking',
    /can be `string` now/,
    (schema) => (field(schema, 'price')['type'] = ['number', 'null', 'string']),
  ),
  ...mirrored(
    'a number becomes whole',
    'breaking',
    'additive',
    /can't be `number` anymore/,
    (schema) => (field(schema, 'price')['type'] = ['integer', 'null']),
  ),
  ...mirrored(
    'a value goes',
    'breaking',
    'additive',
    /doesn't have the value `draft` anymore/,
    (schema) => (field(schema, 'status')['enum'] = ['active']),
  ),
  ...mirrored(
    'a value comes',
    'additive',
    'breaking',
    /has the new value `gone`/,
    (schema) => (field(schema, 'status')['enum'] = ['draft', 'active', 'gone']),
  ),
  ...mirrored(
    'a value of an open list comes',
    'additive',
    'additive',
    /has the new value `cash`/,
    (schema) => (field(schema, 'method')['enum'] = ['card', 'cash']),
  ),
  ...mirrored(
    'an upper limit falls',
    'breaking',
    'additive',
    /`maxLength` `40` instead of `50`/,
    (schema) => (field(schema, 'id')['maxLength'] = 40),
  ),
  ...mirrored('an upper limit goes', 'additive', 'breaking', /has no `maxLength` anymore/, (schema) =>
    remove(field(schema, 'id'), 'maxLength'),
  ),
  ...mirrored(
    'a lower limit rises',
    'breaking',
    'additive',
    /`minimum` `1` instead of `0`/,
    (schema) => (field(schema, 'price')['minimum'] = 1),
  ),
  ...mirrored(
    'a pattern comes',
    'breaking',
    'additive',
    /has `pattern`/,
    (schema) => (field(schema, 'id')['pattern'] = '^x'),
  ),
  ...mirrored(
    'a pattern changes',
    'breaking',
    'breaking',
    /has `pattern` .* instead of/,
    (schema) => (field(schema, 'name')['pattern'] = '^x'),
  ),
  ...mirrored(
    'a default changes',
    'breaking',
    'editorial',
    /`default` `Pro` instead of `Basic`/,
    (schema) => (field(schema, 'name')['default'] = 'Pro'),
  ),
  ...mirrored(
    'a field becomes read-only',
    'breaking',
    'editorial',
    /is `readOnly` now/,
    (schema) => (field(schema, 'name')['readOnly'] = true),
  ),
  ...mirrored(
    'a field is deprecated',
    'additive',
    'additive',
    /is deprecated/,
    (schema) => (field(schema, 'name')['deprecated'] = true),
  ),
  ...mirrored(
    'other fields are forbidden',
    'breaking',
    'additive',
    /aren't allowed anymore/,
    (schema) => (schema.additionalProperties = false),
  ),
  ...mirrored(
    'an alternative goes',
    'breaking',
    'additive',
    /can't be `null` anymore/,
    (schema) => (schema.properties['trial'] = { type: 'object', properties: { days: { type: 'integer' } } }),
  ),
  ...mirrored('an alternative comes', 'additive', 'breaking', /can be `string` now/, (schema) =>
    (field(schema, 'trial')['oneOf'] as object[]).push({ type: 'string' }),
  ),
  ...mirrored(
    'a field inside an alternative goes',
    'breaking',
    'breaking',
    /days: is removed/,
    (schema) => (field(schema, 'trial')['oneOf'] = [{ type: 'object' }, { type: 'null' }]),
  ),
  ...mirrored(
    'the items of a list change',
    'breaking',
    'breaking',
    /› \(each\): can/,
    (schema) => (field(schema, 'tags')['items'] = { type: 'integer' }),
  ),
  ...mirrored(
    'a keyword without a rule',
    'breaking',
    'breaking',
    /for which there is no rule/,
    (schema) => (field(schema, 'tags')['contains'] = { type: 'string' }),
  ),
  [
    'a text changes',
    'editorial',
    /schema Plan: has new wording/,
    (spec) => (received(spec).description = 'A price plan.'),
  ],
  ['a summary changes', 'editorial', /updatePlan: has new wording/, (spec) => (put(spec).summary = 'Change a plan')],
  [
    'the introduction changes',
    'editorial',
    /the introduction: has new wording/,
    (spec) => (spec.info.description = 'Another.'),
  ],
];

for (const [what, level, words, edit] of cases) {
  test(`${what}: ${level}`, () => {
    const changed = sample();
    edit(changed);
    const changes = diffSpecs(sample(), changed);
    const lines = changes.map(({ place, what: clause }) => `${place}: ${clause}`);
    expect(lines.join('\n')).toMatch(words);
    expect(changes[0]?.level, lines.join('\n')).toBe(level);
    expect(changes.find(({ place, what: clause }) => words.test(`${place}: ${clause}`))?.level).toBe(level);
  });
}

test('what says the same in other words is no change', () => {
  expect(diffSpecs(sample(), sample())).toEqual([]);
  const renamed = sample();
  renamed.paths['/v1/plans/{id}'] = renamed.paths['/v1/plans/{planId}'] ?? {};
  remove(renamed.paths, '/v1/plans/{planId}');
  field(received(renamed), 'price')['type'] = ['null', 'number'];
  expect(diffSpecs(sample(), renamed)).toEqual([]);
  const nullable = sample();
  received(nullable).properties['price'] = { oneOf: [{ type: 'number', minimum: 0 }, { type: 'null' }] };
  expect(diffSpecs(sample(), nullable)).toEqual([]);
});

test('handles recursive schemas, and reports broken references', () => {
  const circular = (): Sample => {
    const spec = sample();
    received(spec).properties['parent'] = { $ref: '#/components/schemas/Plan' };
    return spec;
  };
  expect(diffSpecs(circular(), circular())).toEqual([]);
  const broken = sample();
  received(broken).properties['parent'] = { $ref: '#/components/schemas/Gone' };
  expect(() => diffSpecs(broken, broken)).toThrow("Can't resolve the reference #/components/schemas/Gone");
  expect(() => diffSpecs({}, sample())).toThrow("isn't an OpenAPI file");
});

test('a breaking change needs a higher version, others do not', () => {
  const changed = sample();
  remove(changed.paths, '/v1/plans/{planId}');
  const changes = diffSpecs(sample(), changed);
  const at = (version: string): Sample => ({ ...changed, info: { ...changed.info, version } });
  expect(versionProblem(sample(), at('0.0.1'), changes)).toContain(
    'set info.version in api-spec/openapi.yaml to 0.1.0',
  );
  expect(versionProblem(sample(), at('0.0.2'), changes)).toContain('0.1.0 or higher');
  expect(versionProblem(sample(), at('0.1.0'), changes)).toBeUndefined();
  const stable = { ...sample(), info: { title: 'Sample', version: '1.4.0' } };
  expect(versionProblem(stable, at('1.5.0'), changes)).toContain('to 2.0.0 or higher');
  expect(versionProblem(stable, at('2.0.0'), changes)).toBeUndefined();
  expect(versionProblem(sample(), at('0.0.1'), [])).toBeUndefined();
  expect(versionProblem(stable, at('1.3.0'), [])).toContain('decreased from 1.4.0 to 1.3.0');
  expect(() => versionProblem(sample(), at('next'), changes)).toThrow('semantic version');
});

test('the changes go into a new entry, or into the one that is not released yet, and into the feed', () => {
  const changed = sample();
  received(changed).properties['color'] = { type: 'string' };
  const changes = diffSpecs(sample(), changed);
  const changelog = '# Changes\n\n## 2026-11-20\n\nFirst.\n\nDigest: `pending`\n';
  const once = withChanges(changelog, changes, '2026-11-20', '2026-11-21');
  expect(once).toContain(
    '## 2026-11-21\n\n<!-- changes:start -->\n\n**Additive**\n\n- Plan (received) › color: is new.',
  );
  const edited = once.replace('## 2026-11-21\n', '## 2026-11-21\n\nPlans have a color.\n');
  expect(withChanges(edited, changes, '2026-11-20', '2026-11-22')).toBe(edited);
  expect(withChanges(changelog, [], '2026-11-20', '2026-11-21')).toBe(changelog);
  expect(withChanges(changelog, changes, '2026-11-20', '2026-11-20')).toContain('## 2026-11-20 (b)');
  expect(() => withChanges(changelog, changes, '2026-01-01', '2026-11-21')).toThrow('no entry "2026-01-01"');
  const feed = changeFeed(edited);
  expect(feed).toContain('Plan (received) › color: is new.');
  expect(feed).not.toContain('changes:start');
});

test('the default of a partial update is editorial, that of any other request is breaking', () => {
  const withMethod = (method: string, edit: (spec: Sample) => unknown = () => undefined): Sample => {
    const spec = sample();
    spec.paths['/v1/plans/{planId}'] = { [method]: planOperation() };
    edit(spec);
    return spec;
  };
  const edits: readonly ((spec: Sample) => unknown)[] = [
    (spec) => remove(field(sent(spec), 'name'), 'default'),
    (spec) => (field(sent(spec), 'name')['default'] = 'Pro'),
  ];
  const findLevel = (method: string, edit: (spec: Sample) => unknown): string[] =>
    diffSpecs(withMethod(method), withMethod(method, edit)).map(({ level }) => level);
  for (const edit of edits) {
    expect(findLevel('patch', edit)).toEqual(['editorial']);
    for (const method of ['post', 'put']) expect(findLevel(method, edit)).toEqual(['breaking']);
  }
  // A schema that both kinds of requests share stays breaking.
  const shared = (edit: (spec: Sample) => unknown = () => undefined): Sample =>
    withMethod('patch', (spec) => {
      spec.paths['/v1/plans'] = { post: { ...planOperation(), operationId: 'createPlan' } };
      edit(spec);
    });
  for (const edit of edits) expect(diffSpecs(shared(), shared(edit))[0]?.level).toBe('breaking');
  // Every other rule is as strict in a partial update as elsewhere.
  expect(findLevel('patch', (spec) => sent(spec).required.push('price'))).toEqual(['breaking']);
});

test('many editorial changes are counted, all others listed', () => {
  const many = Array.from({ length: 20 }, (_, index) => ({
    level: 'editorial' as const,
    place: `schema S${index}`,
    what: 'has new wording',
  }));
  expect(changesAsMarkdown(many)).toBe(
    '**Editorial**\n\n- 20 operations, schemas, and other parts have new wording, examples, or names.',
  );
  const grave = many.map((change) => ({ ...change, level: 'breaking' as const }));
  expect(changesAsMarkdown(grave).split('\n').length).toBe(22);
  expect(changesAsMarkdown([])).toBe('No changes.');
});
