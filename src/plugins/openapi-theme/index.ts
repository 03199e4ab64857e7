import type { LoadContext, Plugin } from '@docusaurus/types';
import openapiTheme from 'docusaurus-theme-openapi-docs';

/**
 * Registers `docusaurus-theme-openapi-docs` without its style sheet (28 kB gzip) and its polyfills of `process` and
 * `Buffer`, which would be on every page. Its components stay available as `@theme/…`. `src/theme/README.md` explains
 * which are used, and why the others aren't.
 */
export default function openapiThemePlugin(context: LoadContext): Plugin {
  const theme = (openapiTheme as (context: LoadContext) => Plugin)(context);
  return { name: theme.name, getThemePath: () => theme.getThemePath?.() ?? '' };
}
