/**
 * An idempotency key belongs to one request. Readers copy keys from pages and from the specification, so two different
 * bodies with one key would charge once and return the other payment.
 */
import type { Description } from '../../description/description';
import { isRecord } from '../../description/json';
import type { JsonValue } from '../../description/types';
import type { Finding, Report } from '../../coverage/finding';
import type { Page } from '../../coverage/pages';
import { getLine, isJsx, readAttributes, walk } from '../../coverage/tree';

const OPERATION = 'createTransaction';

/** Puts the values that a page exports in its shell blocks in place of its variables. A `default` counts as the value. */
function expandVariables(value: string, text: string): string {
  const exported = new Map(
    [...text.matchAll(/^export (\w+)="(?:\$\{\1:-([^}"]*)\}|([^"]*))"$/gm)].map((match) => [
      match[1],
      match[2] ?? match[3] ?? '',
    ]),
  );
  // A variable can only use those that are exported before it, so there are no cycles to fear.
  return [...exported]
    .reverse()
    .reduce((known, [name = '', set]) => known.replaceAll(new RegExp(`\\$${name}(?!\\w)`, 'g'), () => set), value);
}

/**
 * Reports a key that another request body already has, and a key that makes the sandbox return a payment of its example
 * data.
 * @param seeded - Keys of the payments that the sandbox starts with.
 */
export function checkIdempotencyKeys(
  pages: readonly Page[],
  description: Description,
  seeded: ReadonlySet<string>,
): Report {
  const findings: Finding[] = [];
  const first = new Map<string, { body: string; place: string }>();
  let bodies = 0;

  /** Notes a body. Returns its key and what is wrong with it. */
  const judge = (body: JsonValue | undefined, text: string, place: string): { key?: string; message?: string } => {
    const written = isRecord(body) ? body['idempotencyKey'] : undefined;
    if (typeof written !== 'string') return {};
    bodies += 1;
    const key = expandVariables(written, text);
    const json = expandVariables(JSON.stringify(body), text);
    const known = first.get(key);
    if (!known) first.set(key, { body: json, place });
    if (!known || known.body === json) return { key };
    return { key, message: `the idempotency key ${key} belongs to another body in ${known.place}; use another order` };
  };

  const { content } = description.getOperation(OPERATION).requestBody ?? {};
  const examples = description.examples(description.media(content)?.media ?? {});
  for (const { names, value } of examples) {
    const file = `api-spec/components/examples/${names[0] ?? ''}.yaml`;
    const { message } = judge(value, '', file);
    if (message !== undefined) findings.push({ file, line: 1, message });
  }
  for (const { file, text, tree } of pages) {
    walk(tree, (node) => {
      if (!isJsx(node) || node.name !== 'Request') return;
      const { operation, body, example } = readAttributes(node);
      if (operation !== OPERATION) return;
      const named = examples.find(
        ({ names }) => example === undefined || (typeof example === 'string' && names.includes(example)),
      )?.value;
      const { key, message } = judge(body ?? named, text, file);
      const line = getLine(node);
      if (message !== undefined) findings.push({ file, line, message });
      if (key !== undefined && seeded.has(key)) {
        const taken = `the sandbox's example data already has a payment with the idempotency key ${key}; use another order`;
        findings.push({ file, line, message: taken });
      }
    });
  }
  return { findings, counts: { 'bodies with a key': bodies, keys: first.size, 'keys of example data': seeded.size } };
}
