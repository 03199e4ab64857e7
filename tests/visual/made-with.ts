/** What draws the letters: pictures can be compared only if it is the same. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';

export const picturesFolder = path.join(__dirname, 'pictures');
const file = path.join(picturesFolder, 'made-with.json');

export interface MadeWith {
  /** Version of the browser. */
  readonly browser: string;
  /** Family that text and code are drawn in, with the width of a line of each, which tells versions of a font apart. */
  readonly fonts: Readonly<Record<string, string>>;
}

/** Sample whose width is measured. */
const LINE = 'Quick wafting zephyrs vex bold Jim. 0123456789';

/** What the page at hand is drawn with. */
export async function drawnWith(page: Page): Promise<MadeWith> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const fonts: Record<string, string> = {};
  for (const selector of ['h1', 'pre code']) {
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    const used = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    const [family] = [...used.fonts].sort((one, other) => other.glyphCount - one.glyphCount);
    const width = await page.evaluate(
      ([line, where]) => {
        const style = getComputedStyle(document.querySelector(where ?? '') ?? document.body);
        const context = document.createElement('canvas').getContext('2d');
        if (context === null) return 0;
        context.font = `16px ${style.fontFamily}`;
        return context.measureText(line ?? '').width;
      },
      [LINE, selector],
    );
    fonts[selector] = `${family?.familyName ?? 'none'}, ${width.toFixed(2)}`;
  }
  await session.detach();
  return { browser: page.context().browser()?.version() ?? 'unknown', fonts };
}

/** What the pictures were made with; undefined if there are none yet. */
export function madeWith(): MadeWith | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as MadeWith) : undefined;
}

export function writeMadeWith(value: MadeWith): void {
  mkdirSync(picturesFolder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

/** Why nothing can be compared, and what to do; undefined if it can. */
export function difference(made: MadeWith | undefined, here: MadeWith): string | undefined {
  if (JSON.stringify(made) === JSON.stringify(here)) return undefined;
  return (
    `The pictures were made with ${JSON.stringify(made ?? 'nothing')}, this browser draws with ${JSON.stringify(here)}. ` +
    'Nothing is compared. Use the same browser and fonts, or renew the pictures: npm run build && npm run pictures.'
  );
}
