/** `npm run check:fast` runs the checks that read the changed files. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { chooseChecks } from '../../../scripts/lib/fast-checks.mjs';
import { root } from '../../support/routes';

const cases: Record<string, { tests: string[]; hasTypes?: boolean; linted?: number }> = {
  'src/css/tokens.css': { tests: ['look/contrast', 'look/literals'] },
  'docs/api/errors.mdx': { tests: ['guides/fences', 'guides/test-cards', 'prose/lint', 'prose/prose'] },
  'api-spec/paths/plans.yaml': { tests: ['description/conformance', 'description/quality'] },
  'src/theme/NotFound/Content/index.tsx': { tests: [], hasTypes: true, linted: 1 },
  'tests/check/look/contrast.spec.ts': { tests: ['look/contrast'], hasTypes: true, linted: 1 },
  'scripts/lib/programs.cjs': { tests: ['description/stamp', 'setup/setup'], linted: 1 },
  'CODE_OF_CONDUCT.txt': { tests: [] },
};

test('chooses the checks for a changed file', () => {
  for (const [file, { tests, hasTypes = false, linted = 0 }] of Object.entries(cases)) {
    const chosen = chooseChecks([file]);
    expect(chosen.tests, file).toEqual(tests.map((name) => `tests/check/${name}.spec.ts`));
    expect(chosen.formatted, file).toEqual([file]);
    expect(chosen.hasTypes, file).toBe(hasTypes);
    expect(chosen.linted, file).toHaveLength(linted);
  }
  const all = chooseChecks([
    ...Object.keys(cases),
    ...[
      'package.json',
      'README.md',
      'src/render/hast.ts',
      'src/content-lint/specification/schemas.ts',
      'api-spec/CHANGELOG.md',
    ],
    ...['sandbox/world.json', 'src/config/openapi.ts'],
  ]).tests;
  console.log(`${Object.keys(cases).length} changed files, ${all.length} test files`);
  expect(all.length).toBeGreaterThan(15);
  expect(all.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
