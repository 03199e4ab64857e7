/**
 * Finds the source of a place in the bundled description: `api-spec/components/schemas/Customer.yaml:12`.
 *
 * The bundler puts each file of `components/` at the pointer of its kind and name and each file of `paths/` and
 * `webhooks/` at its path, so the rest of the pointer is the place in that file. A place that cannot be found is
 * given as the pointer itself, because a message without a line is better than none.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { splitPointer } from '../../description/json';
import { ROOT, SOURCE } from './description';

const FOLDER = resolve(ROOT, 'api-spec');

/** The line of the deepest part of a path that exists in a YAML file. */
function findLine(file: string, path: readonly string[]): number {
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines });
  for (let length = path.length; length > 0; length -= 1) {
    const keys = path.slice(0, length).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
    const node = document.getIn(keys, true) ?? document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

function componentFile(kind: string, name: string): string | undefined {
  const folder = join(FOLDER, 'components', kind === 'securitySchemes' ? 'security-schemes' : kind);
  if (!existsSync(folder)) return undefined;
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find(
    (file) => basename(file) === `${name}.yaml`,
  );
  return found === undefined ? undefined : join(folder, found);
}

function pathFile(root: string, path: string): string | undefined {
  const document = parseDocument(readFileSync(resolve(ROOT, SOURCE), 'utf8'));
  const reference = document.getIn([root, path, '$ref']);
  return typeof reference === 'string' ? join(FOLDER, reference) : undefined;
}

/** File and line of a pointer of the bundle, or the pointer when it has no source file. */
export function findSource(pointer: string): string {
  const [root = '', first = '', second = '', ...rest] = splitPointer(pointer);
  const isComponent = root === 'components';
  const file = isComponent
    ? componentFile(first, second)
    : root === 'paths' || root === 'webhooks'
      ? pathFile(root, first)
      : undefined;
  if (file === undefined || !existsSync(file)) {
    return existsSync(resolve(ROOT, SOURCE)) ? `${SOURCE} (${pointer || '/'})` : pointer;
  }
  const line = findLine(file, isComponent ? rest : second === '' ? [] : [second, ...rest]);
  return `${file.slice(ROOT.length + 1)}:${String(line)} (${pointer})`;
}
