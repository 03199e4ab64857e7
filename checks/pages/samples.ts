/**
 * Validates JSON against the specification: code blocks, `<Request>` bodies, and parameter values. Values that start
 * with `$` are environment variables, and are skipped.
 */
import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { Specification } from '../../src/specification/specification';
import { findAt, joinPointer } from '../../src/specification/json';
import type { JsonValue } from '../../src/specification/types';

const DOCUMENT = 'specification';

function isVariable(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('$');
}

export class Samples {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(private readonly specification: Specification) {
    addFormats(this.ajv);
    // It's in the OpenAPI format registry, describes how a number is meant, and excludes nothing.
    this.ajv.addFormat('decimal', true);
    this.ajv.addSchema({ ...specification.document, $id: DOCUMENT });
  }

  private validator(pointer: string): ValidateFunction {
    const known = this.compiled.get(pointer) ?? this.ajv.compile({ $ref: `${DOCUMENT}#${pointer}` });
    this.compiled.set(pointer, known);
    return known;
  }

  private problems(pointer: string, value: JsonValue, isPartial: boolean): string[] {
    const validate = this.validator(pointer);
    if (validate(value)) return [];
    const errors = (validate.errors ?? []).filter(
      (error: ErrorObject) =>
        !isVariable(findAt(value, error.instancePath)) && !(isPartial && error.keyword === 'required'),
    );
    // A choice fails even if only a variable or a missing field causes the failure.
    const real = errors.filter(({ keyword }) => !['oneOf', 'anyOf', 'if'].includes(keyword));
    return real.map(({ instancePath, message }) => `${instancePath || 'the whole'} ${message ?? 'is wrong'}`);
  }

  /** Problems of a value against a schema of the specification. */
  againstSchema(schema: string, value: JsonValue, isPartial = false): string[] {
    return this.problems(`/components/schemas/${schema}`, value, isPartial);
  }

  /** Problems of a request body. */
  againstBody(operationId: string, value: JsonValue): string[] {
    const operation = this.specification.operations.get(operationId);
    const item = this.specification.document.paths?.[operation?.path ?? ''];
    const method = operation?.method;
    if (!operation || !item || method === undefined || method === 'event') return [];
    const body = item[method]?.requestBody;
    if (!body || !('content' in body)) return [];
    const [type] = Object.keys(body.content ?? {});
    if (type === undefined) return [];
    const path = [operation.path, method, 'requestBody', 'content', type, 'schema'];
    return this.problems(`/paths${path.map((part) => `/${encodePointer(part)}`).join('')}`, value, false);
  }

  /** Problems of a request's parameter values. */
  againstParameters(operationId: string, place: 'path' | 'query', values: Record<string, JsonValue>): string[] {
    const operation = this.specification.operations.get(operationId);
    if (!operation) return [];
    return Object.entries(values).flatMap(([name, value]) => {
      const parameter = operation.parameters.find((entry) => entry.in === place && entry.name === name);
      if (!parameter?.schema || isVariable(value)) return [];
      const key = `${operationId} ${place} ${name}`;
      const validate =
        this.compiled.get(key) ??
        this.ajv.compile(JSON.parse(JSON.stringify(parameter.schema).replaceAll('"#/', `"${DOCUMENT}#/`)) as object);
      this.compiled.set(key, validate);
      const isList = JSON.stringify(parameter.schema).includes('"array"');
      // One value of a list is written without brackets.
      const ok = validate(isList && !Array.isArray(value) ? [value] : value);
      return ok ? [] : (validate.errors ?? []).map(({ message }) => `${name} ${message ?? 'is wrong'}`);
    });
  }
}

const encodePointer = (part: string): string => encodeURIComponent(joinPointer(part).slice(1));
