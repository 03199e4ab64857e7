/** What `npm run generate` makes, and which files each part is made from. */
import path from 'node:path';
import { referenceFolder } from '../../src/config/routes';
import type { Generation } from '../../src/cache/fingerprint';

/** What readers see around the reference. It changes often, and nothing in the generated pages depends on it. */
export const looks = [
  'scripts/lib/brand-images.ts',
  ...['components', 'css', 'pages', 'theme'].map((folder) => path.join('src', folder)),
] as const;

const images = ['.generated/static/img', '.generated/static/favicon.ico'];

/**
 * Describes both generations, so that an edit of a color redraws the icons but doesn't generate the reference again.
 *
 * @param root path of the repository
 * @returns the logos and icons, and everything that comes from the OpenAPI description
 */
export function describeGenerations(root: string): { readonly marks: Generation; readonly reference: Generation } {
  const marks: Generation = {
    root,
    name: 'marks',
    from: ['src/css/tokens.css', 'src/brand', 'scripts/lib/brand-images.ts', 'package-lock.json'],
    made: images,
    butNot: [],
  };
  const files = ['openapi.json', 'openapi.yaml', 'parts', 'payload-types.json', 'static'];
  const reference: Generation = {
    root,
    name: 'reference',
    // Any other script or module may have a part in it. Guides and tests have none.
    from: [
      ...['api-spec', 'examples', 'sandbox', 'scripts', 'src'],
      ...['docusaurus.config.ts', 'sidebars.ts', 'package.json', 'package-lock.json'],
    ],
    made: [path.join('docs', referenceFolder), ...files.map((name) => path.join('.generated', name))],
    // Coverage and workflows are written on every run, because they depend on guides. Checks have no part in it.
    butNot: [...looks, ...images, ...['.generated/static/workflows'], 'src/content-lint'],
  };
  return { marks, reference };
}
