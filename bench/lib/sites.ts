/**
 * Writes the sites to compare: copies of this one with more operations, a plain Docusaurus site with as many pages, and the
 * stock OpenAPI plugin and theme with the same specification. Each has its own folder and uses this repository's packages.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';

/** Writes files, given by their paths in a folder. */
function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
}

/** Creates an empty folder with a link to each of the repository's packages, so that each site has its own caches. */
function freshFolder(root: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true });
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    if (name === '.cache') continue;
    symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
  }
}

type Item = Record<string, { operationId?: string; summary?: string; callbacks?: unknown } | undefined>;

/**
 * Copies each operation of the specification. Copies have different paths, IDs, and summaries, the same parameters, bodies,
 * and responses, and no callbacks. Returns the number of operations.
 */
function multiply(folder: string, copies: number): number {
  const entry = path.join(folder, 'api-spec', 'openapi.yaml');
  const description = parse(readFileSync(entry, 'utf8')) as { paths: Record<string, { $ref: string }> };
  let operations = 0;
  for (const [address, { $ref }] of Object.entries(description.paths)) {
    const source = readFileSync(path.join(folder, 'api-spec', $ref), 'utf8');
    for (let copy = 1; copy <= copies; copy += 1) {
      const item = parse(source) as Item;
      for (const operation of Object.values(item)) {
        if (operation?.operationId === undefined) continue;
        operations += 1;
        if (copy > 1) {
          operation.operationId += `Copy${String(copy)}`;
          operation.summary = `${operation.summary ?? ''}, copy ${String(copy)}`;
          // A callback has an ID of its own, which must stay unique.
          delete operation.callbacks;
        }
      }
      if (copy === 1) continue;
      const file = $ref.replace('paths/', `paths/copy-${String(copy)}-`);
      writeFileSync(path.join(folder, 'api-spec', file), stringify(item));
      description.paths[address.replace(/^\/v\d+\//, `$&copy-${String(copy)}/`)] = { $ref: file };
    }
  }
  writeFileSync(entry, stringify(description));
  return operations;
}

/**
 * Copies this site.
 *
 * @param root - The repository's folder.
 * @param folder - The folder to write.
 * @param copies - How often the specification contains each operation.
 */
export function ourSite(root: string, folder: string, copies: number): { operations: number } {
  freshFolder(root, folder);
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const file of files) cpSync(path.join(root, file), path.join(folder, file));
  symlinkSync(path.join(root, 'bench', 'node_modules'), path.join(folder, 'bench', 'node_modules'));
  return { operations: multiply(folder, copies) };
}

const config = (more: string): string => `export default {
  title: 'Plain', url: 'https://plain.example', baseUrl: '/', future: { v4: true, faster: true }, ${more}
};\n`;

/** Returns a `package.json` with the same supported browsers. */
function manifest(root: string): string {
  const { browserslist } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    browserslist: unknown;
  };
  return JSON.stringify({ name: 'plain', private: true, browserslist });
}

/**
 * Writes a plain Docusaurus site whose pages are the Markdown versions of a built site's pages.
 *
 * @param root - The repository's folder.
 * @param folder - The folder to write.
 * @param built - Folder of the built site.
 */
export function plainSite(root: string, folder: string, built: string): { pages: number } {
  freshFolder(root, folder);
  const twins = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  const docs = Object.fromEntries(
    twins.map((name, index): [string, string] => {
      const text = readFileSync(path.join(built, name), 'utf8').replace(/\]\((?:https?:\/\/[^)]*)\)/g, '](#)');
      return [`docs/page-${String(index)}.md`, `---\ntitle: Page ${String(index)}\nformat: md\n---\n\n${text}`];
    }),
  );
  writeFiles(folder, {
    ...docs,
    'package.json': manifest(root),
    'docusaurus.config.mjs': config(`onBrokenLinks: 'ignore', markdown: { format: 'detect' },
      presets: [['classic', { blog: false, pages: false, docs: { routeBasePath: '/' } }]]`),
  });
  return { pages: twins.length };
}

/**
 * Writes a site with the stock plugin and theme, set up as in their documentation.
 *
 * @param root - The repository's folder.
 * @param folder - The folder to write.
 * @param description - The bundled specification.
 */
export function stockSite(root: string, folder: string, description: string): void {
  freshFolder(root, folder);
  cpSync(description, path.join(folder, 'openapi.json'));
  writeFiles(folder, {
    'package.json': manifest(root),
    'docs/index.md': '---\nslug: /\n---\n\n# Start\n',
    'docusaurus.config.mjs': config(`onBrokenLinks: 'ignore', themes: ['docusaurus-theme-openapi-docs'],
      presets: [['classic', { blog: false, pages: false, docs: { routeBasePath: '/', docItemComponent: '@theme/ApiItem' } }]],
      plugins: [['docusaurus-plugin-openapi-docs', { id: 'api', docsPluginId: 'classic',
        config: { payments: { specPath: 'openapi.json', outputDir: 'docs/api' } } }]]`),
  });
}
