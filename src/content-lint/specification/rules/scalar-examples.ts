/** Every property that is a plain value has an example, on itself or on the schema it refers to. */
import type { Description, Schema } from '../description';
import type { Finding, Report } from '../finding';
import { eachSchema, listLeaves } from '../schemas';

const isScalar = (schema: Schema): boolean => {
  const types = Array.isArray(schema.type) ? schema.type.filter((type) => type !== 'null') : [schema.type];
  return (
    schema.enum !== undefined ||
    types.every((type) => ['string', 'number', 'integer', 'boolean'].includes(String(type)))
  );
};
const hasExample = (schema: Schema): boolean => (schema.examples ?? []).length > 0 || schema.const !== undefined;

export function scalarExamples(description: Description): Report {
  const findings: Finding[] = [];
  let checked = 0;
  for (const { schema, pointer, role, name } of eachSchema(description)) {
    if (role !== 'property') continue;
    const leaves = listLeaves(description, schema, pointer);
    if (leaves.length === 0 || !leaves.every((leaf) => isScalar(leaf.schema))) continue;
    checked += 1;
    if (!hasExample(schema) && !leaves.some((leaf) => hasExample(leaf.schema))) {
      findings.push({ pointer, message: `the property "${name}" has no example; add examples: [value]` });
    }
  }
  return { findings, checked, counts: { 'scalar properties': checked } };
}
