/**
 * The second part of `npm start`: generates the reference, serves the site with live reload, and generates again when a
 * file of the specification changes. If the specification is invalid, it reports the error and keeps the last valid
 * version.
 *
 * The first argument is the port. Exits with the server's status.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { watch } from 'chokidar';
import { toExitStatus } from './lib/children.mjs';
import { bundleSpecification } from './lib/description';
import { programFile, root } from './lib/programs.cjs';
import { writeDescription } from './lib/reference';

const port = process.argv[2] ?? '3000';
const generation = [programFile('tsx'), 'scripts/generate.mts'];

if (spawnSync(process.execPath, generation, { cwd: root, stdio: 'inherit' }).status !== 0) {
  process.exit(1);
}

const args = [programFile('docusaurus'), 'start', '--port', port, '--no-open'];
const server = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
server.on('exit', (status, signal) => process.exit(toExitStatus(status, signal)));

let current: Promise<unknown> = Promise.resolve();
let next: Promise<unknown> | undefined;

/**
 * Generates what can wait a few seconds: titles, new pages, and downloads. Runs share files, so there's one at a time, and
 * all edits during a run are part of the next one.
 */
function generateRest(): void {
  next ??= current.then(() => {
    next = undefined;
    current = once(spawn(process.execPath, generation, { cwd: root, stdio: 'inherit' }), 'exit');
    return current;
  });
}

/** Writes the specification alone, which is what the open page shows, and then generates the rest. */
async function update(): Promise<void> {
  try {
    writeDescription(path.join(root, '.generated'), await bundleSpecification(root));
  } catch (error) {
    console.error(`\n✖ ${error instanceof Error ? error.message : String(error)}\n`);
    return;
  }
  generateRest();
}

let timer: NodeJS.Timeout | undefined;
let last = Promise.resolve();
watch(path.join(root, 'api-spec'), { ignoreInitial: true }).on('all', () => {
  clearTimeout(timer);
  // Editors save in several steps, so wait for the last one.
  timer = setTimeout(() => {
    last = last.then(update);
  }, 200);
});
