/**
 * The policy of the FramePay sample page names its inline script by the right hash: with a wrong one the page a reader
 * pastes does nothing at all. The table of the guide names the same directives as the page.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { actualHash, namedHash, SAMPLE_PAGE, withActualHash } from '../../../scripts/lib/example-hash';
import { getLine, getText, walk } from '../../../src/coverage/tree';
import { root } from '../../support/routes';
import { type GuideReport, lineIn } from './findings';
import { expectClean } from '../../support/expect-clean';
import { codeBlocks, guidePage } from './guide-pages';

const html = readFileSync(path.join(root, SAMPLE_PAGE), 'utf8');

function checkHash(page: string): GuideReport {
  const [named, actual] = [namedHash(page), actualHash(page)];
  const place = `${SAMPLE_PAGE}:${lineIn(page, named)}`;
  const findings =
    named === actual
      ? []
      : [`${place}: the policy names ${named}, the script has ${actual}; run \`npm run examples:hash\``];
  return { findings, counts: { hashes: 1 } };
}

/** Directive → value, of the policy in the page. */
function readPolicy(page: string): Map<string, string> {
  const content = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(page)?.[1] ?? '';
  const directives = content.split(';').map((directive) => directive.trim().split(' '));
  return new Map(directives.map(([name = '', ...values]) => [name, values.join(' ')]));
}

/** The rows of the guide's table of directives against the policy of the page, both ways. */
function checkPolicy(page: string): GuideReport {
  const guide = guidePage('framepay/index');
  const policy = readPolicy(page);
  const findings: string[] = [];
  const told = new Set<string>();
  walk(guide.tree, (node) => {
    if (node.type !== 'tableRow') return;
    const [name = '', value = ''] = node.children.map((cell) => cell.children.map(getText).join(''));
    const actual = policy.get(name);
    if (!/^[a-z]+(-[a-z]+)+$/.test(name)) return;
    told.add(name);
    const expected = actual?.replace(/'sha256-[^']*'/, 'and the hash of your script');
    if (expected !== value) {
      findings.push(
        `${guide.file}:${getLine(node)}: ${name} is "${value}" here and "${actual ?? 'missing'}" in ${SAMPLE_PAGE}`,
      );
    }
  });
  for (const name of policy.keys()) {
    if (!told.has(name))
      findings.push(`${guide.file}:1: the table of directives has no ${name}; ${SAMPLE_PAGE} has it`);
  }
  return { findings, counts: { directives: policy.size, 'rows of the table': told.size } };
}

test('sample page: the policy names the hash of its script', () => {
  expectClean('hash of the sample page', checkHash(html));
});

test('sample page: the guide tells the policy of the page', () => {
  expectClean('policy of the sample page', checkPolicy(html));
});

test('sample page: the command in the guide computes the same hash', () => {
  const command = codeBlocks(guidePage('framepay/index')).find(({ code }) => code.includes("createHash('sha256')"));
  expect(command?.language).toBe('bash');
  const { stdout, stderr } = spawnSync('bash', ['-c', command?.code ?? ''], {
    cwd: path.join(root, path.dirname(SAMPLE_PAGE)),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout.trim()).toBe(actualHash(html));
});

test('sample page: a changed script or policy is found, and the hash can be renewed', () => {
  const changed = html.replace('let busy = false;', 'let busy = true;');
  expect(checkHash(changed).findings).toEqual([expect.stringMatching(/:\d+: .*npm run examples:hash/)]);
  expect(checkHash(withActualHash(changed)).findings).toEqual([]);
  expect(withActualHash(html)).toBe(html);
  expect(() => actualHash('<p></p>')).toThrow('expected 1 of "inline scripts", found 0');
  expect(checkPolicy(html.replace("form-action 'none'; ", '')).findings).toEqual([
    expect.stringContaining('form-action is'),
  ]);
  expect(checkPolicy(html.replace('default-src', "object-src 'none'; default-src")).findings).toEqual([
    expect.stringContaining('has no object-src'),
  ]);
});
