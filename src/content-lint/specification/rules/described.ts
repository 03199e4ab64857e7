/** Everything that has a name has a description of at least four words that is more than the name. */
import {
  follow,
  listOperations,
  listResponses,
  listRequestBodies,
  listWebhooks,
  type Description,
} from '../description';
import type { Finding, Report } from '../finding';
import { eachSchema } from '../schemas';
import { describedBadly } from '../text';
import { joinPointer } from '../../../description/json';

interface Named {
  readonly kind: string;
  readonly name: string;
  readonly text: string | undefined;
  readonly pointer: string;
}

function* namedThings(description: Description): Generator<Named> {
  for (const [index, tag] of (description.tags ?? []).entries()) {
    yield { kind: 'tag', name: tag.name, text: tag.description, pointer: joinPointer('tags', index) };
  }
  for (const place of eachSchema(description)) {
    if (place.role === 'component')
      yield { kind: 'schema', name: place.name, text: place.schema.description, pointer: place.pointer };
    if (place.role === 'property')
      yield { kind: 'property', name: place.name, text: place.schema.description, pointer: place.pointer };
  }
  const seen = new Set<string>();
  for (const entry of [...listOperations(description), ...listWebhooks(description)]) {
    for (const { parameter, pointer: at } of entry.parameters) {
      if (!seen.has(at)) yield { kind: 'parameter', name: parameter.name, text: parameter.description, pointer: at };
      seen.add(at);
    }
    if (entry.operation.requestBody !== undefined) {
      const body = follow(description, entry.operation.requestBody, `${entry.pointer}/requestBody`);
      yield { kind: 'request body', name: entry.id, text: body.node.description, pointer: body.pointer };
    }
    for (const response of listResponses(description, entry)) {
      if (!seen.has(response.pointer))
        yield {
          kind: 'response',
          name: response.status,
          text: response.response.description,
          pointer: response.pointer,
        };
      seen.add(response.pointer);
      for (const [name, header] of Object.entries(response.response.headers ?? {})) {
        const found = follow(
          description,
          header as { $ref?: string; description?: string },
          response.pointer + joinPointer('headers', name),
        );
        yield { kind: 'header', name, text: found.node.description, pointer: found.pointer };
      }
    }
  }
  for (const [name, scheme] of Object.entries(description.components?.securitySchemes ?? {})) {
    yield {
      kind: 'security scheme',
      name,
      text: scheme.description,
      pointer: joinPointer('components', 'securitySchemes', name),
    };
  }
}

export function described(description: Description): Report {
  const findings: Finding[] = [];
  const counts: Record<string, number> = {};
  for (const { kind, name, text, pointer: at } of namedThings(description)) {
    const plural =
      kind === 'property'
        ? 'properties'
        : kind === 'request body'
          ? 'request bodies'
          : kind === 'response'
            ? 'responses'
            : `${kind}s`;
    counts[plural] = (counts[plural] ?? 0) + 1;
    // A body or a response stands below the operation's own words, so a few may do.
    const isPart = kind === 'request body' || kind === 'response';
    const wrong = isPart ? describedBadly('', text, 2) : describedBadly(name, text);
    if (wrong !== undefined) findings.push({ pointer: at, message: `the ${kind} "${name}" ${wrong}` });
  }
  return { findings, checked: Object.values(counts).reduce((sum, count) => sum + count, 0), counts };
}

/** A request body must be marked as required: no call of the API has an optional one. */
export function requiredBodies(description: Description): Report {
  const entries = listOperations(description).filter((entry) => listRequestBodies(description, entry).length > 0);
  const findings = entries.flatMap((entry): Finding[] => {
    const body = follow(description, entry.operation.requestBody ?? {}, `${entry.pointer}/requestBody`);
    return body.node.required === true
      ? []
      : [{ pointer: body.pointer, message: `the request body of ${entry.id} is not marked with required: true` }];
  });
  return { findings, checked: entries.length, counts: { 'request bodies': entries.length } };
}
