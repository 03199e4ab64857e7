/**
 * The second part of `npm start`: generates the reference, serves the site with live reload, and generates again when a
 * file of the specification changes. If the specification is invalid, it reports why, and keeps the last valid version.
 *
 * The first argument is the port. Exits with the server's status.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import path from 'node:path';
import { bundleAsJson } from './lib/specification';
import { programFile, root } from './lib/programs.cjs';
import { writeSpecification } from './lib/reference';

const port = process.argv[2] ?? '3000';
const generation = [programFile('tsx'), 'scripts/generate.mts'];

if (spawnSync(process.execPath, generation, { cwd: root, stdio: 'inherit' }).status !== 0) process.exit(1);

const args = [programFile('docusaurus'), 'start', '--port', port, '--no-open'];
const server = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
server.on('exit', (status) => process.exit(status ?? 1));

/** Writes the specification, which is what the open page shows, and then titles, new pages, and downloads. */
async function update(): Promise<void> {
  try {
    writeSpecification(path.join(root, '.generated'), await bundleAsJson());
    await once(spawn(process.execPath, generation, { cwd: root, stdio: 'inherit' }), 'exit');
  } catch (error) {
    console.error(`\n✖ ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

let timer: NodeJS.Timeout | undefined;
let last = Promise.resolve();
watch(path.join(root, 'api-spec'), { recursive: true }, () => {
  clearTimeout(timer);
  // Editors save in several steps, so wait for the last one.
  timer = setTimeout(() => {
    last = last.then(update);
  }, 200);
});
