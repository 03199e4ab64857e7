// @ts-check
import tseslint from 'typescript-eslint';

/**
 * Forbids imports of folders, with the reason.
 *
 * @param {string[]} files
 * @param {string[]} folders
 * @param {string} message
 * @returns {import('eslint').Linter.Config}
 */
const forbidImports = (files, folders, message) => ({
  files,
  rules: {
    'no-restricted-imports': [
      'error',
      { patterns: folders.map((folder) => ({ group: [`../**/${folder}/**`], message })) },
    ],
  },
});

const LOWER = 'Imports lead down: tests → commands and checks → src/config/ → the rest of src/ → src/site/.';

export default tseslint.config(
  {
    ignores: [
      '.docusaurus/',
      '.generated/',
      'build/',
      'docs/reference/',
      // Compiled by its test, with types that are generated.
      'examples/typed-client/',
      'node_modules/',
      'playwright-report/',
      'test-results/',
    ],
  },
  ...tseslint.configs.strictTypeChecked.map((config) => ({ ...config, files: ['**/*.{ts,tsx,mts}'] })),
  {
    files: ['**/*.{ts,tsx,mts}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  {
    // An item is a string or an object, and strings have an old method with the name of a category's `link`.
    files: ['**/{sidebar,sidebars}.ts'],
    rules: { '@typescript-eslint/no-deprecated': 'off' },
  },
  // The last one that matches a file counts, so that each repeats what the ones before it forbid.
  forbidImports(['scripts/**', 'sandbox/**', 'checks/**', 'bench/**'], ['tests', 'config'], LOWER),
  forbidImports(['src/**'], ['scripts', 'checks', 'sandbox', 'bench', 'tests', 'config'], LOWER),
  forbidImports(['src/page/**'], ['scripts', 'tests', 'config', 'theme', 'components'], 'The page script runs alone.'),
  forbidImports(['src/site/**'], ['*'], 'Everything imports these facts, so they import nothing.'),
  {
    files: ['src/**/*.{ts,tsx}'],
    // A link to a file, and a heading outside of the layout that the theme's needs.
    ignores: ['src/components/PageTools/**', 'src/theme/Error/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          // The results of the search have a role. The router's link would prefetch every result in view.
          selector: "JSXOpeningElement[name.name='a']:not(:has(JSXAttribute[name.name='role']))",
          message: 'Use Link of @docusaurus/Link, whose address the build checks.',
        },
        {
          selector: 'JSXOpeningElement[name.name=/^h[1-6]$/]',
          message: 'Use Heading of @theme/Heading, which makes the heading a link to itself.',
        },
        {
          selector:
            "CallExpression[callee.name='translate'] TemplateLiteral, JSXElement[openingElement.name.name='Translate'] > JSXExpressionContainer",
          message: 'Write the text as a plain string with placeholders, so that it can be translated.',
        },
      ],
    },
  },
);
