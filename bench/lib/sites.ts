/**
 * The sites that are compared: copies of this one with more operations, a plain Docusaurus site with as many pages, and
 * the stock OpenAPI plugin and theme on the same description. Each is written into a folder of its own, with this
 * repository's packages.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';

/** Writes files by their path below a folder. */
function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
}

/** An empty folder with links to the repository's packages, one by one, so that the caches of builds stay apart. */
function freshFolder(root: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true });
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    if (name === '.cache') continue;
    symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
  }
}

type Item = Record<string, { operationId?: string; summary?: string } | undefined>;

/**
 * Writes the description again with each operation `copies` times: other paths, ids and summaries, the same parameters,
 * bodies and replies. Returns the number of operations.
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

/** A copy of this site with its operations `copies` times. */
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

/** What Docusaurus reads of a package: the same browsers as here. */
function manifest(root: string): string {
  const { browserslist } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    browserslist: unknown;
  };
  return JSON.stringify({ name: 'plain', private: true, browserslist });
}

/** Plain Docusaurus with the Markdown twins of a built site as its pages: as many pages, with the same words. */
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

/** The stock plugin and theme, as their documentation sets them up, on a bundled description. */
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
