/**
 * The shell variables of a tutorial as runtime expressions of Arazzo: `$CUSTOMER_ID` becomes the output of the step that
 * saved it, or an input of the workflow.
 */
import camelCase from 'lodash/camelCase';
import { splitVariables } from '../../../src/render/samples/request';

/** JSON Schema of one input. */
export interface InputSchema {
  readonly type: 'string';
  readonly description: string;
  readonly default?: string;
}

/** A variable that isn't used yet: an input with a default value, or one that the tutorial calculates with a command. */
interface Pending {
  readonly default?: string;
  readonly command?: string;
}

const EXPORT = /^export ([A-Z][A-Z0-9_]*)=(.*)$/gm;

/** Keeps what each variable means at the current step. */
export class Variables {
  /** Inputs that a step uses, by name, in order of first use. */
  readonly inputs = new Map<string, InputSchema>();
  private readonly expressions = new Map<string, string>();
  private readonly pending = new Map<string, Pending>();

  /**
   * Reads the `export` lines of a shell fence.
   *
   * @param source - Content of the fence. The variables of the local sandbox, which every tutorial shares, are skipped.
   */
  readCommands(source: string): void {
    if (/^export PAI_API=/m.test(source)) return;
    for (const [, name = '', quoted = ''] of source.matchAll(EXPORT)) {
      const value = quoted.replace(/^"(.*)"$/, '$1');
      const fallback = /^\$\{[A-Z0-9_]+:-([^$}]*)\}$/.exec(value)?.[1];
      const command = /^\$\((.*)\)$/.exec(value)?.[1];
      const text = value.replace(/\$\{([A-Z0-9_]+)\}/g, '$$$1');
      if (fallback !== undefined) this.expect(name, { default: fallback });
      else if (command !== undefined) this.expect(name, { command });
      else if (!/\$[A-Z]/.test(text)) this.expect(name, /\$/.test(text) ? { command: text } : { default: text });
      // `PAI_API_KEY="${PAI_ACCOUNT_ID}_${ACTIVATED_API_KEY}_${FIRST_API_KEY_ID}"` needs the braces removed part by part.
      else this.expressions.set(name, this.resolveText(value.replace(/\$\{([A-Z0-9_]+)\}/g, '\u0000$1\u0000')));
    }
  }

  /**
   * Records that a step saves a variable.
   *
   * @param name - Name of the variable, such as `CUSTOMER_ID`.
   * @param expression - Output of the step, such as `$steps.createCustomer.outputs.customerId`.
   */
  save(name: string, expression: string): void {
    this.pending.delete(name);
    this.expressions.set(name, expression);
  }

  /**
   * Replaces the variables in a text.
   *
   * @param text - Text with variables, such as `$CUSTOMER_ID` or `ApiKey $PAI_API_KEY`.
   * @returns An expression if the text is one variable; otherwise the text with `{$…}` for each variable.
   */
  resolveText(text: string): string {
    const marked = text.split('\u0000').flatMap((part, index) =>
      // Between two marks is a name that was in braces.
      index % 2 === 1 ? [{ variable: part, text: undefined }] : splitVariables(part),
    );
    const [only] = marked;
    if (marked.length === 1 && only?.variable !== undefined) return this.getExpression(only.variable);
    return marked
      .map(({ text: plain, variable }) => {
        if (variable === undefined) return plain;
        const expression = this.getExpression(variable);
        return expression.startsWith('$') ? `{${expression}}` : expression;
      })
      .join('');
  }

  /** Replaces the variables in all texts of a JSON value. */
  resolveValue(value: unknown): unknown {
    if (typeof value === 'string') return this.resolveText(value);
    if (Array.isArray(value)) return value.map((item) => this.resolveValue(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.resolveValue(item)]));
  }

  private expect(name: string, pending: Pending): void {
    this.expressions.delete(name);
    this.pending.set(name, pending);
  }

  /** The expression of a variable. One that nothing sets becomes an input. */
  private getExpression(variable: string): string {
    const known = this.expressions.get(variable);
    if (known !== undefined) return known;
    const { default: fallback, command } = this.pending.get(variable) ?? {};
    const base = camelCase(variable.replace(/^PAI_/, ''));
    // A variable that the tutorial sets again is another input: pauseFrom, pauseFrom2.
    let input = base;
    for (let number = 2; this.inputs.has(input); number += 1) input = `${base}${number}`;
    this.inputs.set(input, {
      type: 'string',
      description:
        command === undefined
          ? `Variable \`${variable}\` of the tutorial.`
          : `Variable \`${variable}\` of the tutorial, which calculates it with \`${command}\`.`,
      ...(fallback === undefined ? {} : { default: fallback }),
    });
    const expression = `$inputs.${input}`;
    this.expressions.set(variable, expression);
    return expression;
  }
}
