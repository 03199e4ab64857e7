/**
 * How long an edit takes to be seen in the browser: of a page, and of the description, with the server of `npm start`.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { freePort } from '../../scripts/lib/free-port';
import { programFile } from '../../scripts/lib/programs.cjs';
import { reloadTime } from './page';

/** Seconds after an edit of a page and of the description of the site in this folder. Throws if the server ends. */
export async function liveReload(browser: Browser, site: string): Promise<{ page: number; description: number }> {
  const port = String(await freePort());
  const server = spawn(process.execPath, [programFile('tsx', site), 'scripts/serve.mts', port], {
    cwd: site,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.stdout.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('compiled')) resolve();
      });
      server.on('exit', (status) => reject(new Error(`The server ended with ${String(status)}.`)));
    });
    const origin = `http://localhost:${port}`;
    const page = await reloadTime(
      browser,
      `${origin}/docs/get-started/concepts/trial`,
      path.join(site, 'docs/get-started/concepts/trial.mdx'),
      { from: 'A trial is a free or cheaper period', to: 'Measured: a trial is a free or cheaper period' },
    );
    const description = await reloadTime(
      browser,
      `${origin}/api/create-access-permit`,
      path.join(site, 'api-spec/paths/access-permits.yaml'),
      { from: 'Use this call to let a person sign in', to: 'Measured: this call lets a person sign in' },
    );
    return { page, description };
  } finally {
    // The server has children of its own.
    if (server.pid !== undefined) process.kill(-server.pid);
  }
}
