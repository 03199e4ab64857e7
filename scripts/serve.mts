/**
 * The second half of `npm start`: generates the reference, serves the site with live reload and generates again
 * whenever a file of the description changes. A broken description is reported and the last good one stays up.
 *
 * In: the port as first argument. Ends with the server's exit status.
 */
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { watch } from 'chokidar';
import { statusOf } from './lib/children.mjs';
import { programFile, root } from './lib/programs.cjs';

const port = process.argv[2] ?? '3000';

/** Generates everything; returns whether that succeeded. */
function generate(): boolean {
  const args = [programFile('tsx'), 'scripts/generate.mts'];
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0;
}

if (!generate()) {
  process.exit(1);
}

const args = [programFile('docusaurus'), 'start', '--port', port, '--no-open'];
const server = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
server.on('exit', (status, signal) => process.exit(statusOf(status, signal)));

let timer: NodeJS.Timeout | undefined;
watch(path.join(root, 'api-spec'), { ignoreInitial: true }).on('all', () => {
  clearTimeout(timer);
  // Editors save in several steps; one generation after the last of them is enough.
  timer = setTimeout(generate, 200);
});
