/**
 * The files that the bundled specification comes from. Finds file and line of a place in the bundle, for messages, and
 * numbers as they're written.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import type { Finding } from '../site/finding';
import { markNumber, splitPointer } from './json';

/** Where the specification is, from the root of the repository. */
export const SPECIFICATION = 'api-spec';

/** A file and a line of it. */
export type Place = Omit<Finding, 'message'>;

/** A parsed file of the specification. */
export interface Source {
  /** Path for messages, such as `api-spec/paths/plans.yaml`. */
  readonly file: string;
  readonly text: string;
  readonly document: Document;
  /** The place of a node, or of the start of the file. */
  readonly place: (node: unknown) => Place;
}

function readSource(file: string): Source {
  const lines = new LineCounter();
  const text = readFileSync(file, 'utf8');
  const name = path.relative(process.cwd(), file).split(path.sep).join('/');
  const place = (node: unknown): Place => {
    const offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
    return { file: name, line: lines.linePos(offset).line };
  };
  return { file: name, text, document: parseDocument(text, { lineCounter: lines }), place };
}

export class SpecificationSource {
  private readonly sources = new Map<string, Source>();

  /** @param folder - The specification's folder, with `openapi.yaml`. */
  constructor(private readonly folder = SPECIFICATION) {}

  private read(file: string): Source | undefined {
    const known = this.sources.get(file);
    if (known || !existsSync(file)) return known;
    const source = readSource(file);
    this.sources.set(file, source);
    return source;
  }

  /** All files of the specification, without the released snapshot. */
  list(): Source[] {
    return this.listFiles().flatMap((file) => this.read(file) ?? []);
  }

  private listFiles(): string[] {
    return readdirSync(this.folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ya?ml|json)$/.test(file) && !file.startsWith('released'))
      .sort()
      .map((file) => path.resolve(this.folder, file));
  }

  /**
   * Finds the source of a place in the bundle, as near as possible.
   *
   * @param pointer - `/components/schemas/Customer/properties/email`.
   */
  locate(pointer: string): Place {
    const segments = splitPointer(pointer);
    const entry = path.resolve(this.folder, 'openapi.yaml');
    let source = this.read(entry);
    if (!source) return { file: entry, line: 1 };
    const [root, kind = '', name = ''] = segments;
    if (root === 'components' && name !== '' && !source.document.hasIn(['components', kind, name])) {
      // The bundler names components by their files.
      const file = this.listFiles().find((other) => path.basename(other).replace(/\.\w+$/, '') === name);
      source = (file === undefined ? undefined : this.read(file)) ?? source;
      if (file !== undefined) segments.splice(0, 3);
    }
    let node: unknown = source.document.contents;
    let place = node;
    for (const segment of ['', ...segments]) {
      if (segment !== '') {
        const pair = isMap(node)
          ? node.items.find(({ key }) => isScalar(key) && String(key.value) === segment)
          : undefined;
        const next: unknown = isSeq(node) ? findItem(node.items, segment) : pair?.value;
        if (next === undefined) break;
        [node, place] = [next, pair?.key ?? next];
      }
      const reference = isMap(node) && segment !== '$ref' ? node.get('$ref') : undefined;
      if (typeof reference !== 'string' || reference.startsWith('#')) continue;
      const target = this.follow(source, reference);
      if (!target) break;
      [source, node] = target;
      place = node;
    }
    return source.place(place);
  }

  /** The file and node that a reference leads to, if its file exists. */
  private follow(from: Source, reference: string): [source: Source, node: unknown] | undefined {
    const [file = '', pointer = ''] = reference.split('#');
    const source = file === '' ? from : this.read(path.resolve(path.dirname(from.file), file));
    return source && [source, source.document.getIn(splitPointer(pointer), true)];
  }

  /** References that lead back to themselves, on which the bundler gives up. */
  listLoops(): Finding[] {
    const isLoop = (source: Source, node: unknown, seen: unknown[] = []): boolean => {
      const reference = isMap(node) ? node.get('$ref') : undefined;
      if (typeof reference !== 'string') return false;
      const target = this.follow(source, reference);
      return seen.includes(node) || (target !== undefined && isLoop(...target, [...seen, node]));
    };
    const findings: Finding[] = [];
    for (const source of this.list()) {
      const message = 'the reference leads back to itself. Write what it refers to.';
      visit(source.document, {
        Map: (_, node) => {
          if (isLoop(source, node)) findings.push({ ...source.place(node), message });
        },
      });
    }
    return findings;
  }

  /** The text of a file with marked numbers, because the bundler reads only their values. */
  markNumbers(file: string): string | undefined {
    const source = this.read(file);
    if (source === undefined || source.document.errors.length > 0) return undefined;
    const numbers: [start: number, end: number, marked: string][] = [];
    visit(source.document, {
      Scalar: (key, { value, source: written = '', range }) => {
        const marked = typeof value === 'number' && key !== 'key' ? markNumber(written) : undefined;
        if (marked !== undefined && range) numbers.push([range[0], range[1], JSON.stringify(marked)]);
      },
    });
    return numbers.reduceRight(
      (text, [start, end, marked]) => `${text.slice(0, start)}${marked}${text.slice(end)}`,
      source.text,
    );
  }

  /** Numbers that readers can't see as they're written: `1e3`, `10.00` as a key, and integers beyond 2^53. */
  listChangedNumbers(): Finding[] {
    const findings: Finding[] = [];
    for (const { document, place } of this.list()) {
      visit(document, {
        Scalar: (key, node) => {
          const { value, source: written = '' } = node;
          const isShown = String(value) === written || (key !== 'key' && markNumber(written) !== undefined);
          if (typeof value !== 'number' || (isShown && Number.isSafeInteger(Math.trunc(value)))) return;
          const message = `${written} would be shown as ${value}. Write that, or a text in quotes.`;
          findings.push({ ...place(node), message });
        },
      });
    }
    return findings;
  }
}

/** An item of a list, by its index or, in a list of values, by its value. */
const findItem = (items: readonly unknown[], segment: string): unknown =>
  items.find((item) => isScalar(item) && String(item.value) === segment) ?? items[Number(segment)];
