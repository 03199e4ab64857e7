import path from 'node:path';

/** Folder (inside `docs/`) that the OpenAPI plugin fills; git ignores it. */
export const referenceFolder = 'reference';

/** Where the OpenAPI plugin writes first. It takes what stands after the first slash for the folder inside `docs/`. */
export const freshReferenceFolder = `.generated/${referenceFolder}`;

/**
 * The route of a page, made from its path inside the docs folder.
 *
 * `api/errors.mdx` → `/docs/api/errors`, `api/webhooks/index.mdx` → `/docs/api/webhooks/`,
 * `reference/create-customer.api.mdx` → `/api/create-customer`, `reference/payments-api.info.mdx` → `/api/`.
 *
 * @param docsFolder absolute path of the docs folder
 * @param filePath absolute path of the page
 * @returns the route, index pages with their trailing slash (specification, section 2)
 * @throws if the page lies outside the docs folder
 */
export function routeOfPage(docsFolder: string, filePath: string): string {
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
