import path from 'node:path';

/** Folder in `docs/` that the OpenAPI plugin generates. Git ignores it. */
export const referenceFolder = 'reference';

/** Where the OpenAPI plugin writes first. It uses the part after the first slash as the folder in `docs/`. */
export const freshReferenceFolder = `.generated/${referenceFolder}`;

/**
 * Derives the route of a page from its path in the docs folder.
 *
 * `api/errors.mdx` → `/docs/api/errors`, `api/webhooks/index.mdx` → `/docs/api/webhooks/`,
 * `reference/create-customer.api.mdx` → `/api/create-customer`, `reference/payments-api.info.mdx` → `/api/`.
 *
 * @param docsFolder - Absolute path of the docs folder.
 * @param filePath - Absolute path of the page.
 * @returns The route. Index pages have a trailing slash.
 * @throws If the page is outside the docs folder.
 */
export function getPageRoute(docsFolder: string, filePath: string): string {
  const relative = path.relative(docsFolder, filePath).split(path.sep).join('/');
  if (relative.startsWith('..')) {
    throw new Error(`${filePath}: only pages in ${docsFolder} have routes. Move the file.`);
  }
  const page = relative.replace(/\.mdx?$/, '');
  if (page.startsWith(`${referenceFolder}/`)) {
    const name = page.slice(referenceFolder.length + 1);
    return name.endsWith('.info') ? '/api/' : `/api/${name.replace(/\.api$/, '')}`;
  }
  return `/docs/${page === 'index' ? '' : page.replace(/(^|\/)index$/, '$1')}`;
}
