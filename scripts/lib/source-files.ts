/**
 * Checks the files that a build reads, before it reads them: what is wrong here would not stop the build but come out
 * as garbage, as a route that works on one machine only, or as a page that nobody can load.
 */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Folders that people write in. */
const folders = ['api-spec', 'docs', 'src', 'static', 'templates'];
const textFile = /\.(css|js|json|mdx?|mts|mustache|svg|ts|tsx|txt|ya?ml)$/;

/** What is made by the build itself. */
const generated = path.join('docs', 'reference');

/** Letters, digits and the few signs that mean the same to every file system, shell and address. */
const soundName = /^[A-Za-z0-9][A-Za-z0-9._@{}-]*$/;
/** Names that Windows keeps for devices, whatever comes after the dot. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** A page of this size takes a phone seconds to show; the longest of the site's own pages has a twentieth. */
const largestText = 1024 * 1024;
const largestFile = 5 * 1024 * 1024;

const shown = (name: string) => JSON.stringify(name).slice(1, -1);

/** Number of the line that a byte stands in. */
function lineOf(content: Buffer, offset: number): number {
  return content.subarray(0, offset).filter((byte) => byte === 10).length + 1;
}

/** Place of the first byte that is not UTF-8; undefined if there is none. */
function firstBadByte(content: Buffer): number | undefined {
  const text = content.toString('utf8');
  // Decoding and encoding again gives the same bytes, unless some could not be decoded.
  const again = Buffer.from(text, 'utf8');
  if (again.equals(content)) {
    return undefined;
  }
  let offset = 0;
  while (offset < content.length && content[offset] === again[offset]) {
    offset += 1;
  }
  return offset;
}

function contentProblems(file: string, content: Buffer): string[] {
  const bad = firstBadByte(content);
  if (bad !== undefined) {
    return [`${file}:${lineOf(content, bad)} is not UTF-8. Save the file in that encoding.`];
  }
  const control = content.findIndex((byte) => byte < 32 && ![9, 10, 13].includes(byte));
  if (control >= 0) {
    return [`${file}:${lineOf(content, control)} has a control character. Remove it.`];
  }
  const text = content.toString('utf8');
  const direction = /[\u202a-\u202e\u2066-\u2069]/.exec(text);
  if (direction !== null) {
    const line = text.slice(0, direction.index).split('\n').length;
    return [
      `${file}:${line} has an invisible sign that turns the direction of text. Write it as an escape, or remove it.`,
    ];
  }
  const conflict = /^(<{7} |>{7} )/m.exec(text);
  if (conflict !== null) {
    return [
      `${file}:${text.slice(0, conflict.index).split('\n').length} has the marks of a merge conflict. Settle it.`,
    ];
  }
  return text.trim() === '' && /\.(mdx?|ya?ml)$/.test(file) ? [`${file}:1 is empty. Write it or delete it.`] : [];
}

/**
 * @param root the repository
 * @returns how many files were looked at, and one line per problem with file, line, what is wrong and what to do
 */
export function sourceProblems(root: string): { checked: number; problems: string[] } {
  const problems: string[] = [];
  const names = new Map<string, string>();
  let checked = 0;
  const visit = (relative: string): void => {
    for (const entry of readdirSync(path.join(root, relative), { withFileTypes: true })) {
      const file = path.join(relative, entry.name);
      if (file === generated || entry.name === '.DS_Store') {
        continue;
      }
      const name = shown(file);
      if (!soundName.test(entry.name.replace(/^_/, '')) || entry.name.endsWith('.') || deviceName.test(entry.name)) {
        problems.push(`${name}: the name works not everywhere. Use letters, digits, "-", "_" and "." only.`);
      }
      const twin = names.get(file.toLowerCase());
      if (twin !== undefined) {
        problems.push(`${name}: differs from ${twin} in upper and lower case only. Rename one.`);
      }
      names.set(file.toLowerCase(), name);
      if (entry.isDirectory()) {
        visit(file);
        continue;
      }
      checked += 1;
      if (!entry.isFile()) {
        problems.push(`${name}: is no plain file. Put a copy in place of the link.`);
        continue;
      }
      const { size } = lstatSync(path.join(root, file));
      const isText = textFile.test(entry.name);
      const limit = isText ? largestText : largestFile;
      if (size > limit) {
        problems.push(`${name}: ${size} bytes are more than the ${limit} that a file may have. Split or shrink it.`);
      } else if (isText) {
        problems.push(...contentProblems(name, readFileSync(path.join(root, file))));
      }
    }
  };
  folders.forEach(visit);
  return { checked, problems };
}
