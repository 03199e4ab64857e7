/**
 * The files that the bundled specification comes from. Finds file and line of a place in the bundle, for error messages,
 * and numbers that JSON can't repeat as they're written.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import { splitPointer } from './json';

interface Source {
  readonly file: string;
  readonly lines: LineCounter;
  readonly document: Document;
}

export class SpecificationSource {
  private readonly sources = new Map<string, Source>();
  private readonly folder: string;

  /** @param entry - Path of the entry file. */
  constructor(private readonly entry: string) {
    this.folder = path.dirname(path.resolve(entry));
  }

  private read(file: string): Source | undefined {
    const known = this.sources.get(file);
    if (known || !existsSync(file)) return known;
    const lines = new LineCounter();
    const source = { file, lines, document: parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines }) };
    this.sources.set(file, source);
    return source;
  }

  /** The files of components, which the bundler names by their files. */
  private listFiles(): string[] {
    return readdirSync(this.folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ya?ml|json)$/.test(file) && !file.startsWith('released'))
      .map((file) => path.join(this.folder, file));
  }

  private place({ file, lines }: Source, node: unknown): string {
    const offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
    return `${path.relative(process.cwd(), file)}:${lines.linePos(offset).line}`;
  }

  /**
   * Finds the source of a place in the bundle.
   *
   * @param pointer - `/components/schemas/Customer/properties/email`.
   * @returns `api-spec/components/schemas/Customer.yaml:12`, as near as can be found.
   */
  locate(pointer: string): string {
    const segments = splitPointer(pointer);
    let source = this.read(path.resolve(this.entry));
    if (!source) return this.entry;
    const [root, kind = '', name = ''] = segments;
    if (root === 'components' && name !== '' && !source.document.hasIn(['components', kind, name])) {
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
        const next: unknown = isSeq(node) ? node.items[Number(segment)] : pair?.value;
        if (next === undefined) break;
        [node, place] = [next, pair?.key ?? next];
      }
      const reference = isMap(node) && segment !== '$ref' ? node.get('$ref') : undefined;
      if (typeof reference !== 'string' || reference.startsWith('#')) continue;
      const target = this.read(path.resolve(path.dirname(source.file), reference.split('#')[0] ?? ''));
      if (!target) break;
      source = target;
      node = target.document.getIn(splitPointer(reference.split('#')[1] ?? ''), true);
      place = node;
    }
    return this.place(source, place);
  }

  /** Numbers that the published file can't show as they're written: `10.00`, `1e3`, and integers beyond 2^53. */
  listChangedNumbers(): string[] {
    const problems: string[] = [];
    for (const file of this.listFiles()) {
      const source = this.read(file);
      if (!source) continue;
      visit(source.document, {
        Scalar: (_, node) => {
          const { value, source: written } = node;
          if (typeof value !== 'number' || (String(value) === written && Number.isSafeInteger(Math.trunc(value))))
            return;
          problems.push(
            `${this.place(source, node)} ${written} would be shown as ${value}. Write that, or a text in quotes.`,
          );
        },
      });
    }
    return problems;
  }
}
