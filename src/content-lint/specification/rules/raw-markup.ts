/** Prose of the description is plain Markdown: no raw HTML and no braces outside of code, both break the pages. */
import { type Description } from '../description';
import type { Finding, Report } from '../finding';
import { rawMarkup } from '../text';
import { joinPointer } from '../../../description/json';

const PROSE = new Set(['description', 'summary', 'x-rule']);
/** Values are data, not prose. */
const DATA = new Set(['examples', 'example', 'value', 'default', 'enum', 'const']);

function* walkProse(node: unknown, at: string, inProperties = false): Generator<{ text: string; pointer: string }> {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    const here = at + joinPointer(key);
    if (!inProperties && typeof value === 'string' && PROSE.has(key)) yield { text: value, pointer: here };
    if (!inProperties && key === 'x-enumDescriptions') {
      for (const [name, text] of Object.entries(value as Record<string, string>))
        yield { text, pointer: here + joinPointer(name) };
    } else if (inProperties || !DATA.has(key) || at === '/components') {
      yield* walkProse(value, here, !inProperties && (key === 'properties' || key === 'schemas'));
    }
  }
}

export function plainProse(description: Description): Report {
  const findings: Finding[] = [];
  let checked = 0;
  for (const { text, pointer: at } of walkProse(description, '')) {
    checked += 1;
    const found = rawMarkup(text);
    if (found !== undefined)
      findings.push({ pointer: at, message: `"${found}" is raw markup; put it in a code span or write it in words` });
  }
  return { findings, checked, counts: { texts: checked } };
}
