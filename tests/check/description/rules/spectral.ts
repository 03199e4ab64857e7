/** Spectral with the rule set spectral:oas over a file: everything it reports is a finding. */
import { readFileSync } from 'node:fs';
import type { Report } from '../finding';
import { pointer } from '../description';
import { outputOf } from './redocly';

interface SpectralProblem {
  code: string;
  message: string;
  path: (string | number)[];
  severity: number;
  source?: string;
  range: { start: { line: number } };
}

/** Lints a description file. Rejects when the linter gives no report. */
export async function spectralProblems(file: string): Promise<Report> {
  const { stdout, stderr } = await outputOf('@stoplight/spectral-cli/dist/index.js', [
    'lint',
    file,
    '--ruleset',
    '.spectral.yaml',
    '--format',
    'json',
    '--quiet',
  ]);
  const start = stdout.indexOf('[');
  if (start < 0) throw new Error(`Spectral gave no report on ${file}:\n${stdout}${stderr}`);
  const problems = JSON.parse(stdout.slice(start)) as SpectralProblem[];
  const findings = problems.map((problem) => ({
    pointer: pointer(...problem.path),
    message: `${problem.source ?? file}:${String(problem.range.start.line + 1)} ${problem.code}: ${problem.message}`,
  }));
  const of = (severity: number): number => problems.filter((problem) => problem.severity === severity).length;
  return {
    findings,
    checked: readFileSync(file).length > 0 ? 1 : 0,
    counts: { errors: of(0), warnings: of(1), 'hints and notes': problems.length - of(0) - of(1) },
  };
}
