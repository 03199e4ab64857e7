/** The source of the diagrams on the pages. */
import { readSources } from './pages';

/** A Mermaid diagram of a page. */
export interface WrittenDiagram {
  /** Path of the page from the repository's root. */
  readonly file: string;
  /** Line of the page on which the fence begins. */
  readonly line: number;
  readonly source: string;
}

/**
 * Finds the diagrams of all pages.
 *
 * @param root path of the repository
 * @returns in the order of the pages
 */
export function listDiagrams(root: string): WrittenDiagram[] {
  return readSources(root).flatMap(({ file, text }) =>
    [...text.matchAll(/^```mermaid[^\n]*\n([^]*?)^```$/gm)].map(({ 1: source = '', index }) => ({
      file,
      line: text.slice(0, index).split('\n').length,
      source,
    })),
  );
}
