/**
 * TypeScript's checker over files that exist only in memory: code of the pages, and programs made of examples.
 */
import path from 'node:path';
import ts from 'typescript';
import { root } from '../scripts/lib/programs.cjs';

/** In-memory files stand in this folder, so that they find the packages of the repository. */
const MEMORY = path.join(root, 'in-memory');

/** Files on disk, parsed once per language version: the declarations of the language are most of the work. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** What the checker says about a file. */
export interface TypeFault {
  readonly file: string;
  /** Line in the file, counted from 1. */
  readonly line: number;
  readonly message: string;
}

/**
 * A program of in-memory files (name → text) beside files on disk.
 *
 * @param files names without folder; imports between them are relative
 */
export function createProgram(files: ReadonlyMap<string, string>, options: ts.CompilerOptions): ts.Program {
  const inMemory = new Map([...files].map(([name, text]) => [path.join(MEMORY, name), text]));
  const base = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...base,
    getCurrentDirectory: () => root,
    getSourceFile: (name, version, onError) => {
      const text = inMemory.get(name);
      if (text !== undefined) return ts.createSourceFile(name, text, version);
      const key = `${JSON.stringify(version)} ${name}`;
      if (!parsed.has(key)) parsed.set(key, base.getSourceFile(name, version, onError));
      return parsed.get(key);
    },
    fileExists: (name) => inMemory.has(name) || base.fileExists(name),
    readFile: (name) => inMemory.get(name) ?? base.readFile(name),
    directoryExists: (name) => name === MEMORY || base.directoryExists?.(name) === true,
  };
  return ts.createProgram([...inMemory.keys()], { noEmit: true, ...options }, host);
}

/** Everything that is wrong in the in-memory files of a program. */
export function typeFaults(program: ts.Program): TypeFault[] {
  const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(MEMORY));
  return own.flatMap((source) =>
    [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ start, messageText }) => ({
        file: path.basename(source.fileName),
        line: source.getLineAndCharacterOfPosition(start ?? 0).line + 1,
        message: ts.flattenDiagnosticMessageText(messageText, ' '),
      }),
    ),
  );
}
