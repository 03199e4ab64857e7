import type { LoadContext, Plugin } from '@docusaurus/types';
import openapiTheme from 'docusaurus-theme-openapi-docs';

/**
 * Registers `docusaurus-theme-openapi-docs` without what it would put on every page of the site: its stylesheet
 * (28 kB gzip) and its polyfills of `process` and `Buffer`. Its components stay reachable as `@theme/…`; which of them
 * are used, and why the others are not, stands in `src/theme/README.md`.
 */
export default function openapiThemePlugin(context: LoadContext): Plugin {
  const theme = (openapiTheme as (context: LoadContext) => Plugin)(context);
  return { name: theme.name, getThemePath: () => theme.getThemePath?.() ?? '' };
}
