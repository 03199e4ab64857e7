/**
 * The shape of the API, as last accepted, in `api-spec/released/openapi.yaml`: the specification without its texts. A
 * change of the shape has to be accepted with `npm run api:accept`, so that none happens by accident.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { bundleSpecification } from '../../scripts/lib/specification';
import type { Finding, Report } from '../../src/site/finding';
import { isRecord, joinPointer } from '../../src/specification/json';
import { SpecificationSource } from '../../src/specification/source';
import type { OpenApiDocument } from '../../src/specification/types';

/** Path of the snapshot in the folder of the specification. */
export const SNAPSHOT = path.join('released', 'openapi.yaml');

/** Keywords that say nothing about which requests and responses are valid. */
const TEXTS = new Set(['info', 'servers', 'tags', 'description', 'summary', 'title', 'externalDocs', 'links']);
const EXAMPLES = new Set(['example', 'examples']);

/** A difference between two shapes. */
export interface Change {
  /** JSON Pointer in the bundled specification. */
  readonly pointer: string;
  /** "`Plan`: field `trial` added". */
  readonly text: string;
}

/** Removes texts and examples from a part of a specification. */
export function toShape(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => toShape(item));
  if (!isRecord(value)) return value;
  const isKept = (key: string): boolean => isNames || !(TEXTS.has(key) || EXAMPLES.has(key) || key.startsWith('x-'));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isKept(key))
      .map(([key, part]) => [key, toShape(part, !isNames && key === 'properties')]),
  );
}

/** A list by what its entries are called, because their order doesn't matter. */
function toMap(value: unknown): Record<string, unknown> | undefined {
  if (isRecord(value)) return value;
  if (!Array.isArray(value)) return undefined;
  const entries = value.map((item: unknown, index) => {
    if (!isRecord(item)) return [String(item), true];
    const name = [item['$ref'], item['name']].find((key) => typeof key === 'string');
    return [name?.replace('#/components/parameters/', '') ?? String(index), item];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

const KINDS: Record<string, string> = {
  ...{ properties: 'field', required: 'required field', enum: 'value', parameters: 'parameter', responses: 'response' },
};

/** What a changed place is called: its schema or operation, and the part of it. */
function nameOf([root = '', first = '', second = '', ...keys]: readonly string[]): string {
  const code = (name: string): string => `\`${name.replace(/^#\/components\/\w+\//, '')}\``;
  if (!['paths', 'webhooks', 'components'].includes(root)) return code(root);
  const isOperation = root === 'paths' && second !== 'parameters';
  const subject = code(isOperation ? `${second.toUpperCase()} ${first}` : root === 'components' ? second : first);
  const [parent, last] = [keys.at(-2) ?? second, keys.at(-1)];
  if (last === undefined)
    return isOperation ? subject : `${subject}: ${root === 'webhooks' ? 'event' : first.slice(0, -1)}`;
  const kind = KINDS[parent];
  return `${subject}: ${kind ? `${kind} ` : ''}${code(last)}${kind || keys.length === 1 ? '' : ` of ${code(parent)}`}`;
}

/**
 * Compares two shapes.
 *
 * @returns What was added, removed, or changed, in Markdown. A part that's new as a whole is one change.
 */
export function compareShapes(before: unknown, after: unknown, keys: readonly string[] = []): Change[] {
  const [old, now] = [toMap(before), toMap(after)];
  const change = (what: string): Change[] => [{ pointer: joinPointer(...keys), text: `${nameOf(keys)} ${what}` }];
  // A new path is its operations.
  if ((old && now) || ((old ?? now) && keys.length < 3)) {
    const names = new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})]);
    if (!old || !now) names.delete('parameters');
    return [...names].flatMap((name) => compareShapes(old?.[name], now?.[name], [...keys, name]));
  }
  if (before === undefined) return change('added');
  if (after === undefined) return change('removed');
  const [was, is] = [JSON.stringify(before), JSON.stringify(after)];
  return was === is ? [] : change(`changed from \`${was}\` to \`${is}\``);
}

/** The differences between the accepted shape and a specification. */
export async function listChanges(folder: string): Promise<{ changes: Change[]; document: OpenApiDocument }> {
  const document = await bundleSpecification(folder);
  const released: unknown = parse(readFileSync(path.join(folder, SNAPSHOT), 'utf8'));
  return { changes: compareShapes(released, toShape(document)), document };
}

/**
 * Compares a specification with its accepted shape.
 *
 * @param folder - Its folder.
 */
export async function checkSnapshot(folder: string): Promise<Report> {
  const { changes, document } = await listChanges(folder);
  const source = new SpecificationSource(folder);
  const findings = changes.map(({ pointer, text }): Finding => ({
    ...source.locate(pointer),
    message: `${text}; if that's intended, run "npm run api:accept", otherwise undo it`,
  }));
  return { findings, counts: { paths: Object.keys(document.paths ?? {}).length } };
}
