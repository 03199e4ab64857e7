/**
 * Draws SVG as PNG with resvg. Its WebAssembly draws the same bytes on every machine, and is one package rather than a
 * program for each kind of machine.
 */
import { readFileSync } from 'node:fs';
import { initWasm, Resvg, type ResvgRenderOptions } from '@resvg/resvg-wasm';

/** Draws an SVG, as wide as the options say or as the SVG itself. */
export type DrawPng = (svg: string, options?: ResvgRenderOptions) => Buffer;

let loading: Promise<void> | undefined;

/**
 * Loads resvg once.
 *
 * @returns A function that draws.
 */
export async function loadPngDrawer(): Promise<DrawPng> {
  loading ??= initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')));
  await loading;
  return (svg, options) => {
    const drawing = new Resvg(svg, options);
    const image = drawing.render();
    const png = Buffer.from(image.asPng());
    // WebAssembly's memory isn't garbage collected.
    image.free();
    drawing.free();
    return png;
  };
}
