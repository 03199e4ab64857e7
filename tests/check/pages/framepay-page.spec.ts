/** The policy of the FramePay sample page names its script: with a wrong hash, the page that a reader copies does nothing. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';

test('the policy of the sample page has the hash of its script', () => {
  const html = readFileSync('examples/framepay/index.html', 'utf8');
  const scripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)];
  const hashes = scripts.map(([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`);
  const named = [...html.matchAll(/'(sha256-[^']*)'/g)].map(([, hash]) => hash);
  expect(named, 'write these hashes into the policy of examples/framepay/index.html').toEqual(hashes);
  expect(hashes.length).toBeGreaterThan(0);
});
