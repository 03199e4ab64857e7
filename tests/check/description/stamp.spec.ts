/** What was generated is kept as long as neither it nor what it was made from has changed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { build } from 'esbuild';
import { describeGenerations, looks } from '../../../scripts/lib/generations';
import { saveFingerprint, hashSources, isCurrent } from '../../../src/cache/fingerprint';

test('a stamp stands until a file is changed, added, renamed or gone, on either side', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'pai-docs-stamp-'));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  const generation = { root, name: 'x', from: ['spec', 'lock.json'], made: ['out'], butNot: ['out/other.json'] };
  const changes: Record<string, () => void> = {
    'a source': () => write('spec/deep/a.yaml', 'changed'),
    'a new source': () => write('spec/b.yaml', 'a'),
    'a single file': () => write('lock.json', 'changed'),
    'what was made': () => write('out/a.mdx', 'changed'),
    'something beside it': () => write('out/left-over.mdx', 'a'),
    'a missing file': () => rmSync(path.join(root, 'out', 'a.mdx')),
    'a missing stamp': () => rmSync(path.join(root, 'node_modules'), { recursive: true }),
    'a missing folder': () => rmSync(path.join(root, 'out'), { recursive: true }),
  };
  try {
    write('spec/deep/a.yaml', 'a');
    write('lock.json', 'a');
    write('out/a.mdx', 'a');
    expect(isCurrent(generation)).toBe(false);
    for (const [name, change] of Object.entries(changes)) {
      saveFingerprint(generation, hashSources(generation));
      expect(isCurrent(generation), name).toBe(true);
      write('out/other.json', name);
      write('elsewhere/a.md', name);
      expect(isCurrent(generation), `${name}: what others make`).toBe(true);
      change();
      expect(isCurrent(generation), name).toBe(false);
    }
    const sources = hashSources(generation);
    write('spec/deep/a.yaml', 'saved while the rest was made');
    saveFingerprint(generation, sources);
    expect(isCurrent(generation), 'a source that is saved in between').toBe(false);
    console.log(`${Object.keys(changes).length} changes noticed`);
  } finally {
    rmSync(root, { recursive: true });
  }
});

/** Files of the repository that a program is made of, below its root. */
async function listModules(entryPoints: readonly string[], root: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...entryPoints],
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'never-written',
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
  });
  return Object.keys(metafile.inputs);
}

const isLook = (file: string) => looks.some((look) => file === look || file.startsWith(`${look}/`));

test('a change of the look generates the icons again, and not the reference, which has no part of it', async () => {
  const root = path.resolve(__dirname, '..', '..', '..');
  const { marks, reference } = describeGenerations(root);
  expect(marks.from).toContain('src/css/tokens.css');
  expect(reference.butNot).toContain('src/css');
  const modules = await listModules(['scripts/lib/reference.ts', 'docusaurus.config.ts', 'sidebars.ts'], root);
  console.log(`${modules.length} modules make the reference`);
  expect(modules).toContain('scripts/lib/description.ts');
  expect(modules.filter(isLook)).toEqual([]);
  // The module that draws the icons would be found.
  expect((await listModules(['scripts/lib/brand-images.ts'], root)).filter(isLook)).toContain(
    'scripts/lib/brand-images.ts',
  );
});
