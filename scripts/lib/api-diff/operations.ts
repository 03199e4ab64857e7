/** Rules for operations and events: addresses, parameters, bodies, responses, and keys. */
import { type Change, isSame, type Level, toList, type Node, type SpecFile } from './change';
import { type Comparison, SchemaComparer } from './schemas';
import { toRecord } from '../../../src/description/json';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** What a body is for: the same difference matters less in a partial update. */
type Kind = 'event' | 'partial update' | 'request';

/** The kind of an operation by its key in {@link listOperations}. */
const getKind = (name: string): Kind =>
  name.startsWith('event ') ? 'event' : name.startsWith('PATCH ') ? 'partial update' : 'request';

/** Names on both sides, and those on one side only. */
function pairNames(old: Node, now: Node): { both: string[]; removed: string[]; added: string[] } {
  return {
    both: Object.keys(old).filter((name) => name in now),
    removed: Object.keys(old).filter((name) => !(name in now)),
    added: Object.keys(now).filter((name) => !(name in old)),
  };
}

/** Operations by what identifies them on the network: method and path, or the event type. */
function listOperations(
  file: SpecFile,
  root: 'paths' | 'webhooks',
): Record<string, { operation: Node; shared: readonly unknown[] }> {
  return Object.fromEntries(
    Object.entries(toRecord(file.document[root])).flatMap(([name, value]) => {
      const item = file.resolve(value).node;
      return METHODS.filter((method) => method in item).map((method) => [
        // The name of a path parameter never travels, so `{id}` and `{customerId}` are the same path.
        root === 'paths' ? `${method.toUpperCase()} ${name.replace(/\{[^}]*\}/g, '{}')}` : `event ${name}`,
        { operation: toRecord(item[method]), shared: toList(item['parameters']) },
      ]);
    }),
  );
}

/** Compares two files from the outside in. */
class OperationComparer {
  private readonly schemas: SchemaComparer;
  private readonly partialUpdates: SchemaComparer;

  constructor(private readonly comparison: Comparison) {
    this.schemas = new SchemaComparer(comparison);
    this.partialUpdates = new SchemaComparer(comparison, false);
  }

  private add(level: Level, place: string, what: string): void {
    this.comparison.changes.push({ level, place, what });
  }

  compareAll(): void {
    const { before, after } = this.comparison;
    for (const root of ['paths', 'webhooks'] as const) {
      const [old, now] = [listOperations(before, root), listOperations(after, root)];
      const { both, removed, added } = pairNames(old, now);
      const label = (operations: typeof old, name: string): string => {
        const id = operations[name]?.operation['operationId'];
        return typeof id === 'string' ? id : name;
      };
      for (const name of removed) this.add('breaking', label(old, name), 'is removed');
      for (const name of added) this.add('additive', label(now, name), 'is new');
      for (const name of both) {
        const [one, other] = [old[name], now[name]];
        if (one && other) this.compareOperation(one, other, label(now, name), getKind(name));
      }
    }
    this.compareServers();
  }

  private compareOperation(
    old: { operation: Node; shared: readonly unknown[] },
    now: { operation: Node; shared: readonly unknown[] },
    place: string,
    kind: Kind,
  ): void {
    const isEvent = kind === 'event';
    const [one, other] = [old.operation, now.operation];
    // Pages and the methods of generated clients are named after it.
    if (one['operationId'] !== other['operationId'])
      this.add('breaking', place, `has this name now, instead of \`${String(one['operationId'])}\``);
    if (Boolean(one['deprecated']) !== Boolean(other['deprecated']))
      this.add('additive', place, other['deprecated'] === true ? 'is deprecated' : "isn't deprecated anymore");
    if (!isEvent) {
      this.compareParameters(
        [...old.shared, ...toList(one['parameters'])],
        [...now.shared, ...toList(other['parameters'])],
        place,
      );
      this.compareSecurity(one, other, place);
    }
    this.compareBody(one['requestBody'], other['requestBody'], place, kind);
    if (!isEvent) this.compareResponses(toRecord(one['responses']), toRecord(other['responses']), place);
  }

  private compareParameters(old: readonly unknown[], now: readonly unknown[], place: string): void {
    const index = (file: SpecFile, list: readonly unknown[]): Node => {
      const found = list.map((value) => file.resolve(value).node);
      const inPath = found.filter((parameter) => parameter['in'] === 'path');
      return Object.fromEntries(
        found.map((parameter) => {
          // Path parameters are known by their place in the path.
          const key =
            parameter['in'] === 'path'
              ? `path ${inPath.indexOf(parameter)}`
              : `${String(parameter['in'])} ${String(parameter['name'])}`;
          return [key, parameter];
        }),
      );
    };
    const [left, right] = [index(this.comparison.before, old), index(this.comparison.after, now)];
    const { both, removed, added } = pairNames(left, right);
    for (const name of removed) this.add('breaking', `${place} › ${name}`, 'is removed');
    for (const name of added) {
      const isRequired = toRecord(right[name])['required'] === true;
      this.add(
        isRequired ? 'breaking' : 'additive',
        `${place} › ${name}`,
        isRequired ? 'is new and required' : 'is new',
      );
    }
    for (const name of both) {
      const [one, other] = [toRecord(left[name]), toRecord(right[name])];
      const at = `${place} › ${name}`;
      if (Boolean(one['required']) !== Boolean(other['required']))
        this.add(
          other['required'] === true ? 'breaking' : 'additive',
          at,
          other['required'] === true ? 'is required now' : 'is optional now',
        );
      for (const keyword of ['style', 'explode', 'allowReserved']) {
        if (!isSame(one[keyword], other[keyword])) this.add('breaking', at, `is written differently (\`${keyword}\`)`);
      }
      if (Boolean(one['deprecated']) !== Boolean(other['deprecated']))
        this.add('additive', at, other['deprecated'] === true ? 'is deprecated' : "isn't deprecated anymore");
      this.schemas.compare(one['schema'], other['schema'], 'sent', at);
    }
  }

  private compareSecurity(old: Node, now: Node, place: string): void {
    const ways = (file: SpecFile, operation: Node): string[] =>
      toList(operation['security'] ?? file.document['security']).map(
        (way) => Object.keys(toRecord(way)).sort().join(' and ') || 'no key',
      );
    const [left, right] = [ways(this.comparison.before, old), ways(this.comparison.after, now)];
    for (const way of left) if (!right.includes(way)) this.add('breaking', place, `doesn't accept ${way} anymore`);
    for (const way of right) if (!left.includes(way)) this.add('additive', place, `accepts ${way} now`);
  }

  private compareBody(old: unknown, now: unknown, place: string, kind: Kind): void {
    const isEvent = kind === 'event';
    const at = isEvent ? place : `${place} request`;
    if (old === undefined && now === undefined) return;
    const [one, other] = [this.comparison.before.resolve(old).node, this.comparison.after.resolve(now).node];
    if (old === undefined) {
      this.add(
        other['required'] === true ? 'breaking' : 'additive',
        at,
        other['required'] === true ? 'has a required body now' : 'can have a body now',
      );
      return;
    }
    if (now === undefined) {
      this.add('breaking', at, 'has no body anymore');
      return;
    }
    if (!isEvent && Boolean(one['required']) !== Boolean(other['required']))
      this.add(
        other['required'] === true ? 'breaking' : 'additive',
        at,
        other['required'] === true ? 'must have a body now' : 'can be sent without a body now',
      );
    const schemas = kind === 'partial update' ? this.partialUpdates : this.schemas;
    this.compareContent(
      toRecord(one['content']),
      toRecord(other['content']),
      isEvent ? 'received' : 'sent',
      at,
      schemas,
    );
  }

  private compareContent(
    old: Node,
    now: Node,
    direction: 'sent' | 'received',
    place: string,
    schemas = this.schemas,
  ): void {
    const { both, removed, added } = pairNames(old, now);
    for (const type of removed) this.add('breaking', place, `isn't available as \`${type}\` anymore`);
    for (const type of added) this.add('additive', place, `is available as \`${type}\` now`);
    for (const type of both)
      schemas.compare(toRecord(old[type])['schema'], toRecord(now[type])['schema'], direction, place);
  }

  private compareResponses(old: Node, now: Node, place: string): void {
    const { both, removed, added } = pairNames(old, now);
    for (const status of removed)
      this.add(status.startsWith('2') ? 'breaking' : 'additive', `${place} ${status}`, 'is removed');
    for (const status of added) this.add('additive', `${place} ${status}`, 'is new');
    for (const status of both) {
      const one = this.comparison.before.resolve(old[status]).node;
      const other = this.comparison.after.resolve(now[status]).node;
      const headers = pairNames(toRecord(one['headers']), toRecord(other['headers']));
      for (const name of headers.removed)
        this.add('breaking', `${place} ${status}`, `doesn't have the header \`${name}\` anymore`);
      for (const name of headers.added) this.add('additive', `${place} ${status}`, `has the new header \`${name}\``);
      this.compareContent(toRecord(one['content']), toRecord(other['content']), 'received', `${place} ${status}`);
    }
  }

  private compareServers(): void {
    const urls = (file: SpecFile): string[] =>
      toList(file.document['servers']).map((server) => String(toRecord(server)['url']));
    const [old, now] = [urls(this.comparison.before), urls(this.comparison.after)];
    for (const url of old) if (!now.includes(url)) this.add('breaking', 'servers', `${url} is removed`);
    for (const url of now) if (!old.includes(url)) this.add('additive', 'servers', `${url} is new`);
  }
}

/**
 * Compares what travels over the network in two OpenAPI files.
 *
 * @param before the old file, bundled
 * @param after the new file, bundled
 * @returns the breaking and additive changes, and editorial ones of single keywords
 * @throws if a reference in one of the files leads nowhere
 */
export function compareContract(before: SpecFile, after: SpecFile): Change[] {
  const comparison: Comparison = { before, after, changes: [] };
  new OperationComparer(comparison).compareAll();
  return comparison.changes;
}
