/**
 * Checks source files for what wouldn't fail the build, but garble text, or make routes that work on one machine only.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Folders with handwritten files, and the one in them that is generated. */
const FOLDERS = ['api-spec', 'docs', 'src', 'static'];
const GENERATED = path.join('docs', 'reference');
const TEXT = /\.(css|js|json|mdx?|mts|svg|ts|tsx|txt|ya?ml)$/;

/** Characters that mean the same in every file system, shell, and URL. */
const SOUND_NAME = /^[A-Za-z0-9_][A-Za-z0-9._@{}-]*(?<!\.)$/;
/** A page of this size takes a phone seconds to render. */
const LARGEST = 1024 * 1024;

/** What text must not contain, and what to do about it. */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/\uFFFD/, 'is not UTF-8. Save the file in UTF-8 encoding.'],
  [/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/, 'has a control character. Remove it.'],
  [/[\u202a-\u202e\u2066-\u2069]/, 'has an invisible character that changes the direction of text. Remove it.'],
  [/^(<{7} |>{7} )/m, 'has merge conflict markers. Resolve the conflict.'],
];

function contentProblems(file: string, content: Buffer): string[] {
  if (content.length > LARGEST) return [`${file}: ${content.length} bytes exceed ${LARGEST}. Split the file.`];
  const text = content.toString('utf8');
  return FAULTS.flatMap(([pattern, message]) => {
    const found = pattern.exec(text);
    return found === null ? [] : [`${file}:${text.slice(0, found.index).split('\n').length} ${message}`];
  });
}

/**
 * Checks every source file.
 *
 * @param root - The root of the repository.
 * @returns The number of files checked, and one line per problem with its file, line, and fix.
 */
export function sourceProblems(root: string): { checked: number; problems: string[] } {
  const problems: string[] = [];
  const names = new Set<string>();
  let checked = 0;
  const visit = (folder: string): void => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const file = path.join(folder, entry.name);
      if (file === GENERATED || entry.name === '.DS_Store') continue;
      if (!SOUND_NAME.test(entry.name)) {
        problems.push(`${JSON.stringify(file)}: invalid file name. Use only letters, digits, "-", "_", and ".".`);
      }
      if (names.has(file.toLowerCase())) problems.push(`${file}: another name differs only in case. Rename one.`);
      names.add(file.toLowerCase());
      if (entry.isDirectory()) visit(file);
      else {
        checked += 1;
        if (TEXT.test(entry.name)) problems.push(...contentProblems(file, readFileSync(path.join(root, file))));
      }
    }
  };
  FOLDERS.forEach(visit);
  return { checked, problems };
}
