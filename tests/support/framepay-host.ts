/** The FramePay host for browser tests. Serves the stand-in script, its style sheet, and the page inside its frames. */
import path from 'node:path';
import type { Page } from '@playwright/test';
import { framePayAssets } from '../../src/data/framepay';
import { root } from './routes';

const LABELS: Readonly<Record<string, string>> = {
  cardNumber: 'Card number',
  cardExpiry: 'Expiry date',
  cardCvv: 'Verification value',
};

/** The page inside a frame, with an input per part that sends changes to the stand-in. */
const FIELD_PAGE = `<!doctype html><html lang="en"><title>Payment field</title><script>
  const labels = ${JSON.stringify(LABELS)};
  const parts = new URLSearchParams(location.search).get('parts').split(',');
  const tell = (part, kind, value) => parent.postMessage({part, kind, value}, '*');
  addEventListener('DOMContentLoaded', () => {
    for (const part of parts) {
      const input = document.createElement('input');
      input.setAttribute('aria-label', labels[part] ?? part);
      input.addEventListener('input', () => tell(part, 'input', input.value));
      input.addEventListener('focus', () => tell(part, 'focus'));
      input.addEventListener('blur', () => tell(part, 'blur'));
      document.body.append(input);
    }
    tell(parts[0], 'ready');
  });
</script><body></body></html>`;

/** Responds for the FramePay host. With `isBlocked`, the script doesn't load, as with a content blocker. */
export async function serveFramePay(page: Page, isBlocked = false): Promise<void> {
  const { origin } = new URL(framePayAssets.script);
  await page.route(`${origin}/**`, (route) => {
    const { href, pathname } = new URL(route.request().url());
    if (pathname === '/field.html') return route.fulfill({ contentType: 'text/html', body: FIELD_PAGE });
    if (href === framePayAssets.stylesheet) return route.fulfill({ contentType: 'text/css', body: '' });
    if (href !== framePayAssets.script) return route.fulfill({ status: 404 });
    if (isBlocked) return route.abort('blockedbyclient');
    return route.fulfill({
      contentType: 'text/javascript',
      path: path.join(root, 'tests', 'support', 'framepay-stand-in.js'),
    });
  });
}
