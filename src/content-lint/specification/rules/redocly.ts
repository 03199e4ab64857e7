/** Redocly's linter with the rule set recommended-strict over a file: errors and warnings are findings. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { ROOT } from '../description';
import type { Report } from '../finding';

interface RedoclyProblem {
  ruleId: string;
  severity: string;
  message: string;
  location: { source?: { ref?: string }; pointer?: string; start?: { line: number } }[];
}

/** Runs a program and gives what it prints, whatever its exit code; rejects when it cannot be started. */
export async function runProgram(script: string, args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  return new Promise((done, fail) => {
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' };
    execFile(
      process.execPath,
      [resolve(ROOT, 'node_modules', script), ...args],
      { cwd: ROOT, env, maxBuffer: 1 << 28 },
      (error, stdout, stderr) => {
        if (error !== null && typeof error.code !== 'number')
          fail(new Error(`${script} cannot be run: ${error.message}`));
        else done({ stdout, stderr });
      },
    );
  });
}

/**
 * Lints a description file.
 *
 * @param file - The source or the bundle.
 * @param config - The linter's configuration.
 * @throws If the linter gives no report.
 */
export async function redoclyProblems(file: string, config = 'redocly.yaml'): Promise<Report> {
  const { stdout, stderr } = await runProgram('@redocly/cli/bin/cli.js', [
    'lint',
    file,
    '--config',
    config,
    '--format',
    'json',
    '--max-problems',
    '1000',
  ]);
  const start = stdout.indexOf('{');
  if (start < 0) throw new Error(`Redocly gave no report on ${file}:\n${stderr}`);
  const report = JSON.parse(stdout.slice(start)) as {
    totals: { errors: number; warnings: number };
    problems: RedoclyProblem[];
  };
  const findings = report.problems.map((problem) => {
    const place = problem.location[0];
    return {
      pointer: (place?.pointer ?? '').replace(/^#/, ''),
      message: `${place?.source?.ref ?? file}: ${problem.severity} ${problem.ruleId}: ${problem.message}`,
    };
  });
  return { findings, checked: 1, counts: { errors: report.totals.errors, warnings: report.totals.warnings } };
}
