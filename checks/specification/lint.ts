/** Redocly's rules over the source files: its strict set, and the project's own in `redocly.yaml`. */
import path from 'node:path';
import { lint, loadConfig } from '@redocly/openapi-core';
import { toFinding } from '../../scripts/lib/specification';
import { findingText, type Report } from '../../src/site/finding';

/**
 * Lints a specification. Errors and warnings are findings.
 *
 * @param folder - Its folder, with `openapi.yaml`.
 */
export async function lintSpecification(folder: string): Promise<Report> {
  const config = await loadConfig({ configPath: 'redocly.yaml' });
  const problems = await lint({ ref: path.join(folder, 'openapi.yaml'), config });
  const findings = problems.map((problem) => {
    const finding = toFinding(problem);
    // The 160 currencies say less than the first eight.
    const message = finding.message.replace(/((?:"[^"]*", ){8}).*(?="\.?$)/, '$1…');
    return { ...finding, message: `${message} (${problem.ruleId})` };
  });
  // A part that several files refer to is linted for each of them.
  const unique = new Map(findings.map((finding) => [findingText(finding), finding]));
  return { findings: [...unique.values()], counts: { rules: Object.keys(config.rules.oas3_1).length } };
}
