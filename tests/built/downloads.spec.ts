/** What readers can take away is linked, is there, and is as large as the page says. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { formatSize } from '../../src/render/overview';
import { loadHtml } from '../support/html';
import { buildFolder } from '../support/routes';

const list = (folder: string): string[] =>
  readdirSync(path.join(buildFolder, folder)).map((file) => `/${folder}/${file}`);

test('the API overview links every download', () => {
  const html = loadHtml('/api/');
  const links = html('main a[href]')
    .toArray()
    .map(({ attribs }) => attribs['href'] ?? '');
  const files = ['/openapi.yaml', '/openapi.json', '/llms.txt', '/llms-full.txt', '/api-changes.xml'];
  const all = [...files, '/schemas/webhook-events.d.ts', ...list('downloads')];
  expect(list('downloads').length).toBeGreaterThan(5);
  expect(all.filter((file) => !links.includes(file))).toEqual([]);
  expect(all.filter((file) => !existsSync(path.join(buildFolder, file)))).toEqual([]);
});

test('the API overview states the size of each download, and the checksum of the sandbox', () => {
  const text = readFileSync(path.join(buildFolder, 'api.md'), 'utf8');
  const sized = [...text.matchAll(/\]\(\S*?(\/[\w./-]+)\) \(([\d.]+ \w+)\)(?:.*\\\n +SHA-256 `(\w+))?/g)];
  const wrong = sized.filter(([, url = '', size, checksum]) => {
    const file = readFileSync(path.join(buildFolder, url.replace(/^\/\/[^/]+/, '')));
    const isSame = checksum === undefined || createHash('sha256').update(file).digest('hex') === checksum;
    return formatSize(file.length) !== size || !isSame;
  });
  expect(sized.length).toBeGreaterThan(10);
  expect(sized.filter(([, , , checksum]) => checksum !== undefined)).toHaveLength(1);
  expect(wrong.map(([text]) => text)).toEqual([]);
});

test('each tutorial links its workflow, and llms.txt lists it', () => {
  const index = readFileSync(path.join(buildFolder, 'llms.txt'), 'utf8');
  const workflows = list('workflows');
  expect(workflows).toHaveLength(12);
  for (const file of workflows) {
    const page = loadHtml(`/docs/get-started/tutorials/${path.basename(file, '.yaml')}`);
    expect(page(`main a[href="${file}"]`).length, file).toBe(1);
    expect(index).toContain(file);
  }
});
