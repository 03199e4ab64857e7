/** Each program with options says how to use it. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../support/routes';
import { expect, test } from './fixtures';

const folder = path.join(root, 'examples');
const programs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.mjs') && readFileSync(path.join(folder, file), 'utf8').includes('parseArgs'),
);

test('there are programs with options', () => {
  expect(programs.length).toBeGreaterThan(0);
});

for (const file of programs) {
  test(`${file} --help prints the first lines of the file, without a key`, () => {
    const args = [path.join(folder, file), '--help'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: {} });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toContain(`node ${path.basename(file)} `);
    const comment = readFileSync(path.join(folder, file), 'utf8').split('*/')[0] ?? '';
    const words = (text: string): string => text.replace(/^\/?\s*\*+/gm, '').replace(/\s+/g, ' ');
    expect(words(stdout).trim()).toBe(words(comment).trim());
  });
}
