/** Finds the source files of operations and events, for error messages. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isMap, isNode, LineCounter, parseDocument, type Document } from 'yaml';

interface Source {
  readonly file: string;
  readonly lines: LineCounter;
  readonly document: Document;
}

/** Parses a YAML file. Undefined if it's missing, which the bundler reports better. */
function read(file: string): Source | undefined {
  if (!existsSync(file)) return undefined;
  const lines = new LineCounter();
  return { file, lines, document: parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines }) };
}

/**
 * @param entry path of the entry file, whose paths and webhooks are files of their own or stand in it
 * @returns a function from `paths` or `webhooks`, their name and a method to `file:line`, as near as can be found
 */
export function operationSources(entry: string): (root: string, name: string, method: string) => string {
  const main = read(entry);
  return (root, name, method) => {
    const reference = main?.document.getIn([root, name, '$ref']);
    const own = typeof reference === 'string' ? read(path.join(path.dirname(entry), reference)) : undefined;
    const source = own ?? main;
    const item = source?.document.getIn(own === undefined ? [root, name] : [], true);
    const pair = isMap(item) ? item.items.find(({ key }) => String(key) === method) : undefined;
    const offset = isNode(pair?.key) ? pair.key.range?.[0] : undefined;
    const file = path.relative(process.cwd(), source?.file ?? entry);
    return offset === undefined ? file : `${file}:${source?.lines.linePos(offset).line ?? 1}`;
  };
}
