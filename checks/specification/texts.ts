/**
 * What Redocly can't check about the texts, because it doesn't look beside a `$ref`: that each field has a description,
 * and how long descriptions are. And that each file is used.
 */
import path from 'node:path';
import { isMap, isPair, isScalar, type Pair, visit } from 'yaml';
import type { Finding, Report } from '../../src/coverage/finding';
import { readSources, type Source } from './source';

const OPERATION_WORDS = 60;
const FIELD_WORDS = 25;

/** What readers are never told about the API: how we know it. */
const FORBIDDEN = /observed|n['o]t documented|undocumented|certainty|API contract|a person decides|x-source/i;

const keyOf = (pair: Pair): string => (isScalar(pair.key) ? String(pair.key.value) : '');

/** Findings of one file, and the files that it refers to. */
function checkFile(source: Source, used: Set<string>): { findings: Finding[]; texts: number } {
  const findings: Finding[] = [];
  let texts = 0;
  const report = (node: unknown, message: string): void => {
    const offset = isScalar(node) ? node.range?.[0] : undefined;
    findings.push({ file: source.file, line: offset === undefined ? 1 : source.getLine(offset), message });
  };
  const isExample = source.file.includes('/components/examples/');
  visit(source.document, {
    Pair(_, pair, ancestors) {
      const key = keyOf(pair);
      const { value } = pair;
      if (key === '$ref' && isScalar(value))
        used.add(path.posix.join(path.posix.dirname(source.file), String(value.value)));
      if (isExample && key === 'value') return visit.SKIP;
      const parents = ancestors.filter(isPair).map(keyOf);
      const isName = parents.at(-1) === 'properties' && parents.at(-2) !== 'properties';
      if (isName && !(isMap(value) && value.has('description'))) {
        report(pair.key, `"${key}" has no description; add one sentence that says what it means`);
      }
      if (key === 'description' && !isName && isScalar(value) && parents.at(0) !== 'info') {
        texts += 1;
        const isOperation = /\/(paths|webhooks)\//.test(source.file) && parents.length === 1;
        const limit = isOperation ? OPERATION_WORDS : FIELD_WORDS;
        const words = String(value.value).split(/\s+/).filter(Boolean).length;
        if (words > limit) report(pair.key, `the description has ${words} words; write at most ${limit}`);
      }
      return undefined;
    },
  });
  source.text.split('\n').forEach((line, index) => {
    const phrase = FORBIDDEN.exec(line)?.[0];
    if (phrase !== undefined)
      findings.push({
        file: source.file,
        line: index + 1,
        message: `"${phrase}"; state what's certain, or leave it out`,
      });
  });
  return { findings, texts };
}

/**
 * Checks the texts of a specification.
 *
 * @param folder - Its folder.
 */
export function checkTexts(folder: string): Report {
  const sources = readSources(folder);
  const used = new Set(['api-spec/openapi.yaml']);
  const reports = sources.map((source) => checkFile(source, used));
  const unused = sources
    .filter(({ file }) => !used.has(file))
    .map(({ file }) => ({ file, line: 1, message: 'no other file refers to this one; remove it, or add the `$ref`' }));
  return {
    findings: [...reports.flatMap(({ findings }) => findings), ...unused],
    counts: { files: sources.length, descriptions: reports.reduce((sum, { texts }) => sum + texts, 0) },
  };
}
