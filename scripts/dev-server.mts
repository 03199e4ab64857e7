/**
 * The second part of `npm start`: generates the reference, serves the site with live reload, and generates again when a
 * file of the specification changes. If the specification is invalid, it reports the error and keeps the last valid
 * version.
 *
 * The first argument is the port. Exits with the server's status.
 */
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { watch } from 'chokidar';
import { toExitStatus } from './lib/children.mjs';
import { programFile, root } from './lib/programs.cjs';

const port = process.argv[2] ?? '3000';

/** Generates everything, and returns whether that succeeded. */
function generate(): boolean {
  const args = [programFile('tsx'), 'scripts/generate.mts'];
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0;
}

if (!generate()) {
  process.exit(1);
}

const args = [programFile('docusaurus'), 'start', '--port', port, '--no-open'];
const server = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
server.on('exit', (status, signal) => process.exit(toExitStatus(status, signal)));

let timer: NodeJS.Timeout | undefined;
watch(path.join(root, 'api-spec'), { ignoreInitial: true }).on('all', () => {
  clearTimeout(timer);
  // Editors save in several steps, so wait for the last one.
  timer = setTimeout(generate, 200);
});
