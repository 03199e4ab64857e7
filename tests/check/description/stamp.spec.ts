/** What was generated is kept as long as neither it nor what it was made from has changed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { setStamp, sourcesOf, stands } from '../../../scripts/lib/stamp';

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
    expect(stands(generation)).toBe(false);
    for (const [name, change] of Object.entries(changes)) {
      setStamp(generation, sourcesOf(generation));
      expect(stands(generation), name).toBe(true);
      write('out/other.json', name);
      write('elsewhere/a.md', name);
      expect(stands(generation), `${name}: what others make`).toBe(true);
      change();
      expect(stands(generation), name).toBe(false);
    }
    const sources = sourcesOf(generation);
    write('spec/deep/a.yaml', 'saved while the rest was made');
    setStamp(generation, sources);
    expect(stands(generation), 'a source that is saved in between').toBe(false);
    console.log(`${Object.keys(changes).length} changes noticed`);
  } finally {
    rmSync(root, { recursive: true });
  }
});
