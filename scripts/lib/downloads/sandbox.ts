/**
 * The sandbox as a single file that only needs Node. It contains the code and the specification.
 *
 * @throws If a module can't be found or bundled.
 */
import { build } from 'esbuild';
import path from 'node:path';

/** Name of the file. */
export const sandboxFile = 'pai-sandbox.mjs';

/** The oldest Node on which the file runs. */
const TARGET = 'node20';

/**
 * Bundles the sandbox.
 *
 * @param specification the bundled specification as JSON text
 * @param root folder of the repository
 * @returns the file's text; the same for the same sources
 * @throws if a module can't be bundled
 */
export async function bundleSandbox(specification: string, root: string): Promise<string> {
  const entry = [
    `import { runCommandLine } from './sandbox/main';`,
    `const document = JSON.parse(${JSON.stringify(specification)});`,
    `await runCommandLine(process.argv.slice(2), 'node ${sandboxFile}', () => document);`,
  ].join('\n');
  const result = await build({
    stdin: { contents: entry, resolveDir: root, sourcefile: path.join(root, sandboxFile), loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: TARGET,
    // A UMD build hides what it requires from the bundler; the module build doesn't.
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
    logLevel: 'silent',
    // Some libraries are CommonJS and ask for Node's own modules with `require`.
    banner: {
      js: `#!/usr/bin/env node\nimport { createRequire as makeRequire } from 'node:module';\nconst require = makeRequire(import.meta.url);`,
    },
  });
  const [file] = result.outputFiles;
  if (!file) throw new Error('sandbox: esbuild created no file.');
  return file.text;
}
