/**
 * Puts what the ledger says about elements of the specification into the bundled specification: `x-source` with the
 * statements that aren't part of the API contract, and `x-certainty`. Pages show both as a badge.
 */
import { isMap, isSeq, LineCounter, parseDocument } from 'yaml';
import { isRecord, toRecord } from '../../src/description/json';

/** The ledger's file, from the repository's root. */
export const LEDGER = 'src/data/ledger.yaml';

/** The ground of statements that nobody has published: they are decided for this documentation. */
const DECISION = 'decision of this documentation';

/** Certainties, the lowest first. */
export const CERTAINTIES = ['low', 'medium', 'high'] as const;
type Certainty = (typeof CERTAINTIES)[number];

/** A statement that isn't part of the API contract. */
interface Source {
  /** `observed` in public documentation, or `decided` for this documentation. */
  readonly kind: 'observed' | 'decided';
  readonly statement: string;
}

/** An object of the specification that carries statements. */
interface Element {
  'x-source'?: Source[];
  'x-certainty'?: Certainty;
}

type Node = Record<string, unknown>;

/** A property of a schema, or of one of the schemas that it combines. */
function findProperty(schemas: Node, schema: unknown, name: string): unknown {
  const own = toRecord(toRecord(schema)['properties'])[name];
  if (own !== undefined) return own;
  const parts = toRecord(schema)['allOf'];
  return (Array.isArray(parts) ? parts : [])
    .map((part: unknown) => schemas[String(toRecord(part)['$ref']).replace('#/components/schemas/', '')] ?? part)
    .map((part) => findProperty(schemas, part, name))
    .find((found) => found !== undefined);
}

/**
 * Finds an element of the specification by the name that the ledger uses.
 *
 * @param document the bundled specification
 * @param name `Plan`, `Plan.trial`, `createPlan`, `planChangedEvent`, or `securitySchemes.ApiKey`
 * @returns the element; undefined if there is none
 */
export function findElement(document: unknown, name: string): Element | undefined {
  const components = toRecord(toRecord(document)['components']);
  const [first = '', property] = name.split('.');
  const schemas = toRecord(components['schemas']);
  const schema = schemas[first];
  const found =
    first === 'securitySchemes'
      ? toRecord(components['securitySchemes'])[property ?? '']
      : property !== undefined
        ? findProperty(schemas, schema, property)
        : (schema ?? findOperation(document, first));
  return isRecord(found) ? found : undefined;
}

function findOperation(document: unknown, id: string): unknown {
  return ['paths', 'webhooks']
    .flatMap((root) => Object.values(toRecord(toRecord(document)[root])))
    .flatMap((item) => Object.values(toRecord(item)))
    .find((operation) => toRecord(operation)['operationId'] === id);
}

/** A row of the ledger that names elements of the specification. */
interface Row {
  readonly line: number;
  readonly statement: string;
  readonly kind: Source['kind'];
  readonly certainty: Certainty;
  readonly elements: readonly string[];
}

const toStrings = (value: unknown): string[] => [value ?? []].flat().map(String);

function readRows(ledger: string): Row[] {
  const lines = new LineCounter();
  const { contents } = parseDocument(ledger, { lineCounter: lines });
  return (isSeq(contents) ? contents.items : []).flatMap((item) => {
    if (!isMap(item)) return [];
    const row = item.toJSON() as Node;
    const elements = toStrings(row['description']);
    if (elements.length === 0) return [];
    const grounds = toStrings(row['ground']);
    return [
      {
        line: lines.linePos(item.range[0]).line,
        statement: String(row['statement']),
        kind: grounds.every((ground) => ground === DECISION) ? 'decided' : 'observed',
        // An unknown word is a finding of the check of the ledger; until then, nothing is claimed.
        certainty: CERTAINTIES.find((word) => word === row['certainty']) ?? 'low',
        elements,
      } satisfies Row,
    ];
  });
}

/**
 * Adds the ledger's statements to the specification. An element with several statements has the lowest certainty.
 *
 * @param document the bundled specification, which is changed in place
 * @param ledger the text of the ledger
 * @returns how many elements have a statement
 * @throws if the ledger names an element that isn't in the specification, or none at all
 */
export function addSources(document: unknown, ledger: string): number {
  const rows = readRows(ledger);
  const marked = new Set<Element>();
  const problems: string[] = [];
  for (const { line, statement, kind, certainty, elements } of rows) {
    for (const name of elements) {
      const element = findElement(document, name);
      if (element === undefined) {
        problems.push(`${LEDGER}:${line} "${name}" isn't in the specification. Correct the name, or remove it.`);
        continue;
      }
      const before = element['x-certainty'] ?? certainty;
      element['x-source'] = [...(element['x-source'] ?? []), { kind, statement }];
      element['x-certainty'] = CERTAINTIES.indexOf(before) < CERTAINTIES.indexOf(certainty) ? before : certainty;
      marked.add(element);
    }
  }
  if (rows.length === 0) problems.push(`${LEDGER} has no row with "description". Is it the right file?`);
  if (problems.length > 0) throw new Error(`The ledger doesn't fit the specification:\n  ${problems.join('\n  ')}`);
  return marked.size;
}
