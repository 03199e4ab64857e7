/** Every enumeration of up to 30 values says what each of its values means. */
import type { Description } from '../description';
import type { Finding, Report } from '../finding';
import { eachSchema } from '../schemas';
import { splitWords } from '../text';

const MOST_DESCRIBED_VALUES = 30;
const FEWEST_WORDS = 3;

export function enumerationDescriptions(description: Description): Report {
  const findings: Finding[] = [];
  let enumerations = 0;
  let values = 0;
  for (const { schema, pointer } of eachSchema(description)) {
    if (schema.enum === undefined || schema.enum.length > MOST_DESCRIBED_VALUES) continue;
    enumerations += 1;
    values += schema.enum.length;
    const described = schema['x-enumDescriptions'] ?? {};
    const own = schema.enum.map(String);
    const missing = own.filter((value) => !(value in described));
    const extra = Object.keys(described).filter((value) => !own.includes(value));
    if (missing.length > 0)
      findings.push({ pointer, message: `x-enumDescriptions lacks ${missing.join(', ')}; say what each value means` });
    if (extra.length > 0)
      findings.push({
        pointer,
        message: `x-enumDescriptions describes ${extra.join(', ')}, which is no value of the enumeration`,
      });
    for (const [value, text] of Object.entries(described)) {
      if (splitWords(text).length < FEWEST_WORDS || !text.trim().endsWith('.'))
        findings.push({
          pointer: `${pointer}/x-enumDescriptions`,
          message: `the meaning of "${value}" is no full sentence`,
        });
    }
  }
  return { findings, checked: enumerations, counts: { enumerations, values } };
}
