/**
 * `npm run generators:try`: installs the code generators that readers use in a temporary folder, generates code from the
 * OpenAPI file and from its 3.0 version, and compiles the code with `tsc --strict`. The repository stays unchanged.
 *
 * The generators aren't in the lockfile, because they bring hundreds of packages. Needs the npm registry and the files of
 * `npm run generate`. `openapi-typescript` is in the lockfile, so `npm run check` covers it.
 *
 * With `-- --keep`, it keeps the folder. Exits with status 1 if a generator fails or its code doesn't compile.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { npmCommand, root } from './lib/programs.cjs';

/** A generator, and how to run it. */
interface Generator {
  /** Exact versions: of the generator, and of the packages that its code imports. */
  readonly packages: Readonly<Record<string, string>>;
  /** The command, with its arguments for an input file and an output folder. */
  readonly command: (input: string, output: string) => readonly string[];
}

/** Each one is the newest version that runs on Node 20.19, the oldest that this repository supports. */
const GENERATORS: Readonly<Record<string, Generator>> = {
  orval: {
    packages: { orval: '7.13.2' },
    command: (input, output) => ['orval', '--client', 'fetch', '--input', input, '--output', `${output}/client.ts`],
  },
  '@hey-api/openapi-ts': {
    packages: { '@hey-api/openapi-ts': '0.95.0', typescript: '5.9.3' },
    command: (input, output) => ['openapi-ts', '--input', input, '--output', output],
  },
  'openapi-zod-client': {
    packages: { 'openapi-zod-client': '1.18.3', '@zodios/core': '10.9.6', zod: '3.25.76', axios: '1.13.2' },
    command: (input, output) => ['openapi-zod-client', input, '--output', `${output}/client.ts`],
  },
};

/** The OpenAPI files, below the folder that `npm run generate` writes. */
const INPUTS = ['openapi.json', 'downloads/openapi-3.0.json'] as const;
const generated = path.join(root, '.generated', 'static');

const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  // The declarations of the packages aren't generated from our file.
  skipLibCheck: true,
};

/** Runs a program. Returns what it printed if it failed. */
function findFailure(folder: string, program: string, args: readonly string[]): string | undefined {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? `${stdout}\n${stderr}`).trim();
}

function findNpmFailure(folder: string, args: readonly string[]): string | undefined {
  const [program, ...first] = npmCommand();
  return findFailure(folder, program, [...first, ...args]);
}

/** Generates code from a file, and compiles it. Returns the number of modules, or what went wrong. */
function tryGenerator({ command }: Generator, folder: string, input: string): { modules: number; failure?: string } {
  const output = path.join('generated', path.basename(input, '.json'));
  mkdirSync(path.join(folder, output), { recursive: true });
  const [program = '', ...args] = command(input, output);
  const failure = findNpmFailure(folder, ['exec', '--offline', '--', program, ...args]);
  const names = readdirSync(path.join(folder, output), { recursive: true, encoding: 'utf8' });
  const modules = names.filter((name) => name.endsWith('.ts')).length;
  if (failure !== undefined) return { modules, failure };
  // Some generators end with status 0 when they fail.
  if (modules === 0) return { modules, failure: `${program} wrote no modules.` };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: [`${output}/**/*`] }));
  const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const message = findFailure(folder, process.execPath, [tsc, '--project', folder]);
  return message === undefined ? { modules } : { modules, failure: message };
}

const folder = mkdtempSync(path.join(tmpdir(), 'pai-docs-generators-'));
try {
  const missing = INPUTS.find((file) => !existsSync(path.join(generated, file)));
  if (missing !== undefined) throw new Error(`.generated/static/${missing} is missing. Run npm run generate.`);
  let failures = 0;
  for (const [name, generator] of Object.entries(GENERATORS)) {
    const own = path.join(folder, path.basename(name));
    mkdirSync(own);
    const manifest = { private: true, type: 'module', dependencies: generator.packages };
    writeFileSync(path.join(own, 'package.json'), JSON.stringify(manifest));
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const refused = findNpmFailure(own, ['install', ...flags]);
    if (refused !== undefined) throw new Error(`${name} can't be installed:\n${refused}`);
    for (const file of INPUTS) {
      const { modules, failure } = tryGenerator(generator, own, path.join(generated, file));
      const what = `${name} ${generator.packages[name] ?? ''}, ${file}`;
      if (failure === undefined) console.log(`✔ ${what}: ${modules} ${modules === 1 ? 'module' : 'modules'}, compiled`);
      else console.log(`✖ ${what}:\n${failure.split('\n').slice(0, 20).join('\n')}`);
      failures += failure === undefined ? 0 : 1;
    }
  }
  if (failures > 0)
    throw new Error(`${failures} of ${Object.keys(GENERATORS).length * INPUTS.length} failed (see above).`);
} catch (error) {
  console.error(`\n✖ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  if (process.argv.includes('--keep')) console.log(`The code is in ${folder}.`);
  else rmSync(folder, { recursive: true, force: true });
}
