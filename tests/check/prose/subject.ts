/**
 * What the checks of the prose are run on: the pages, the description and the allow-list of
 * the repository, or a copy of them that a test has broken.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { Description } from '../../../src/description/description';
import type { OpenApiDocument } from '../../../src/description/types';
import { ALLOW_LIST, AllowList } from '../../../src/content-lint/pages/allow-list';
import { findingText } from '../../../src/coverage/finding';
import { parsePages, readSources, type Source } from '../../../src/coverage/pages';
import { Vocabulary } from '../../../src/coverage/vocabulary';
import { loadDescription, ROOT } from '../../../src/content-lint/specification/description';

/** Everything that a check may look at, as text and data that a test may change. */
export interface Subject {
  sources: Source[];
  document: OpenApiDocument;
  allowList: string;
}

/** Text of a file of the repository, or `undefined` if there is none. */
export function readRepositoryFile(file: string): string | undefined {
  const absolute = path.join(ROOT, file);
  return existsSync(absolute) ? readFileSync(absolute, 'utf8') : undefined;
}

function read(file: string): string {
  const text = readRepositoryFile(file);
  if (text === undefined) throw new Error(`${file} is missing; restore it`);
  return text;
}

/** The repository as it stands; a new copy on each call. */
export async function loadSubject(): Promise<Subject> {
  return {
    sources: readSources(ROOT),
    document: structuredClone(await loadDescription()),
    allowList: read(ALLOW_LIST),
  };
}

/** A subject, parsed. `only` names the files that a test needs, so that it stays quick. */
export function parse(subject: Subject, only?: readonly string[]) {
  const { pages, findings } = parsePages(
    subject.sources.filter(({ file }) => only === undefined || only.includes(file)),
  );
  expect(findings.map(findingText), 'pages that cannot be read').toEqual([]);
  const description = new Description(subject.document);
  return {
    pages,
    description,
    vocabulary: new Vocabulary(description),
    allowed: AllowList.parse(subject.allowList),
  };
}
