/** Sections 3, 4 and 9 against the description: every enumeration with its values, both ways. */
import { listOperations, type Description } from '../description';
import { DECIDED_ENUMERATIONS } from '../decision-table';
import type { Finding, Report } from '../finding';
import { fieldsBelow, schemasAt } from '../find-schemas';
import { eachSchema, listElements } from '../schemas';
import { ENUMERATIONS, type Enumeration, type Place } from '../specification-table';

interface Written {
  readonly values: readonly string[];
  readonly pointer: string;
  readonly open: boolean;
}

/** The values that may stand at a place: of its enumerations and constants together. */
function valuesAt(description: Description, place: Place): Written | undefined {
  const leaves = schemasAt(description, place)
    .flatMap((at) => listElements(description, at.schema, at.pointer))
    .filter(({ schema }) => schema.enum !== undefined || schema.const !== undefined);
  if (leaves.length === 0) return undefined;
  const values = leaves
    .flatMap(({ schema }) => schema.enum ?? [schema.const])
    .filter((value) => value !== null)
    .map(String);
  return {
    values: [...new Set(values)],
    pointer: leaves[0]?.pointer ?? '',
    open: leaves.some(({ schema }) => schema['x-open-enum'] === true),
  };
}

function difference(expected: readonly string[], written: readonly string[]): string | undefined {
  const missing = expected.filter((value) => !written.includes(value));
  const extra = written.filter((value) => !expected.includes(value));
  if (missing.length + extra.length > 0) return `missing [${missing.join(', ')}], extra [${extra.join(', ')}]`;
  return expected.join() === written.join() ? undefined : 'the values stand in another order than in the specification';
}

const getLastPart = (place: string): string => place.split(/[ .]/).at(-1) ?? '';
const sortedValues = (values: readonly string[]): string => [...values].sort().join();

/** Fields that have an enumeration which no line of the table gives to a field of that name. */
function unexpected(
  description: Description,
  all: readonly Pick<Enumeration, 'name' | 'values' | 'at'>[],
): Map<string, Finding> {
  const findings = new Map<string, Finding>();
  for (const entry of listOperations(description)) {
    for (const { place, path, at } of [
      ...fieldsBelow(description, 'body', entry.id),
      ...fieldsBelow(description, 'response', entry.id),
    ]) {
      for (const { schema, pointer } of listElements(description, at.schema, at.pointer)) {
        if (schema.enum === undefined) continue;
        const values = sortedValues(schema.enum.filter((value) => value !== null).map(String));
        const known = all.filter((enumeration) => sortedValues(enumeration.values) === values);
        if (!known.some((enumeration) => enumeration.at.some((given) => getLastPart(given) === getLastPart(path)))) {
          const what = known[0]?.name ?? 'of nobody';
          findings.set(`${pointer} ${getLastPart(path)}`, {
            pointer: at.pointer,
            message: `"${place}" has the enumeration "${what}", which the specification does not give to it; make it open or decide it`,
          });
        }
      }
    }
  }
  return findings;
}

/** Compares the values at every place that the table names, and finds enumerations that no line of the table has. */
export function conformingEnumerations(description: Description): Report {
  const findings: Finding[] = [];
  const all = [...ENUMERATIONS, ...DECIDED_ENUMERATIONS];
  let places = 0;
  for (const enumeration of all) {
    for (const place of enumeration.at) {
      places += 1;
      const written = valuesAt(description, place);
      if (written === undefined) {
        findings.push({
          pointer: schemasAt(description, place)[0]?.pointer ?? '',
          message: `"${place}" must be the enumeration "${enumeration.name}"`,
        });
        continue;
      }
      const wrong = difference(enumeration.values, written.values);
      if (wrong !== undefined)
        findings.push({
          pointer: written.pointer,
          message: `"${place}" is not the enumeration "${enumeration.name}": ${wrong}`,
        });
      if ('open' in enumeration && enumeration.open === true && !written.open) {
        findings.push({
          pointer: written.pointer,
          message: `the enumeration "${enumeration.name}" may grow: mark it with x-open-enum: true and say so`,
        });
      }
    }
  }
  let described = 0;
  for (const { schema, pointer } of eachSchema(description)) {
    if (schema.enum === undefined) continue;
    described += 1;
    const values = schema.enum.filter((value) => value !== null).map(String);
    if (!all.some((enumeration) => [...enumeration.values].sort().join() === [...values].sort().join())) {
      findings.push({
        pointer,
        message: `the enumeration [${values.slice(0, 6).join(', ')}${values.length > 6 ? ', …' : ''}] is not in the specification; remove it or decide it`,
      });
    }
  }
  findings.push(...unexpected(description, all).values());
  const values = all.reduce((sum, enumeration) => sum + enumeration.values.length, 0);
  return {
    findings,
    checked: described,
    counts: { enumerations: all.length, values, 'places of enumerations': places },
  };
}
