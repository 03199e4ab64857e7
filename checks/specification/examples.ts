/**
 * Examples against each other: every object is the same in all of them, and each response answers its request. Redocly
 * checks examples against their schemas.
 */
import { isMap, isScalar, isSeq } from 'yaml';
import { bundleSpecification } from '../../scripts/lib/specification';
import type { Finding, Report } from '../../src/site/finding';
import { joinPointer, toRecord } from '../../src/specification/json';
import { type Place, type Source, SpecificationSource } from '../../src/specification/source';
import { Specification, type Operation } from '../../src/specification/specification';

/** Fields that never change in the life of an object. */
const FIXED = [
  ...['accountId', 'amount', 'caseId', 'createdAt', 'currency', 'customerId', 'deadlineAt', 'expiratedAt', 'issueDate'],
  ...['number', 'productId', 'subscriptionId', 'totalAmount', 'userType'],
];

/** A field of an object in an example. */
interface Fact extends Place {
  readonly name: string;
  readonly value: unknown;
}

/** All fixed fields of all objects with an ID below a node. */
function* listFacts(source: Source, node: unknown): Generator<Fact> {
  if (isSeq(node)) for (const item of node.items) yield* listFacts(source, item);
  if (!isMap(node)) return;
  const id = node.get('id');
  for (const { key, value } of node.items) {
    yield* listFacts(source, value);
    if (typeof id !== 'string' || !isScalar(key) || !isScalar(value) || !FIXED.includes(String(key.value))) continue;
    yield { name: `${String(key.value)} of ${id}`, value: value.value, ...source.place(key) };
  }
}

/** Fields in which an operation's first response differs from its first request. */
function listDifferences(specification: Specification, operation: Operation): [field: string, text: string][] {
  const [content, status] = [operation.requestBody?.content, specification.successStatus(operation)];
  const [sent, answered] = [content, operation.responses.get(status)?.content].map((body) =>
    toRecord(specification.examples(specification.media(body)?.media)[0]?.value),
  );
  const data = toRecord(answered?.['data']);
  return Object.entries(sent ?? {})
    .filter(([name, value]) => name in data && typeof value !== 'object' && data[name] !== value)
    .map(([name, value]) => [
      name,
      `${name} is ${String(value)} in the first request and ${String(data[name])} in its response`,
    ]);
}

/**
 * Checks that the examples agree.
 *
 * @param folder - Folder of the specification.
 */
export async function checkExamples(folder: string): Promise<Report> {
  const source = new SpecificationSource(folder);
  const examples = source.list().filter(({ file }) => file.includes('/components/examples/'));
  const findings: Finding[] = [];
  const known = new Map<string, Fact>();
  let facts = 0;
  for (const fact of examples.flatMap((example) => [...listFacts(example, example.document.get('value'))])) {
    facts += 1;
    const { name, value, file, line } = fact;
    const first = known.get(name) ?? fact;
    known.set(name, first);
    if (first.value === value) continue;
    const other = `${String(first.value)} in ${first.file}:${first.line}`;
    findings.push({ file, line, message: `${name} is ${String(value)}, but ${other}; make them equal` });
  }
  const deliveries = new Map<unknown, string>();
  for (const example of examples) {
    const node = example.document.getIn(['value', 'deduplicationId'], true);
    if (!isScalar(node)) continue;
    const other = deliveries.get(node.value);
    if (other !== undefined) findings.push({ ...example.place(node), message: `${other} has this ID; make another` });
    deliveries.set(node.value, example.file);
  }
  const specification = new Specification(await bundleSpecification(folder));
  const writing = [...specification.operations.values()].filter(
    ({ method, requestBody }) => method !== 'event' && requestBody,
  );
  for (const operation of writing) {
    const place = source.locate(joinPointer('paths', operation.path, operation.method, 'requestBody'));
    for (const [name, difference] of listDifferences(specification, operation)) {
      // A field that differs between responses differs from the request, too.
      if (!findings.some(({ message }) => message.startsWith(`${name} of`)))
        findings.push({ ...place, message: `${operation.id}: ${difference}; reorder or correct the examples` });
    }
  }
  return { findings, counts: { examples: examples.length, facts, requests: writing.length } };
}
