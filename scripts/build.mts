/**
 * `npm run build`: checks the sources, generates the reference, builds the site into a temporary folder, and moves it to
 * `build/` as the last step. A failed build leaves `build/` as it was.
 *
 * Also writes `.generated/deploy/`, the headers for servers (`DEPLOY.md`). With `CSP_META=1`, every page gets the policy
 * too. Exits with status 1 and the reason if anything is invalid.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { programFile, root } from './lib/programs.cjs';
import { writeSecurityHeaders } from './lib/security';
import { sourceProblems } from './lib/source-files';

const build = path.join(root, 'build');
const generated = path.join(root, '.generated');
const fresh = path.join(generated, 'site');
const old = path.join(generated, 'site-before');
const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** @throws If the program exits with a nonzero status. Its output contains the reason. */
function run(program: string, args: string[]): void {
  const { status } = spawnSync(process.execPath, [programFile(program), ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`Build failed: ${program} exited with an error (see above).`);
}

try {
  const { checked, problems } = sourceProblems(root);
  if (problems.length > 0) throw new Error(`Invalid source files (${checked} checked):\n  ${problems.join('\n  ')}`);
  run('tsx', ['scripts/generate.mts']);
  remove(fresh);
  run('docusaurus', ['build', '--out-dir', fresh, ...process.argv.slice(2)]);
  const pages = writeSecurityHeaders(fresh, path.join(generated, 'deploy'), process.env['CSP_META'] === '1');
  remove(old);
  if (existsSync(build)) renameSync(build, old);
  renameSync(fresh, build);
  remove(old);
  console.log(`Built ${pages} pages into build/, with security headers for servers in .generated/deploy/.`);
} catch (error) {
  remove(fresh);
  console.error(`\n✖ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
