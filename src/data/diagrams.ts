/**
 * The drawings of the diagrams: one SVG file each in `src/data/diagrams/`, named by the diagram's source. `npm run diagrams`
 * makes them.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Folder of the drawings, from the repository's root. */
export const DRAWINGS = 'src/data/diagrams';

/** A diagram as it was drawn. */
export interface Drawing {
  readonly svg: string;
  /** In CSS pixels, at full width. */
  readonly width: number;
  readonly height: number;
}

/**
 * A short name for a diagram's source, that changes with it.
 *
 * @param source in Mermaid's language
 */
export function diagramKey(source: string): string {
  return createHash('sha256').update(source.trim()).digest('hex').slice(0, 12);
}

/**
 * The drawing of a diagram.
 *
 * @param root path of the repository
 * @param source in Mermaid's language
 * @returns nothing if it was not drawn since it was changed
 * @throws if the file has no size
 */
export function findDrawing(root: string, source: string): Drawing | undefined {
  const file = path.join(root, DRAWINGS, `${diagramKey(source)}.svg`);
  if (!existsSync(file)) return undefined;
  const svg = readFileSync(file, 'utf8').trim();
  const [, width, height] = /^<svg [^>]*viewBox="\S+ \S+ (\S+) (\S+)"/.exec(svg) ?? [];
  if (width === undefined || height === undefined) {
    throw new Error(`${file} is not a drawing with a viewBox. Run "npm run diagrams".`);
  }
  return { svg, width: Math.round(Number(width)), height: Math.round(Number(height)) };
}
