/** What counts as the same picture: versions of Chromium draw the edges of letters a little differently. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { families } from '../../scripts/lib/browser-fonts';

/** The pictures that are kept. */
export const picturesFolder = path.join(__dirname, 'pictures');

/**
 * A pixel counts if its color is clearly another one; a picture is another one if more pixels than these count.
 * `comparison.spec.ts` proves both sides: edges drawn otherwise are let through, a heading that moved by two pixels not.
 */
export const tolerance = { threshold: 0.2, maxDiffPixels: 60 } as const;

/** The names of the pictures that are kept. */
export const keptPictures = (): string[] => readdirSync(picturesFolder).filter((file) => file.endsWith('.png'));

/** Families that headings and code of the page at hand are drawn with. */
export async function drawnFamilies(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const used = new Set<string>();
  for (const selector of ['h1', 'main p', 'pre code']) {
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    if (nodeId === 0) throw new Error(`${page.url()} has no ${selector}.`);
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    for (const { familyName } of fonts) used.add(familyName);
  }
  await session.detach();
  return [...used].sort();
}

/** What stands in the way of comparing, and what to do; undefined if nothing does. */
export function obstacle(drawn: readonly string[], platform: NodeJS.Platform = process.platform): string | undefined {
  if (platform !== 'linux') {
    return (
      'Pictures are compared on Linux alone: other systems draw letters their own way. ' +
      'Nothing verifies that the pages match their screenshots.'
    );
  }
  const wanted = Object.values(families);
  const strange = drawn.filter((family) => !wanted.some((name) => name === family));
  if (strange.length === 0 && drawn.length > 0) return undefined;
  throw new Error(
    `Pages are drawn with ${drawn.join(', ') || 'no font'} in place of ${wanted.join(' and ')}. ` +
      'The browser takes its fonts from .generated/fonts/fonts.conf (scripts/lib/browser-fonts.ts).',
  );
}
