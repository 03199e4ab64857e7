/**
 * Checks source files before the build reads them. The problems it finds wouldn't fail the build. They would produce
 * garbled text, routes that work on one machine only, or pages that are too large to load.
 */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Folders with handwritten files. */
const folders = ['api-spec', 'docs', 'src', 'static'];
const textFile = /\.(css|js|json|mdx?|mts|mustache|svg|ts|tsx|txt|ya?ml)$/;

/** The folder that the build generates. */
const generated = path.join('docs', 'reference');

/** Letters, digits, and the few characters that mean the same in every file system, shell, and URL. */
const soundName = /^[A-Za-z0-9][A-Za-z0-9._@{}-]*$/;
/** Names that Windows reserves for devices, with any extension. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** A page of this size takes a phone seconds to render. The site's longest page has a twentieth of it. */
const largestText = 1024 * 1024;
const largestFile = 5 * 1024 * 1024;

const shown = (name: string) => JSON.stringify(name).slice(1, -1);

/** The line number of a byte offset. */
function findLine(content: Buffer, offset: number): number {
  return content.subarray(0, offset).filter((byte) => byte === 10).length + 1;
}

/** The offset of the first byte that isn't UTF-8, or undefined. */
function firstBadByte(content: Buffer): number | undefined {
  const text = content.toString('utf8');
  // Decoding and re-encoding returns the same bytes unless some can't be decoded.
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
    return [`${file}:${findLine(content, bad)} is not UTF-8. Save the file in UTF-8 encoding.`];
  }
  const control = content.findIndex((byte) => byte < 32 && ![9, 10, 13].includes(byte));
  if (control >= 0) {
    return [`${file}:${findLine(content, control)} has a control character. Remove it.`];
  }
  const text = content.toString('utf8');
  const direction = /[\u202a-\u202e\u2066-\u2069]/.exec(text);
  if (direction !== null) {
    const line = text.slice(0, direction.index).split('\n').length;
    return [`${file}:${line} has an invisible character that changes the text direction. Escape it or remove it.`];
  }
  const conflict = /^(<{7} |>{7} )/m.exec(text);
  if (conflict !== null) {
    return [
      `${file}:${text.slice(0, conflict.index).split('\n').length} has merge conflict markers. Resolve the conflict.`,
    ];
  }
  return text.trim() === '' && /\.(mdx?|ya?ml)$/.test(file)
    ? [`${file}:1 is empty. Add content or delete the file.`]
    : [];
}

/**
 * Checks every source file.
 *
 * @param root - The root of the repository.
 * @returns The number of files checked, and one line per problem with its file, line, and fix.
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
        problems.push(
          `${name}: invalid file name. Use only letters, digits, "-", "_", and ".", no "." at the end, and no name that Windows reserves.`,
        );
      }
      const twin = names.get(file.toLowerCase());
      if (twin !== undefined) {
        problems.push(`${name}: differs from ${twin} only in case. Rename one.`);
      }
      names.set(file.toLowerCase(), name);
      if (entry.isDirectory()) {
        visit(file);
        continue;
      }
      checked += 1;
      if (!entry.isFile()) {
        problems.push(`${name}: is not a regular file. Replace the link with a copy of its target.`);
        continue;
      }
      const { size } = lstatSync(path.join(root, file));
      const isText = textFile.test(entry.name);
      const limit = isText ? largestText : largestFile;
      if (size > limit) {
        problems.push(`${name}: ${size} bytes exceed the limit of ${limit}. Split or shrink the file.`);
      } else if (isText) {
        problems.push(...contentProblems(name, readFileSync(path.join(root, file))));
      }
    }
  };
  folders.forEach(visit);
  return { checked, problems };
}
