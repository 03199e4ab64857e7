/** Measures how long an edit takes to appear in the browser with `npm start`. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { freePort } from '../../scripts/lib/free-port';
import { programFile } from '../../scripts/lib/programs.cjs';
import { EDITED, EDITED_FILE, EDITED_OPERATION, EDITED_OPERATION_FILE } from './routes';

/** Finds the first words of a page or of an operation's description, without markup. */
function firstWords(file: string, text: string): string {
  const words = /(?:^---\n.*?^---\n\s*|^\s+description: (?:[>|]-?\n\s+)?)([A-Z][\w ,']{15,60})/ms.exec(text)?.[1];
  if (words === undefined) throw new Error(`${file}: no plain words to edit.`);
  return words.trim();
}

/** Edits a file, waits until the open page shows the edit, and restores the file. Returns seconds. */
async function reloadTime(browser: Browser, url: string, file: string): Promise<number> {
  const before = readFileSync(file, 'utf8');
  const words = firstWords(file, before);
  const page = await browser.newPage();
  await page.goto(url, { waitUntil: 'load' });
  await page.getByText(words).first().waitFor({ timeout: 120_000 });
  const began = performance.now();
  writeFileSync(file, before.replace(words, `Edited: ${words}`));
  await page.getByText(`Edited: ${words}`).first().waitFor({ timeout: 120_000 });
  const seconds = (performance.now() - began) / 1000;
  writeFileSync(file, before);
  await page.close();
  return seconds;
}

/**
 * Starts the development server of a site and edits a page and the specification.
 *
 * @param browser - The browser.
 * @param site - Folder of a copy of this site.
 * @returns Seconds until each edit appears.
 * @throws If the server exits.
 */
export async function liveReload(browser: Browser, site: string): Promise<{ page: number; specification: number }> {
  const port = String(await freePort());
  const server = spawn(process.execPath, [programFile('tsx', site), 'scripts/dev-server.mts', port], {
    cwd: site,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.stdout.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('compiled')) resolve();
      });
      server.on('exit', (status) => reject(new Error(`The server exited with status ${String(status)}.`)));
    });
    const origin = `http://localhost:${port}`;
    return {
      page: await reloadTime(browser, `${origin}${EDITED}`, path.join(site, EDITED_FILE)),
      specification: await reloadTime(browser, `${origin}${EDITED_OPERATION}`, path.join(site, EDITED_OPERATION_FILE)),
    };
  } finally {
    // The server has child processes.
    if (server.pid !== undefined) process.kill(-server.pid);
  }
}
