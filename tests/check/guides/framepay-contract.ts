/**
 * The FramePay contract in one comparable form, read from two places: the data behind the tables and the declarations
 * that code is checked against. A contract is, per part of the data, the type of each name.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { framePay, type FramePayPartName } from '../../../src/data/framepay';
import { root } from '../../support/routes';
import { MEMORY, createProgram, typeFaults } from '../../../src/content-lint/type-check';

export const DATA = 'src/data/framepay.ts';
export const DECLARATIONS = 'tests/support/framepay.d.ts';

/** Names with their types, by part. Settings and the look of express buttons are one part: they share an object. */
export type Contract = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Parts that types can say; form inputs are attributes of HTML, and `network-error` is a code without a name. */
const TYPED: readonly FramePayPartName[] = [
  ...(['settings', 'expressOptions', 'elements', 'methods', 'elementMethods', 'events', 'elementEvents'] as const),
  ...(['changePayload', 'errorPayload', 'errors', 'extraData', 'expressMethods'] as const),
];

/** The data's contract. A type ends in `!` where the data says that the entry is required. */
export function readDataContract(data: typeof framePay = framePay): Contract {
  const contract = new Map<string, Map<string, string>>();
  for (const part of TYPED) {
    const name = part === 'expressOptions' ? 'settings' : part;
    const names = contract.get(name) ?? new Map<string, string>();
    for (const entry of data[part].entries) {
      if (part === 'errors') {
        if (entry.type === 'validation') names.set(entry.name, entry.type);
      } else names.set(entry.name, entry.type + (entry.required === true ? '!' : ''));
    }
    contract.set(name, names);
  }
  return contract;
}

/** Reads the declarations with TypeScript's own checker. */
export class Declarations {
  private readonly checker: ts.TypeChecker;
  private readonly types = new Map<string, ts.Type>();
  private readonly place: ts.Node;

  /** @param text the declarations; a test may hand in a broken copy. Throws if they do not compile. */
  constructor(text = readFileSync(path.join(root, DECLARATIONS), 'utf8')) {
    const name = 'framepay.d.ts';
    const program = createProgram(new Map([[name, text]]), {
      strict: true,
      types: [],
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    });
    const [fault] = typeFaults(program);
    if (fault !== undefined) throw new Error(`${DECLARATIONS}:${fault.line}: ${fault.message}; correct it`);
    const source = program.getSourceFile(path.join(MEMORY, name));
    if (source === undefined) throw new Error(`${DECLARATIONS}: the declarations could not be read`);
    this.checker = program.getTypeChecker();
    this.place = source;
    for (const statement of source.statements) {
      if (ts.isInterfaceDeclaration(statement)) {
        this.types.set(statement.name.text, this.checker.getTypeAtLocation(statement));
      }
    }
  }

  private type(name: string): ts.Type {
    const type = this.types.get(name);
    if (type === undefined) throw new Error(`${DECLARATIONS}: the interface ${name} is missing; declare it`);
    return type;
  }

  private getType(symbol: ts.Symbol): ts.Type {
    return this.checker.getTypeOfSymbolAtLocation(symbol, this.place);
  }

  private isOptional(symbol: ts.Symbol): boolean {
    return (symbol.flags & ts.SymbolFlags.Optional) !== 0;
  }

  /** A type in the words of the data. */
  private words(given: ts.Type): string {
    const type = (given.flags & ts.TypeFlags.Unknown) !== 0 ? given : this.withoutUndefined(given);
    const text = this.checker
      .typeToString(type)
      .replaceAll('"', "'")
      .replace(/ \| undefined$/, '');
    if (text === 'FramepayToken') return 'token';
    if (text === 'FramepayElement') return 'element';
    if (text === 'Promise<FramepayToken>') return 'Promise<token>';
    if (text === 'unknown') return 'not documented';
    if (text === 'unknown[]') return 'array';
    const [element] = this.checker.isArrayType(type) ? this.checker.getTypeArguments(type as ts.TypeReference) : [];
    if (element !== undefined && this.isObject(element)) return `${this.shape(element)}[]`;
    return this.isObject(type) ? 'object' : text;
  }

  private withoutUndefined(type: ts.Type): ts.Type {
    // `null` is a value of its own in the contract; what is left out is not.
    if (!type.isUnion()) return type;
    const kept = type.types.filter(({ flags }) => (flags & ts.TypeFlags.Undefined) === 0);
    const [only] = kept;
    return kept.length === 1 && only !== undefined
      ? only
      : kept.some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0)
        ? type
        : this.checker.getNonNullableType(type);
  }

  private isObject(type: ts.Type): boolean {
    return (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.NonPrimitive)) !== 0 && !this.checker.isArrayType(type);
  }

  /** `{code, type, message, details}`; a mark says which are optional, unless all names are wanted bare. */
  private shape(type: ts.Type, marks = false): string {
    const names = type.getProperties().map((symbol) => symbol.name + (marks && this.isOptional(symbol) ? '?' : ''));
    return `{${names.join(', ')}}`;
  }

  /** Every path of properties of an object with its type, deep ones joined by dots; `*` is any other name. */
  private paths(type: ts.Type, above = ''): Map<string, { words: string; isOptional: boolean }> {
    const found = new Map<string, { words: string; isOptional: boolean }>();
    const other = this.checker.getIndexTypeOfType(type, ts.IndexKind.String);
    if (other !== undefined && this.isObject(other)) {
      for (const [path, entry] of this.paths(other, `${above}*.`)) found.set(path, entry);
    }
    for (const symbol of type.getProperties()) {
      const inner = this.withoutUndefined(this.getType(symbol));
      const name = above + symbol.name;
      found.set(name, { words: this.words(inner), isOptional: this.isOptional(symbol) });
      if (this.isObject(inner)) for (const [path, entry] of this.paths(inner, `${name}.`)) found.set(path, entry);
    }
    return found;
  }

  /** Paths of the settings that the declarations know. */
  settingPaths(): string[] {
    return [...this.paths(this.type('FramepaySettings')).keys()];
  }

  /** Names of the methods and properties of the script. */
  scriptNames(): string[] {
    return this.type('FramepayScript')
      .getProperties()
      .map(({ name }) => name);
  }

  private object(name: string, isWithin: (path: string) => boolean): Map<string, string> {
    const entries = new Map<string, string>();
    for (const [path, { words, isOptional }] of this.paths(this.type(name))) {
      if (isWithin(path)) entries.set(path, words + (isOptional ? '' : '!'));
    }
    return entries;
  }

  private payload(name: string): Map<string, string> {
    return new Map(
      this.type(name)
        .getProperties()
        .map((symbol) => [
          symbol.name,
          this.words(this.getType(symbol)) + (this.isOptional(symbol) ? ', optional' : ''),
        ]),
    );
  }

  private events(name: string): Map<string, string> {
    return new Map(
      this.type(name)
        .getProperties()
        .map((symbol) => {
          const [first] = this.checker.getTypeArguments(this.getType(symbol) as ts.TypeReference);
          if (first === undefined) return [symbol.name, 'no payload'];
          const words = this.words(first);
          return [symbol.name, words === 'object' ? this.shape(first) : words];
        }),
    );
  }

  private call(name: string, signature: ts.Signature): string {
    return `${name}(${signature.parameters.map((parameter) => parameter.name).join(', ')})`;
  }

  /** What the script's object holds, sorted into the parts of the data. */
  private script(): { methods: Map<string, string>; elements: Map<string, string>; express: Map<string, string> } {
    const found = {
      methods: new Map<string, string>(),
      elements: new Map<string, string>(),
      express: new Map<string, string>(),
    };
    for (const symbol of this.type('FramepayScript').getProperties()) {
      const type = this.getType(symbol);
      const name = `Framepay.${symbol.name}`;
      const [signature] = type.getCallSignatures();
      const mount = type.getProperty('mount');
      if (mount !== undefined) this.mounts(`${name}.mount`, mount, found);
      else if (signature === undefined) found.methods.set(name, this.words(type));
      else found.methods.set(this.call(name, signature), this.words(signature.getReturnType()));
    }
    return found;
  }

  private mounts(
    name: string,
    mount: ts.Symbol,
    found: { elements: Map<string, string>; express: Map<string, string> },
  ): void {
    const [signature] = this.getType(mount).getCallSignatures();
    if (signature === undefined) throw new Error(`${DECLARATIONS}: ${name} is no method; correct it`);
    const [, second] = signature.parameters;
    if (second?.name === 'options') {
      const options = this.withoutUndefined(this.getType(second));
      found.express.set(this.call(name, signature), this.shape(options, true));
      return;
    }
    const returned = this.words(signature.getReturnType());
    const declaration = second?.valueDeclaration;
    const isOptional =
      declaration !== undefined && ts.isParameter(declaration) && declaration.questionToken !== undefined;
    if (second === undefined || isOptional) found.elements.set(`${name}(node)`, returned);
    const literals = second === undefined ? [] : this.withoutUndefined(this.getType(second));
    const parts = Array.isArray(literals) ? literals : literals.isUnion() ? literals.types : [literals];
    for (const part of parts) {
      if (part.isStringLiteral()) found.elements.set(`${name}(node, '${part.value}')`, returned);
    }
  }

  /**
   * The declarations' contract. Objects that the data describes as a whole (`style`, `i18n`) count with their name
   * alone; objects that it takes apart (`icon.display`) count with their parts alone.
   */
  contract(data: Contract): Contract {
    const { methods, elements, express } = this.script();
    const named = (part: string) => {
      const names = [...(data.get(part)?.keys() ?? [])];
      return (path: string): boolean => {
        const above = names
          .filter((name) => path.startsWith(`${name}.`))
          .sort((one, other) => other.length - one.length)[0];
        const isTakenApart = names.some((name) => name.startsWith(`${path}.`));
        const listsParts = names.some((name) => above !== undefined && name.startsWith(`${above}.`));
        return names.includes(path) || (!isTakenApart && (above === undefined || listsParts));
      };
    };
    const element = this.type('FramepayElement').getProperties();
    const codes = this.getType(this.property('FramepayScript', 'errorCodes'));
    return new Map<string, Map<string, string>>([
      ['settings', this.withoutInnerMarks(this.object('FramepaySettings', named('settings')))],
      ['elements', elements],
      ['methods', methods],
      [
        'elementMethods',
        new Map(
          element.flatMap((symbol) =>
            this.getType(symbol)
              .getCallSignatures()
              .map((signature) => [
                this.call(`element.${symbol.name}`, signature),
                this.words(signature.getReturnType()),
              ]),
          ),
        ),
      ],
      ['events', this.events('FramepayEvents')],
      ['elementEvents', this.events('FramepayElementEvents')],
      ['changePayload', this.payload('FramepayChange')],
      ['errorPayload', this.payload('FramepayError')],
      ['errors', new Map(codes.getProperties().map(({ name }) => [name, 'validation']))],
      ['extraData', this.object('FramepayExtraData', named('extraData'))],
      ['expressMethods', express],
    ]);
  }

  /** `transactionData` may be left out; inside it all three fields belong together, which the data does not mark. */
  private withoutInnerMarks(entries: Map<string, string>): Map<string, string> {
    return new Map(
      [...entries].map(([path, words]) => [path, path.startsWith('transactionData.') ? words.replace('!', '') : words]),
    );
  }

  private property(type: string, name: string): ts.Symbol {
    const symbol = this.type(type).getProperty(name);
    if (symbol === undefined) throw new Error(`${DECLARATIONS}: ${type} has no "${name}"; declare it`);
    return symbol;
  }
}
