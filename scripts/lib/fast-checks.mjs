/** Chooses what `npm run check:fast` runs for a set of changed files. Plain Node, no dependency. */

/**
 * Test files by the files they verify. Each takes a few seconds; the slower ones run with `npm run check`.
 *
 * @type {[changed: RegExp, tests: string[]][]}
 */
const testsByFile = [
  [
    /^docs\/|^src\/pages\/|^src\/content-lint\/templates\//,
    ['prose/prose', 'prose/lint', 'guides/fences', 'guides/test-cards'],
  ],
  [/^src\/(coverage|content-lint)\//, ['prose/prose', 'description/quality']],
  [/^src\/content-lint\/specification\//, ['description/conformance']],
  [/^api-spec\//, ['description/quality', 'description/conformance']],
  [/^api-spec\/CHANGELOG\.md$/, ['description/changelog']],
  [/^sandbox\/|^api-spec\/.*examples\//, ['examples/examples']],
  [/^src\/(css|brand)\//, ['look/contrast', 'look/literals']],
  [/^src\/(render|reference|rehype)\//, ['render/names', 'render/samples', 'render/field-table']],
  [/^(src\/(config|plugins)\/|docusaurus\.config\.ts)/, ['config/bundler', 'config/page-dates']],
  [/^scripts\//, ['setup/setup', 'description/stamp']],
  [/^src\/cache\//, ['description/stamp', 'render/build-store']],
  [/^(package(-lock)?\.json|CONTRIBUTING\.md)$/, ['supply-chain', 'setup/dependencies']],
  [/(^|\/)README\.md$|^ARCHITECTURE\.md$/, ['setup/folders']],
  [/(^|\/)[A-Z]+\.md$|^cspell\.json$|\/(project-words\.txt|ledger\.yaml)$/, ['prose/lint']],
];

/**
 * Chooses checks.
 *
 * @param {readonly string[]} files changed files, below the root of the repository, with forward slashes
 * @returns {{ formatted: string[], linted: string[], hasTypes: boolean, tests: string[] }} what Prettier and ESLint
 *   read, whether the compiler runs, and the test files
 */
export function chooseChecks(files) {
  const linted = files.filter((file) => /\.(?:[cm]?ts|tsx|[cm]?js)$/.test(file));
  const own = files.filter((file) => /^tests\/check\/.*\.spec\.ts$/.test(file));
  const chosen = testsByFile
    .filter(([changed]) => files.some((file) => changed.test(file)))
    .flatMap(([, tests]) => tests);
  const tests = [...chosen.map((name) => `tests/check/${name}.spec.ts`), ...own];
  return {
    formatted: [...files],
    linted,
    hasTypes: linted.some((file) => /ts$|tsx$/.test(file)),
    tests: [...new Set(tests)].sort(),
  };
}
