/** Sections 5 and 9 against the description: every limit as a keyword, and no limit that nobody gave. */
import { listOperations, type Description, type Schema } from '../description';
import { DECIDED_LIMITS, DECIDED_MOVING_RULES } from '../decision-table';
import type { Finding, Report } from '../finding';
import { fieldsBelow, schemasAt, type SchemaAt } from '../find-schemas';
import { listElements } from '../schemas';
import { EXACT_LENGTHS, LIMITS, MOVING_RULES, type Keyword, type Place } from '../specification-table';

function keywordAt(description: Description, at: SchemaAt, keyword: Keyword): unknown[] {
  const own = at.schema[keyword];
  // A default or a format may stand beside the reference.
  if (own !== undefined && !Array.isArray(own)) return [own];
  return listElements(description, at.schema, at.pointer)
    .map(({ schema }) => schema[keyword])
    .filter((value) => value !== undefined)
    .flatMap((value: unknown) =>
      Array.isArray(value) ? (value as unknown[]).filter((item) => item !== 'null') : [value],
    );
}

function missingLimits(description: Description): Finding[] {
  return LIMITS.flatMap(({ at, keyword, value }): Finding[] => {
    const schemas = schemasAt(description, at);
    if (schemas.length === 0)
      return [{ pointer: '', message: `"${at}" is not described, so its ${keyword} ${String(value)} is missing` }];
    const written = schemas.flatMap((schema) => keywordAt(description, schema, keyword));
    if (written.includes(value)) return [];
    return [
      {
        pointer: schemas[0]?.pointer ?? '',
        message: `"${at}" must have ${keyword}: ${String(value)}, it has ${written.length === 0 ? 'none' : written.join(', ')}`,
      },
    ];
  });
}

function listLengths(schema: Schema): number[] {
  if (schema.enum !== undefined) return schema.enum.map(String).map(({ length }) => length);
  return [schema.minLength, schema.maxLength].map(Number);
}

function wrongLengths(description: Description): Finding[] {
  return EXACT_LENGTHS.flatMap(({ at, length }): Finding[] => {
    const leaves = schemasAt(description, at).flatMap((place) =>
      listElements(description, place.schema, place.pointer),
    );
    const right =
      leaves.length > 0 && leaves.every(({ schema }) => listLengths(schema).every((found) => found === length));
    return right
      ? []
      : [{ pointer: leaves[0]?.pointer ?? '', message: `"${at}" must have exactly ${String(length)} characters` }];
  });
}

function missingMovingRules(description: Description): Finding[] {
  return [...MOVING_RULES, ...DECIDED_MOVING_RULES].flatMap((at): Finding[] => {
    const schemas = schemasAt(description, at);
    const leaves = [...schemas, ...schemas.flatMap((place) => listElements(description, place.schema, place.pointer))];
    return leaves.some(({ schema }) => typeof schema['x-rule'] === 'string')
      ? []
      : [
          {
            pointer: schemas[0]?.pointer ?? '',
            message: `"${at}" moves with the date: say the rule in words in x-rule`,
          },
        ];
  });
}

const EXTRA_KEYWORDS: readonly Keyword[] = ['maxLength', 'minLength', 'minimum', 'maximum'];

function extraLimits(description: Description): { findings: Finding[]; seen: number } {
  const findings = new Map<string, Finding>();
  let seen = 0;
  const consider = (place: Place, path: string, at: SchemaAt): void => {
    for (const { schema, pointer } of listElements(description, at.schema, at.pointer)) {
      if (schema.enum !== undefined) continue;
      for (const keyword of EXTRA_KEYWORDS) {
        const value = schema[keyword];
        if (value === undefined) continue;
        seen += 1;
        const given =
          LIMITS.some((limit) => limit.at === place && limit.keyword === keyword && limit.value === value) ||
          EXACT_LENGTHS.some((exact) => exact.at === place && exact.length === value) ||
          LIMITS.some(
            (limit) => limit.keyword === keyword && limit.value === value && limit.at.split(' ')[2] === path,
          ) ||
          DECIDED_LIMITS.some((limit) => limit.keyword === keyword && limit.value === value && limit.field.test(path));
        if (!given)
          findings.set(`${pointer} ${keyword}`, {
            pointer,
            message: `"${place}" has ${keyword}: ${JSON.stringify(value)}, which the specification does not give; remove it or decide it`,
          });
      }
    }
  };
  for (const entry of listOperations(description)) {
    for (const { place, path, at } of fieldsBelow(description, 'body', entry.id)) consider(place, path, at);
    for (const { parameter, pointer } of entry.parameters) {
      if (parameter.in === 'query' && parameter.schema !== undefined) {
        consider(`query ${entry.id} ${parameter.name}`, parameter.name, {
          schema: parameter.schema,
          pointer: `${pointer}/schema`,
        });
      }
    }
  }
  return { findings: [...findings.values()], seen };
}

/** Compares all limits of what is sent, both ways. */
export function conformingLimits(description: Description): Report {
  const extra = extraLimits(description);
  const findings = [
    ...missingLimits(description),
    ...wrongLengths(description),
    ...missingMovingRules(description),
    ...extra.findings,
  ];
  const checked = LIMITS.length + EXACT_LENGTHS.length + MOVING_RULES.length;
  return {
    findings,
    checked: extra.seen === 0 ? 0 : checked,
    counts: { limits: checked, 'limits in what is sent': extra.seen },
  };
}
