/**
 * Lists the skipped tests at the end of a run with their reasons. With `CI` set, they are a failure. Also writes the
 * times and results for the table of `npm test`.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { FullConfig, FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import type { Run } from '../../scripts/lib/test-times.mjs';
import { LEFT_OUT } from './left-out';

interface Project {
  seconds: number;
  passed: number;
  failed: number;
}

export default class LeftOutReporter implements Reporter {
  private readonly projects: Record<string, Project> = {};
  private readonly files: Record<string, number> = {};
  private readonly leftOut: string[] = [];
  private rootDir = '';

  onBegin(config: FullConfig): void {
    this.rootDir = config.rootDir;
  }

  onTestEnd(test: TestCase, { status, duration, annotations }: TestResult): void {
    const project = test.parent.project()?.name ?? '';
    const counts = (this.projects[project] ??= { seconds: 0, passed: 0, failed: 0 });
    const file = path.relative(this.rootDir, test.location.file).replaceAll('\\', '/');
    counts.seconds += duration / 1000;
    this.files[file] = (this.files[file] ?? 0) + duration / 1000;
    const reasons = annotations.filter(({ type }) => type === LEFT_OUT || type === 'skip' || type === 'fixme');
    if (status !== 'skipped') counts[test.outcome() === 'expected' ? 'passed' : 'failed'] += 1;
    if (status === 'skipped' || reasons.length > 0) {
      const why = [...new Set(reasons.flatMap(({ description }) => description ?? []))].join(' ');
      this.leftOut.push(`${file}: ${test.title}: ${why === '' ? 'no reason given' : why}`);
    }
  }

  onEnd(result: FullResult): Promise<{ status?: FullResult['status'] }> {
    return Promise.resolve(this.end(result));
  }

  private end(result: FullResult): { status?: FullResult['status'] } {
    const file = process.env['PAI_TEST_RUNS'];
    const run: Run = { projects: this.projects, files: this.files, leftOut: this.leftOut };
    if (file === undefined) {
      for (const line of this.leftOut) console.log(`Skipped: ${line}`);
    } else {
      mkdirSync(path.dirname(file), { recursive: true });
      appendFileSync(file, `${JSON.stringify(run)}\n`);
    }
    if (process.env['CI'] === undefined || this.leftOut.length === 0 || result.status !== 'passed') return {};
    console.error(`\n✖ ${this.leftOut.length} skipped. With CI set, that's a failure:`);
    for (const line of this.leftOut) console.error(`  ${line}`);
    return { status: 'failed' };
  }

  printsToStdio(): boolean {
    return false;
  }
}
