/** What is left out is named, and fails the run where `CI` is set; a missing font stops it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { programFile, root } from '../../../scripts/lib/programs.cjs';
import { writeFontconfig } from '../../../scripts/lib/browser-fonts';

/** Runs a test with the reporter of this site; `ci` is whether `CI` is set. */
function outcome(body: string, ci: boolean): { status: number | null; output: string } {
  const parent = path.join(root, '.generated');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(path.join(parent, 'reporter '));
  try {
    writeFileSync(path.join(folder, 'a.spec.ts'), `import { test } from '@playwright/test';\n${body}\n`);
    const reporter = JSON.stringify(path.join(root, 'tests', 'support', 'reporter.ts'));
    const config = path.join(folder, 'playwright.config.ts');
    writeFileSync(config, `export default { testDir: '.', outputDir: './out', reporter: [[${reporter}]] };`);
    const env = { ...process.env, CI: ci ? 'true' : undefined, PAI_TEST_RUNS: undefined };
    const args = [programFile('playwright'), 'test', '--config', config];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env });
    return { status, output: `${stdout}${stderr}` };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('reports a skipped test with its reason, and fails the run if CI is set', () => {
  const skipped = "test('one', () => {}); test('two', () => { test.skip(true, 'no such thing here'); });";
  const elsewhere = outcome(skipped, false);
  expect(elsewhere.status, elsewhere.output).toBe(0);
  expect(elsewhere.output).toMatch(/Skipped: .*a\.spec\.ts: two: no such thing here/);
  const there = outcome(skipped, true);
  expect(there.status, there.output).toBe(1);
  expect(there.output).toMatch(/✖ 1 skipped.*\n.*two: no such thing here/);
  const noted = "test('three', () => { test.info().annotations.push({ type: 'left out', description: 'a part' }); });";
  expect(outcome(noted, true).status).toBe(1);
  expect(outcome("test('one', () => {});", true).status).toBe(0);
});

test('a missing font stops the tests, and the fontconfig file contains one folder', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pai docs fonts '));
  expect(() => writeFontconfig(folder, folder)).toThrow(/DejaVuSans\.ttf, .*DejaVuSansMono\.ttf, .*Run npm ci\./);
  const text = readFileSync(writeFontconfig(undefined, folder), 'utf8');
  expect(text.match(/<dir>/g)).toHaveLength(1);
  expect(text).not.toContain('<include');
  rmSync(folder, { recursive: true });
});
