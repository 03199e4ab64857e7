/**
 * Sizes of the diagrams in CSS pixels, as Chromium draws them at full width; recorded by `npm run diagrams`.
 */
import { createHash } from 'node:crypto';
import sizes from './diagram-sizes.json';

/** Width and height by the diagram's key. */
export const diagramSizes: Partial<Record<string, [width: number, height: number]>> = Object.fromEntries(
  Object.entries(sizes).map(([key, size]) => {
    const [width = 0, height = 0] = size.split(' x ').map(Number);
    return [key, [width, height]];
  }),
);

/** A short name for a diagram's source, that changes with it. */
export function diagramKey(source: string): string {
  return createHash('sha256').update(source.trim()).digest('hex').slice(0, 12);
}
