/**
 * The code of a request, made by httpsnippet from a HAR request. Values that the library cannot write (variables of
 * the environment, and texts or types that one of its languages gets wrong) go through it as marks: short words that
 * every language leaves alone. `fill` then puts the language's own literal where the library quoted a mark.
 *
 * In: the request of a sample. Out: the library's code. Fails on a field name that cannot be quoted everywhere, and if
 * the library gives no code or other code than the languages build on.
 */
import { HTTPSnippet } from 'httpsnippet';
import { DescriptionError } from '../../description/description';
import type { JsonValue } from '../../description/types';
import { API_VARIABLE, encodeUnlessVariable, formatValue, splitVariables, type SampleRequest } from './request';

/** What some language of the library would not quote as it should: quotes, backslashes, signs of variables, controls. */
const NEEDS_CARE = /[\\'"`$\u0000-\u001f\u007f\u2028\u2029]/;

const SCHEME = 'https://';

export interface SnippetOptions {
  /** Says which further values the library's language gets wrong. */
  isWrong?: (value: JsonValue) => boolean;
  /** Stands around the marks of a body. */
  around?: string;
}

/** Code of the language for a text, which may hold variables. For a value that is no text, `text` is its JSON. */
type Literal = (text: string, value: JsonValue) => string;

export class Snippet {
  private readonly marked: JsonValue[] = [];
  /** Start of every mark; no text of the request contains it. Lower case, for it also stands for the host. */
  private readonly prefix: string;
  /** The address of the API as the library sees it: a mark with a scheme, which `fill` takes away. */
  private readonly host: string;
  private readonly library: HTTPSnippet;

  constructor(
    request: SampleRequest,
    private readonly options: SnippetOptions = {},
  ) {
    const text = JSON.stringify(request).toLowerCase();
    let prefix = 'mark';
    while (text.includes(prefix)) prefix += 'k';
    this.prefix = prefix;
    this.host = `${SCHEME}${this.mark(`$${API_VARIABLE}`)}`;
    const carefully = (value: string): string => (this.needsMark(value) ? this.mark(value) : value);
    const pairs = (list: [string, string][]) => list.map(([name, value]) => ({ name, value: carefully(value) }));
    const path = splitVariables(request.path).map(({ text: literal, variable }) =>
      variable ? this.mark(`$${variable}`) : literal,
    );
    this.library = new HTTPSnippet({
      log: {
        version: '1.2',
        creator: { name: 'request samples', version: '1' },
        entries: [
          {
            request: {
              method: request.method,
              url: `${this.host}${path.join('')}`,
              headers: pairs(request.headers),
              queryString: pairs(request.query),
              ...(request.body === undefined
                ? {}
                : {
                    postData: {
                      mimeType: 'application/json',
                      text: JSON.stringify(this.markedBody(request.body), null, 2),
                    },
                  }),
            },
          },
        ],
      },
    });
  }

  private mark(value: JsonValue): string {
    return `${this.prefix}${this.marked.push(value) - 1}x`;
  }

  private needsMark(value: JsonValue): boolean {
    return (typeof value === 'string' && NEEDS_CARE.test(value)) || (this.options.isWrong?.(value) ?? false);
  }

  private markedBody(value: JsonValue): JsonValue {
    if (this.needsMark(value)) {
      const around = this.options.around ?? '';
      return `${around}${this.mark(value)}${around}`;
    }
    if (Array.isArray(value)) return value.map((item) => this.markedBody(item));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => {
        if (NEEDS_CARE.test(name)) {
          throw new DescriptionError(
            `The samples can't contain the field name ${JSON.stringify(name)}. Use a name without quotes, "$", and "\\".`,
          );
        }
        return [name, this.markedBody(entry)];
      }),
    );
  }

  /** The library's code for one of its clients. */
  code(target: 'shell' | 'javascript' | 'python' | 'php' | 'go', client: string, options: object = {}): string {
    const code = this.library.convert(target, client, options);
    if (typeof code !== 'string') throw new Error(`httpsnippet gives no code for ${target} with ${client}.`);
    return code;
  }

  /**
   * Puts literals of the language where the library's code has marks: by default in the place of each string literal
   * that has one. In an address the values are encoded, and the host is the variable of the API's address.
   * @param words - what stands in the place of a mark with its quotes; its first group is the quote, its second one the
   * text, in which `MARK` stands for the pattern of a mark.
   */
  fill(code: string, literal: Literal, words = `(["'])((?:(?!\\1)[^\\\\\\n])*?MARK(?:(?!\\1)[^\\\\\\n])*)\\1`): string {
    const mark = `${this.prefix}(?<index>\\d+)x`;
    const whole = new RegExp(`^${mark}$`);
    const single = new RegExp(mark, 'g');
    const value = (index: string): JsonValue => this.marked[Number(index)] ?? null;
    return code.replace(new RegExp(words.replaceAll('MARK', `${this.prefix}\\d+x`), 'g'), (_, __, word: string) => {
      const index = whole.exec(word)?.groups?.['index'];
      if (index !== undefined) return literal(formatValue(value(index)), value(index));
      const isAddress = word.startsWith(this.host);
      const text = (isAddress ? word.slice(SCHEME.length) : word).replace(single, (_mark, position: string) => {
        const inside = formatValue(value(position));
        return isAddress ? encodeUnlessVariable(inside) : inside;
      });
      return literal(text, text);
    });
  }
}

/** Splits the library's code at a text that must be there; the text itself is left out. */
export function splitAt(code: string, text: string): [string, string] {
  const index = code.indexOf(text);
  if (index < 0) throw new Error(`httpsnippet's code has no ${JSON.stringify(text)}: adapt src/render/samples.`);
  return [code.slice(0, index), code.slice(index + text.length)];
}

/** Indents code anew, by the brackets at the starts and ends of its lines. */
export function indented(code: string, indent: string): string {
  let level = 0;
  return code
    .split('\n')
    .map((line) => {
      const text = line.trimStart();
      if (/^[\])}]/.test(text)) level -= 1;
      const result = text && `${indent.repeat(level)}${text}`;
      if (/[[({]$/.test(text)) level += 1;
      return result;
    })
    .join('\n');
}

/** What stands above the lines that print variables to be set. */
export const RUN_WHAT_IS_PRINTED = 'Run the printed commands in your shell before the next step.';
