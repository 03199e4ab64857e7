/** Writes the links from the reference to guides, and the coverage report. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { loadDescription } from '../../src/description/load';
import { collectBacklinks } from '../../src/coverage/backlinks';
import { type Coverage, computeCoverage } from '../../src/coverage/coverage';
import { findingText } from '../../src/coverage/finding';
import { type Page, parsePages, readSources } from '../../src/coverage/pages';
import { type Usage, collectUsage } from '../../src/coverage/usage';
import { Vocabulary } from '../../src/coverage/vocabulary';
import { writeChanged } from './write-changed';

interface Explained {
  readonly pages: Page[];
  readonly vocabulary: Vocabulary;
  readonly usage: Usage;
}

/** Parsed input that links and coverage share. */
const known = new Map<string, Explained>();

/** Reads pages and bundled description; `root` is the repository's path. Throws if one of them cannot be read. */
function read(root: string): Explained {
  const before = known.get(root);
  if (before) return before;
  const { pages, findings } = parsePages(readSources(root));
  if (findings.length > 0) throw new Error(findings.map(findingText).join('\n  '));
  const vocabulary = new Vocabulary(loadDescription(path.join(root, '.generated', 'openapi.json')));
  const explained = { pages, vocabulary, usage: collectUsage(pages, vocabulary) };
  known.set(root, explained);
  return explained;
}

function writeJson(file: string, value: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeChanged(file, `${JSON.stringify(value, null, 2)}\n`);
}

/**
 * Writes `.generated/backlinks.json`. Needs `.generated/openapi.json`.
 *
 * @returns the number of operations that a page explains
 * @throws if a page cannot be read as MDX (file, line, what to do) or the description is missing
 */
export function writeBacklinks(root: string): number {
  const { pages, usage } = read(root);
  const backlinks = collectBacklinks(pages, usage);
  writeJson(path.join(root, '.generated', 'backlinks.json'), backlinks);
  return Object.keys(backlinks.operations).length;
}

/** Writes `.generated/static/coverage.json` and gives the coverage. Needs and throws the same. */
export function writeCoverage(root: string): Coverage {
  const { vocabulary, usage } = read(root);
  const coverage = computeCoverage(vocabulary.description, usage);
  writeJson(path.join(root, '.generated', 'static', 'coverage.json'), coverage);
  return coverage;
}
