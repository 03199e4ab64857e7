/** Spectral with the rule set `.spectral.yaml` over a file: everything it reports is a finding. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Document, Ruleset, Spectral } from '@stoplight/spectral-core';
import { Yaml } from '@stoplight/spectral-parsers';
import { oas } from '@stoplight/spectral-rulesets';
import { parse } from 'yaml';
import { ROOT } from '../description';
import type { Report } from '../finding';
import { joinPointer } from '../../../description/json';

/** The parts of a rule set that `.spectral.yaml` uses. */
interface RuleSettings {
  readonly extends: readonly string[];
  readonly rules?: Readonly<Record<string, 'off'>>;
  readonly overrides?: readonly { readonly files: string[]; readonly rules: Readonly<Record<string, 'off'>> }[];
}

/**
 * Reads a rule set.
 *
 * @param file - Absolute path of the rule set, whose folder the paths in it are relative to.
 * @throws If the rule set extends another one than `spectral:oas`.
 */
function loadRuleset(file: string): Ruleset {
  const { extends: extended, ...settings } = parse(readFileSync(file, 'utf8')) as RuleSettings;
  if (extended.join() !== 'spectral:oas') {
    throw new Error(
      `${file} extends ${extended.join(', ')}. Add the rule set to src/content-lint/specification/rules/spectral.ts.`,
    );
  }
  return new Ruleset({ ...settings, extends: [oas] }, { source: file });
}

/**
 * Lints a description file.
 *
 * @param file - The source or the bundle.
 * @param ruleset - Absolute path of the rule set.
 * @throws If the rule set is invalid.
 */
export async function spectralProblems(file: string, ruleset = path.join(ROOT, '.spectral.yaml')): Promise<Report> {
  const spectral = new Spectral();
  spectral.setRuleset(loadRuleset(ruleset));
  const text = readFileSync(file, 'utf8');
  const problems = await spectral.run(new Document(text, Yaml, path.resolve(ROOT, file)));
  const findings = problems.map((problem) => ({
    pointer: joinPointer(...problem.path),
    message: `${problem.source ?? file}:${String(problem.range.start.line + 1)} ${String(problem.code)}: ${problem.message}`,
  }));
  const severities = problems.map(({ severity }): number => severity);
  const count = (level: number): number => severities.filter((severity) => severity === level).length;
  return {
    findings,
    checked: text.length > 0 ? 1 : 0,
    counts: { errors: count(0), warnings: count(1), 'hints and notes': problems.length - count(0) - count(1) },
  };
}
