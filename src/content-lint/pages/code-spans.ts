/**
 * Compares code spans and text with the specification. Reports code that isn't in the specification, paths that don't
 * exist, statuses that no operation returns, and typed numbers that should use `<Limit/>`.
 */
import { nearestName } from '../../description/names';
import type { AllowList } from './allow-list';
import { collectFacts } from '../../coverage/facts';
import type { Finding, Report } from '../../coverage/finding';
import type { Page } from '../../coverage/pages';
import { splitText } from '../../coverage/page-text';
import { readAttributes, isJsx, walk } from '../../coverage/tree';
import type { Vocabulary } from '../../coverage/vocabulary';

/** Environment variables that a page sets: its requests with `save`, its shell blocks with `export`. */
function savedVariables(page: Page): Set<string> {
  const names = new Set<string>();
  walk(page.tree, (node) => {
    if (node.type === 'code' && node.lang === 'bash') {
      for (const [, name = ''] of node.value.matchAll(/\bexport ([A-Z][A-Z0-9_]*)/g)) names.add(name);
    }
    if (!isJsx(node)) return;
    const { save } = readAttributes(node);
    if (typeof save === 'object' && save !== null) for (const name of Object.keys(save)) names.add(name);
  });
  return names;
}

const NUMBERS: Record<string, number> = { ten: 10, twenty: 20, fifty: 50, sixty: 60, hundred: 100 };
const UNITS: readonly { unit: RegExp; keywords: readonly string[] }[] = [
  { unit: /^(characters?|letters?)$/, keywords: ['maxLength', 'minLength'] },
  { unit: /^(records?|items?|entries|rows)$/, keywords: ['query.limit.maximum', 'query.limit.default', 'maxItems'] },
  { unit: /^(digits?)$/, keywords: ['maxLength'] },
];

/** Typed numbers in a text that repeat a limit of the description. */
function typedLimits(text: string, limits: ReadonlyMap<string, unknown>): string[] {
  const found: string[] = [];
  for (const [whole, number = '', unit = ''] of text.matchAll(
    /\b(\d+|ten|twenty|fifty|sixty|hundred)[ -]+([a-z]+)\b/g,
  )) {
    const value = NUMBERS[number] ?? Number(number);
    const kind = UNITS.find((candidate) => candidate.unit.test(unit));
    if (!kind) continue;
    const same = [...limits].some(
      ([key, limit]) => limit === value && kind.keywords.some((keyword) => key.split('=')[0]?.endsWith(keyword)),
    );
    if (same) found.push(whole);
  }
  return found;
}

/** Checks code spans, paths, statuses and typed limits of all pages. */
export function checkCode(
  pages: readonly Page[],
  vocabulary: Vocabulary,
  allowed: AllowList,
  fileExists: (file: string) => boolean,
): Report {
  const findings: Finding[] = [];
  const counts: Record<string, number> = { 'code spans': 0, 'stretches of text': 0, 'kinds of code': 0 };
  const kinds = new Set<string>();
  const known = vocabulary.known();
  const { limits } = collectFacts(vocabulary.description);
  for (const page of pages) {
    const { file, route } = page;
    const saved = savedVariables(page);
    const add = (line: number, message: string): void => void findings.push({ file, line, message });
    for (const { text, line, isCode, isHeading } of splitText(page)) {
      if (isCode) {
        counts['code spans'] = (counts['code spans'] ?? 0) + 1;
        const kind =
          vocabulary.classify(text) ??
          (saved.has(text.replace(/^\$/, '')) ? 'environment variable' : undefined) ??
          (/^[\w-]+\/[\w./-]+$/.test(text) && fileExists(text) ? 'file' : undefined);
        if (kind) kinds.add(kind);
        else if (!allowed.permits(text, route)) {
          const nearest = nearestName(text, known);
          add(
            line,
            `\`${text}\` isn't in the specification; ${nearest ? `write "${nearest}" if you mean that, ` : ''}` +
              'correct the name, or add it with a reason to src/content-lint/pages/allow-list.yaml',
          );
        }
        continue;
      }
      counts['stretches of text'] = (counts['stretches of text'] ?? 0) + 1;
      for (const [path] of text.matchAll(/(?<![\w.])\/v\d+\/[\w{}$/-]*/g)) {
        if (!vocabulary.findPath(path) && !allowed.permits(path, route)) {
          add(line, `the path ${path} does not exist; correct it, or use <OperationLink/>`);
        }
      }
      const statuses = [
        ...text.matchAll(/\b(?:status(?:es)?|HTTP|answers?(?: with)?|replies with|reply of)\s+([1-5]\d\d)\b/gi),
        ...(isHeading ? text.matchAll(/^([1-5]\d\d)\b/g) : []),
      ];
      for (const [, status = ''] of statuses) {
        if (!vocabulary.statuses.has(status) && !allowed.permits(status, route)) {
          add(
            line,
            `no operation returns the status ${status}; correct it, or add it with a reason to src/content-lint/pages/allow-list.yaml`,
          );
        }
      }
      for (const typed of typedLimits(text, limits)) {
        if (!allowed.permits(typed, route)) {
          add(line, `"${typed}" repeats a limit from the specification; write <Limit of="…"/> instead`);
        }
      }
    }
  }
  counts['kinds of code'] = kinds.size;
  return { findings, counts };
}
