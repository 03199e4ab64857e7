/**
 * `npm run build`: checks the sources, generates the reference, builds the site into a temporary folder, and moves it
 * to `build/` as the last step. A failed build leaves `build/` unchanged and no files behind.
 *
 * Writes `build/`, the site, and `.generated/deploy/`, the headers for servers that don't read them from the site
 * (`DEPLOY.md`). With `CSP_META=1`, it also writes the policy into every page, for hosts that can't send headers. Exits
 * with status 1 and the reason if anything is invalid.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { programFile, root } from './lib/programs.cjs';
import { putInPlace, recover } from './lib/put-in-place';
import { writeSecurityHeaders } from './lib/security/write';
import { sourceProblems } from './lib/source-files';

const generated = path.join(root, '.generated');
const places = {
  site: path.join(root, 'build'),
  deploy: path.join(generated, 'deploy'),
  freshSite: path.join(generated, 'site'),
  freshDeploy: path.join(generated, 'deploy-fresh'),
  replaced: path.join(generated, 'site-replaced'),
};

/** @throws If the program exits with a nonzero status. Its output contains the reason. */
function run(program: string, args: string[]): void {
  const { status, error } = spawnSync(process.execPath, [programFile(program), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) {
    throw new Error(
      `Build failed: ${program} exited with an error${error === undefined ? ' (see above)' : `: ${error.message}`}.`,
    );
  }
}

/** @throws With one line per problem in the source files. */
function checkSources(): void {
  const { checked, problems } = sourceProblems(root);
  if (problems.length > 0) {
    throw new Error(`Invalid source files (${checked} checked):\n  ${problems.join('\n  ')}`);
  }
  console.log(`Checked the names, sizes, and encoding of ${checked} source files.`);
}

/** @throws If the folder is incomplete, although the build reported no error. */
function checkComplete(folder: string): void {
  for (const file of ['index.html', '404.html', 'sitemap.xml', 'openapi.yaml', path.join('api', 'index.html')]) {
    if (!existsSync(path.join(folder, file))) {
      throw new Error(`The build is incomplete: ${file} is missing. Run "npm run build" again.`);
    }
  }
}

recover(places);
try {
  checkSources();
  run('tsx', ['scripts/generate.mts']);
  run('docusaurus', ['build', '--out-dir', places.freshSite]);
  checkComplete(places.freshSite);
  // Mermaid writes the styles of a diagram into the page.
  const pages = writeSecurityHeaders(places.freshSite, places.freshDeploy, {
    root,
    inlineStyles: true,
    meta: process.env['CSP_META'] === '1',
  });
  putInPlace(places);
  console.log(`Built ${pages} pages into build/, with security headers for servers in .generated/deploy/.`);
} catch (error) {
  for (const left of [places.freshSite, places.freshDeploy]) rmSync(left, { recursive: true, force: true });
  console.error(`\n✖ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
