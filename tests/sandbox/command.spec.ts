/** `npm run sandbox`: how it starts, what it prints, and how it ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from '../../scripts/lib/free-port';
import { root } from '../support/routes';

/** `npm run sandbox` without its check of the installation, which a test must not set off. */
const program = path.join(root, 'scripts', 'lib', 'serve-sandbox.mjs');

test('it prints a line that points a shell at it, and one line if its port is taken', async () => {
  const port = String(await freePort());
  const start = () => {
    const child = spawn(process.execPath, [program], { env: { ...process.env, PORT: port } });
    const started = { child, output: '' };
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (started.output += chunk.toString()));
    return started;
  };
  const first = start();
  try {
    await expect.poll(() => first.output, { timeout: 50_000 }).toContain('export PAI_ORGANIZATION_ID=');
    const read = (name: string): string => new RegExp(`${name}=["']?([^\\s"']+)`).exec(first.output)?.[1] ?? '';
    expect(read('PAI_API')).toBe(`http://127.0.0.1:${port}`);
    const url = `${read('PAI_API')}/v1/public-api/organizations/${read('PAI_ORGANIZATION_ID')}`;
    const { status } = await fetch(url, { headers: { Authorization: `ApiKey ${read('PAI_API_KEY')}` } });
    expect(status).toBe(200);
    const second = start();
    expect(await once(second.child, 'exit')).toEqual([1, null]);
    expect(second.output).toContain(`Port ${port} is taken`);
  } finally {
    const ended = once(first.child, 'exit');
    first.child.kill('SIGTERM');
    await ended;
  }
});
