/** Rules for schemas: the same difference means opposite things in what readers send and in what they receive. */
import { type Change, type Direction, isSame, type Level, toList, type Node, type SpecFile } from './change';
import { isRecord, toRecord } from '../../../src/description/json';

/** Both files, and where to put what is found. */
export interface Comparison {
  readonly before: SpecFile;
  readonly after: SpecFile;
  readonly changes: Change[];
}

/** Keywords that never change which values are valid. */
const TEXTS = new Set([
  'title',
  'description',
  'examples',
  'example',
  'externalDocs',
  '$comment',
  'discriminator',
  'xml',
]);

/** Keywords with a rule below. */
const RULED = new Set([
  ...['$ref', 'type', 'enum', 'const', 'required', 'properties', 'additionalProperties', 'items', 'default'],
  ...['oneOf', 'anyOf', 'allOf', 'readOnly', 'writeOnly', 'deprecated', 'x-open-enum', 'pattern', 'format'],
  ...['multipleOf', 'uniqueItems', 'contentEncoding', 'contentMediaType'],
]);

const UPPER = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties'];
const LOWER = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties'];

const quote = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

/** What it means that fewer values are valid: breaking for those who send them. */
const narrower = (direction: Direction): Level => (direction === 'sent' ? 'breaking' : 'additive');

/** What it means that more values are valid: breaking for those who receive them. */
const wider = (direction: Direction): Level => (direction === 'sent' ? 'additive' : 'breaking');

/** The types of a schema; an integer is a number as well. */
const listTypes = (schema: Node): string[] => [schema['type'] ?? []].flat().map(String);

const allows = (types: readonly string[], type: string): boolean =>
  types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'));

/** Compares pairs of schemas; each pair of named schemas is compared once per direction. */
export class SchemaComparer {
  private readonly visited = new Set<string>();

  /**
   * @param comparison both files, and the list of changes
   * @param defaultsMatter false for the bodies of partial updates, in which a field that isn't sent keeps its value
   */
  constructor(
    private readonly comparison: Comparison,
    private readonly defaultsMatter = true,
  ) {}

  /**
   * Adds the changes between two schemas to the comparison.
   *
   * @param one the schema in the old file
   * @param other the schema in the new file
   * @param direction whether readers send or receive the value
   * @param place where the schema is, for people
   * @throws if a reference leads nowhere
   */
  compare(one: unknown, other: unknown, direction: Direction, place: string): void {
    const old = this.comparison.before.resolve(one);
    const now = this.comparison.after.resolve(other);
    if (old.name !== undefined && now.name !== undefined) {
      const pair = `${old.name} ${now.name} ${direction}`;
      if (this.visited.has(pair)) return;
      this.visited.add(pair);
    }
    // A named schema is the same wherever it's used: its changes are listed once, under its name.
    const at = now.name === undefined ? place : `${now.name} (${direction})`;
    const [list, newList] = [getAlternatives(old.node), getAlternatives(now.node)];
    if (list !== undefined || newList !== undefined) {
      this.compareAlternatives(list ?? splitNull(one, old.node), newList ?? splitNull(other, now.node), direction, at);
      if (list === undefined || newList === undefined) return;
    }
    this.compareValues(old.node, now.node, direction, at);
    this.compareObjects(old.node, now.node, direction, at);
    this.compareLimits(old.node, now.node, direction, at);
    this.compareMarks(old.node, now.node, direction, at);
    this.compareParts(old.node, now.node, direction, at);
    this.compareOthers(old.node, now.node, at);
  }

  private add(level: Level, place: string, what: string): void {
    this.comparison.changes.push({ level, place, what });
  }

  /** `type`, `enum`, and `const`. */
  private compareValues(old: Node, now: Node, direction: Direction, at: string): void {
    const [types, newTypes] = [listTypes(old), listTypes(now)];
    if (types.length > 0 && newTypes.length === 0) this.add(wider(direction), at, 'can have any type now');
    if (types.length === 0 && newTypes.length > 0)
      this.add(narrower(direction), at, `must be ${newTypes.join(' or ')} now`);
    if (types.length > 0 && newTypes.length > 0) {
      for (const type of types)
        if (!allows(newTypes, type)) this.add(narrower(direction), at, `can't be ${quote(type)} anymore`);
      for (const type of newTypes)
        if (!allows(types, type)) this.add(wider(direction), at, `can be ${quote(type)} now`);
    }
    const values = (schema: Node): readonly unknown[] | undefined =>
      'const' in schema ? [schema['const']] : Array.isArray(schema['enum']) ? schema['enum'] : undefined;
    const [list, newList] = [values(old), values(now)];
    const isOpen = old['x-open-enum'] === true;
    if (list === undefined && newList !== undefined)
      this.add(narrower(direction), at, 'has a list of allowed values now');
    if (list !== undefined && newList === undefined)
      this.add(isOpen ? 'additive' : wider(direction), at, 'has no list of allowed values anymore');
    for (const value of list ?? []) {
      if (newList?.some((candidate) => isSame(candidate, value)) === false)
        this.add(narrower(direction), at, `doesn't have the value ${quote(value)} anymore`);
    }
    for (const value of newList ?? []) {
      // Readers were told to expect new values of open lists.
      if (list?.some((candidate) => isSame(candidate, value)) === false)
        this.add(isOpen ? 'additive' : wider(direction), at, `has the new value ${quote(value)}`);
    }
    if (isOpen && now['x-open-enum'] !== true) this.add('additive', at, 'is a closed list of values now');
    if (!isOpen && now['x-open-enum'] === true) this.add(wider(direction), at, 'is an open list of values now');
  }

  /** `properties`, `required`, and `additionalProperties`. */
  private compareObjects(old: Node, now: Node, direction: Direction, at: string): void {
    const [properties, newProperties] = [toRecord(old['properties']), toRecord(now['properties'])];
    const [required, newRequired] = [toList(old['required']).map(String), toList(now['required']).map(String)];
    for (const name of Object.keys(properties)) {
      const field = `${at} › ${name}`;
      if (name in newProperties) this.compare(properties[name], newProperties[name], direction, field);
      else this.add('breaking', field, 'is removed');
    }
    for (const name of Object.keys(newProperties)) {
      if (!(name in properties)) {
        const isDemanded = direction === 'sent' && newRequired.includes(name);
        this.add(
          isDemanded ? 'breaking' : 'additive',
          `${at} › ${name}`,
          isDemanded ? 'is new and required' : 'is new',
        );
      }
    }
    for (const name of newRequired) {
      if (!required.includes(name) && (name in properties || !(name in newProperties)))
        this.add(
          narrower(direction),
          `${at} › ${name}`,
          direction === 'sent' ? 'is required now' : 'is always present now',
        );
    }
    for (const name of required) {
      if (!newRequired.includes(name) && name in newProperties)
        this.add(
          wider(direction),
          `${at} › ${name}`,
          direction === 'sent' ? 'is optional now' : "isn't always present anymore",
        );
    }
    const [rest, newRest] = [old['additionalProperties'] ?? true, now['additionalProperties'] ?? true];
    const place = `${at} › (other fields)`;
    if (isRecord(rest) && isRecord(newRest)) this.compare(rest, newRest, direction, place);
    else if (isRecord(rest) || isRecord(newRest)) {
      const becameWider = rest === false || newRest === true;
      this.add(
        becameWider ? wider(direction) : narrower(direction),
        place,
        becameWider ? 'can be more than before' : 'can be less than before',
      );
    } else if (rest !== newRest) {
      this.add(
        newRest === true ? wider(direction) : narrower(direction),
        place,
        newRest === true ? 'are allowed now' : "aren't allowed anymore",
      );
    }
  }

  /** Lengths, numbers, and the rules for text. */
  private compareLimits(old: Node, now: Node, direction: Direction, at: string): void {
    for (const [keywords, sign] of [
      [UPPER, 1],
      [LOWER, -1],
    ] as const) {
      for (const keyword of keywords) {
        const [limit, newLimit] = [old[keyword], now[keyword]];
        if (isSame(limit, newLimit)) continue;
        const [size, newSize] = [limit, newLimit].map((value) => (typeof value === 'number' ? sign * value : Infinity));
        const level = (newSize ?? Infinity) < (size ?? Infinity) ? narrower(direction) : wider(direction);
        this.add(level, at, describeChange(keyword, limit, newLimit));
      }
    }
    for (const keyword of ['pattern', 'format', 'multipleOf', 'uniqueItems', 'contentEncoding', 'contentMediaType']) {
      const [rule, newRule] = [old[keyword], now[keyword]];
      if (isSame(rule, newRule)) continue;
      // Two patterns can't be compared: a changed one breaks both ways.
      const level = rule === undefined ? narrower(direction) : newRule === undefined ? wider(direction) : 'breaking';
      this.add(level, at, describeChange(keyword, rule, newRule));
    }
  }

  /** `default`, `readOnly`, `writeOnly`, and `deprecated`. */
  private compareMarks(old: Node, now: Node, direction: Direction, at: string): void {
    if (!isSame(old['default'], now['default'])) {
      // What happens without the field is part of the contract. A default of a response says nothing about it, and
      // neither does one of a partial update.
      const isText = direction === 'received' || !this.defaultsMatter;
      const level = isText ? 'editorial' : 'default' in old ? 'breaking' : 'additive';
      this.add(level, at, describeChange('default', old['default'], now['default']));
    }
    for (const [keyword, concerned] of [
      ['readOnly', 'sent'],
      ['writeOnly', 'received'],
    ] as const) {
      if (Boolean(old[keyword]) === Boolean(now[keyword])) continue;
      const level = direction !== concerned ? 'editorial' : now[keyword] === true ? 'breaking' : 'additive';
      this.add(level, at, now[keyword] === true ? `is \`${keyword}\` now` : `isn't \`${keyword}\` anymore`);
    }
    if (Boolean(old['deprecated']) !== Boolean(now['deprecated']))
      this.add('additive', at, now['deprecated'] === true ? 'is deprecated' : "isn't deprecated anymore");
  }

  /** `items` and `allOf`. */
  private compareParts(old: Node, now: Node, direction: Direction, at: string): void {
    if ('items' in old && 'items' in now) this.compare(old['items'], now['items'], direction, `${at} › (each)`);
    else if ('items' in old) this.add(wider(direction), at, 'can have any items now');
    else if ('items' in now) this.add(narrower(direction), at, 'has a rule for its items now');
    const [parts, newParts] = [toList(old['allOf']), toList(now['allOf'])];
    parts.slice(0, newParts.length).forEach((part, index) => this.compare(part, newParts[index], direction, at));
    if (parts.length > newParts.length) this.add(wider(direction), at, 'has fewer combined schemas (`allOf`)');
    if (parts.length < newParts.length) this.add(narrower(direction), at, 'has more combined schemas (`allOf`)');
  }

  /** A keyword without a rule is taken for breaking, so that nobody has to remember to add one. */
  private compareOthers(old: Node, now: Node, at: string): void {
    for (const keyword of new Set([...Object.keys(old), ...Object.keys(now)])) {
      if (RULED.has(keyword) || TEXTS.has(keyword) || keyword.startsWith('x-')) continue;
      if (UPPER.includes(keyword) || LOWER.includes(keyword) || isSame(old[keyword], now[keyword])) continue;
      this.add('breaking', at, `${describeChange(keyword, old[keyword], now[keyword])}, for which there is no rule`);
    }
  }

  /** `oneOf` and `anyOf`: alternatives are paired by name, then by content, then in their order. */
  private compareAlternatives(
    old: readonly unknown[],
    now: readonly unknown[],
    direction: Direction,
    at: string,
  ): void {
    const [left, right] = [[...old], [...now]];
    const { before, after } = this.comparison;
    const label = (file: SpecFile, value: unknown): string =>
      file.resolve(value).name ?? (listTypes(toRecord(value)).join(' or ') || 'an unnamed schema');
    const matchers: ((one: unknown, other: unknown) => boolean)[] = [
      (one, other) => before.resolve(one).name !== undefined && before.resolve(one).name === after.resolve(other).name,
      (one, other) => isSame(one, other),
      (one, other) => !isNull(one) && !isNull(other),
    ];
    for (const matches of matchers) {
      for (const one of [...left]) {
        const other = right.find((candidate) => matches(one, candidate));
        if (other === undefined) continue;
        left.splice(left.indexOf(one), 1);
        right.splice(right.indexOf(other), 1);
        this.compare(one, other, direction, at);
      }
    }
    for (const one of left) this.add(narrower(direction), at, `can't be ${quote(label(before, one))} anymore`);
    for (const other of right) this.add(wider(direction), at, `can be ${quote(label(after, other))} now`);
  }
}

const isNull = (schema: unknown): boolean => isSame(toRecord(schema)['type'], 'null');

/** The alternatives of a schema; undefined if it has none. */
function getAlternatives(schema: Node): readonly unknown[] | undefined {
  const list = schema['oneOf'] ?? schema['anyOf'];
  return Array.isArray(list) ? list : undefined;
}

/** A schema as a list of alternatives: `type: [string, 'null']` says the same as `oneOf: [string, null]`. */
function splitNull(use: unknown, schema: Node): readonly unknown[] {
  const types = listTypes(schema);
  if (types.length < 2 || !types.includes('null')) return [use];
  return [{ ...schema, type: types.filter((type) => type !== 'null') }, { type: 'null' }];
}

function describeChange(keyword: string, old: unknown, now: unknown): string {
  if (old === undefined) return `has \`${keyword}\` ${quote(now)} now`;
  if (now === undefined) return `has no \`${keyword}\` anymore (was ${quote(old)})`;
  return `has \`${keyword}\` ${quote(now)} instead of ${quote(old)}`;
}
