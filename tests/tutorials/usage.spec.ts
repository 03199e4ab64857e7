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

/** Programs that send requests and can be given the time of a sandbox. */
const timed = programs.filter((file) => {
  const text = readFileSync(path.join(folder, file), 'utf8');
  return text.includes('PAI_NOW') && text.includes('PAI_API_KEY');
});

test('there are programs that can be given a time', () => {
  expect(timed.length).toBeGreaterThanOrEqual(5);
});

for (const file of timed) {
  test(`${file} doesn't use the time of a sandbox with PAI's own hosts`, () => {
    const env = { PAI_API_KEY: 'a|b|c', PAI_ORGANIZATION_ID: 'org_1', PAI_NOW: '2026-11-20T12:00:00Z' };
    const args = [path.join(folder, file), ...(file.endsWith('refund.mjs') ? ['follow'] : [])];
    for (const more of [{}, { PAI_API: 'https://sandbox.pai.example' }]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, args, {
        encoding: 'utf8',
        env: { ...env, ...more },
      });
      expect(stderr + stdout).toContain('PAI_NOW is the time of a sandbox on your own machine.');
      expect(status).not.toBe(0);
    }
  });
}
