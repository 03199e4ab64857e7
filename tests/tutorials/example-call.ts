/** The documented call of an operation: its sample parameters and one of its sample bodies. */
import type { Specification, Operation } from '../../src/specification/specification';
import type { Example, JsonValue, Parameter } from '../../src/specification/types';

/** A call, ready to be sent. */
export interface ExampleCall {
  method: string;
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** The names and example values of an operation's parameters in one place. */
function samplesIn(specification: Specification, operation: Operation, place: Parameter['in']): [string, string][] {
  return operation.parameters
    .filter((parameter) => parameter.in === place)
    .flatMap(({ name, example, examples, schema }) => {
      const [named] = Object.values(examples ?? {}).map((entry) => specification.resolve<Example>(entry).value);
      const sample: JsonValue | undefined = example ?? named ?? (schema && specification.resolve(schema).examples?.[0]);
      if (sample === undefined) throw new Error(`The parameter "${name}" has no example. Give it one in api-spec/.`);
      return [sample]
        .flat()
        .map((value): [string, string] => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
    });
}

/**
 * One call per documented body of an operation; one call if it takes none.
 *
 * @throws if a parameter has no sample
 */
export function exampleCalls(specification: Specification, operation: Operation): ExampleCall[] {
  const path = samplesIn(specification, operation, 'path').reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    operation.path,
  );
  const query = new URLSearchParams(samplesIn(specification, operation, 'query'));
  const headers: Record<string, string> = {};
  for (const name of operation.security[0] ?? []) {
    const scheme = specification.getSecurityScheme(name);
    // The session token is a query parameter of the operation as well, and has its sample there.
    if (scheme.in === 'header') {
      headers[scheme.name ?? ''] = 'ApiKey local';
    }
  }
  const content = specification.media(operation.requestBody?.content);
  const bodies = content
    ? specification.examples(content.media).map(({ value }) => JSON.stringify(value))
    : [undefined];
  const target = query.size > 0 ? `${path}?${query.toString()}` : path;
  return bodies.map((body) => ({
    method: operation.method.toUpperCase(),
    target,
    headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
    body,
  }));
}
