/** Writes the links from the reference to guides. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { collectBacklinks } from '../../src/mdx/backlinks';
import { findingText } from '../../src/site/finding';
import { parsePages, readSources } from '../../src/mdx/pages';
import { Vocabulary } from '../../src/mdx/vocabulary';
import { loadSpecification } from '../../src/specification/load';
import { writeChanged } from './write-changed';

/**
 * Writes `.generated/backlinks.json`. Needs `.generated/openapi.json`.
 *
 * @param root - Path of the repository.
 * @returns The number of operations that a page explains.
 * @throws If a page can't be read as MDX (file, line, what to do), or the specification is missing.
 */
export function writeBacklinks(root: string): number {
  const { pages, findings } = parsePages(readSources(root));
  if (findings.length > 0) throw new Error(findings.map(findingText).join('\n  '));
  const vocabulary = new Vocabulary(loadSpecification(path.join(root, '.generated', 'openapi.json')));
  const backlinks = collectBacklinks(pages, vocabulary);
  mkdirSync(path.join(root, '.generated'), { recursive: true });
  writeChanged(path.join(root, '.generated', 'backlinks.json'), `${JSON.stringify(backlinks, null, 2)}\n`);
  return Object.keys(backlinks).length;
}
