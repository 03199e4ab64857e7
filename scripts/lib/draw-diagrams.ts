/** Draws diagrams in Chromium, as a reader's browser would, and optimizes the drawings for the pages. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { load, type CheerioAPI } from 'cheerio';
import { transformSync } from 'esbuild';
import { PurgeCSS } from 'purgecss';
import { diagramKey } from '../../src/data/diagrams';
import { diagramLook } from '../../src/theme/Mermaid/styles';
import { root } from './programs.cjs';

/** Mermaid as a single file, for a page without a bundler. */
const mermaidFile = createRequire(path.join(root, 'package.json')).resolve('mermaid/dist/mermaid.min.js');

/** The parts of Mermaid that the page uses. */
interface Mermaid {
  initialize(config: object): void;
  render(id: string, source: string): Promise<{ svg: string }>;
}

async function drawIn(page: Page, source: string): Promise<string> {
  return page.evaluate(
    async ([id, text, look]) => {
      const { mermaid } = window as unknown as { mermaid: Mermaid };
      mermaid.initialize({ startOnLoad: false, theme: 'base', ...look });
      return (await mermaid.render(id, text)).svg;
    },
    [`diagram-${diagramKey(source)}`, source, diagramLook] as const,
  );
}

/** Arrowheads and symbols of other diagram types, names that nothing refers to, and Mermaid's internal data. */
function removeUnused(document: CheerioAPI): void {
  // The style names parts of other looks, too.
  const html = document.html().replace(/<style[^]*?<\/style>/, '');
  for (const part of document('[id]:not(svg)').toArray()) {
    const id = document(part).attr('id') ?? '';
    if ([`url(#${id})`, `"#${id}"`, `by="${id}"`].some((reference) => html.includes(reference))) continue;
    if (document(part).is('marker, symbol, filter, [id$="-gradient"]')) document(part).remove();
    else document(part).removeAttr('id');
  }
  document('defs:empty, g:empty, rect:not([width])').remove();
  for (const element of document('*').toArray()) {
    for (const name of Object.keys('attribs' in element ? element.attribs : {})) {
      if (/^data-(?:points|id|et|edge|look|from|to|type)$/.test(name)) document(element).removeAttr(name);
    }
  }
}

/** Mermaid adds styles for all diagram types. A drawing only needs those of its own. */
async function leanStyle(document: CheerioAPI): Promise<void> {
  const style = document('style');
  const css = style.text();
  style.remove();
  const [result] = await new PurgeCSS().purge({
    content: [{ raw: document.html(), extension: 'html' }],
    css: [{ raw: css }],
    keyframes: true,
    safelist: [/^diagram-/],
  });
  const { code } = transformSync(result?.css ?? css, { loader: 'css', minify: true });
  document('svg').first().prepend(`<style>${code.trim()}</style>`);
}

/** The colors of Mermaid's base theme and the tokens that replace them. */
const TOKENS: Readonly<Record<string, string>> = {
  '#333': '--site-text',
  '#0b0b0b': '--site-text-muted',
  '#fff4dd': '--site-panel',
  '#eaeaea': '--site-panel',
  '#fff5ad': '--site-panel',
  '#edf2ae': '--site-panel',
  '#f4ddff': '--site-surface',
  '#f4ddff80': '--site-surface',
  '#edb': '--site-border-strong',
  '#666': '--site-border-strong',
  '#999': '--site-border-strong',
  '#e4db95': '--site-border-strong',
  'hsl(40.6, 60%, 83.3%)': '--site-border-strong',
  'hsl(-79.4, 60%, 83.3%)': '--site-border',
  'rgba(185,185,185,1)': '--site-border',
};

/**
 * Replaces the colors of Mermaid's theme with the palette's custom properties, so that a drawing follows the color mode.
 *
 * @param svg a drawing
 * @returns the drawing without a written-out color
 * @throws if it has a color that no token stands for yet
 */
export function nameColors(svg: string): string {
  // Colors follow a colon or an equals sign; `#` after a bracket or a comma is an ID.
  return svg.replace(/(?<=[:="]\s*)(?:#[0-9a-f]{3,8}(?![\w-])|(?:rgba?|hsl)\([^)]*\))/gi, (color) => {
    const token = TOKENS[color.toLowerCase()];
    if (token === undefined) {
      throw new Error(`scripts/lib/draw-diagrams.ts: ${color} has no token in the palette. Add one to TOKENS.`);
    }
    return `var(${token})`;
  });
}

/** Rounds to a tenth of a pixel. Numbers between tags are text of the diagram. */
const rounded = (svg: string): string =>
  svg.replace(/<(?!style)[^>]*>/g, (tag) =>
    tag.replace(/-?\d+\.\d{2,}/g, (number) => String(Math.round(Number(number) * 10) / 10)),
  );

/**
 * Draws diagrams.
 *
 * @param sources in Mermaid's language
 * @param executablePath the browser
 * @param env its environment, which decides on the letters
 * @returns SVG by the diagram's key; colors are the site's custom properties
 * @throws if one of them cannot be drawn, with Mermaid's reason
 */
export async function drawDiagrams(
  sources: readonly string[],
  executablePath: string,
  env: Record<string, string>,
): Promise<Map<string, string>> {
  const browser = await chromium.launch({ executablePath, env, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    // The site's text styles that affect the layout. Letters are as wide as the widest of the site's fonts.
    await page.setContent(
      '<style>@font-face { font-family: wide; src: local("DejaVu Sans"); size-adjust: 94% } body { font: 16px/1.5 wide; --site-font-text: wide }</style>',
    );
    await page.addScriptTag({ content: readFileSync(mermaidFile, 'utf8') });
    const drawings = new Map<string, string>();
    for (const source of sources) {
      const document = load(await drawIn(page, source), null, false);
      removeUnused(document);
      await leanStyle(document);
      drawings.set(diagramKey(source), nameColors(rounded(document.html())));
    }
    return drawings;
  } finally {
    await browser.close();
  }
}
