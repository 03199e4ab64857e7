/**
 * `npm run generate`: makes everything that is generated.
 *
 * In: `api-spec/`, `docs/`. Out: the bundled description (`.generated/openapi.json` for the build,
 * `.generated/static/openapi.*` for readers), the marks and icons, the reference's pages (`docs/reference/`), and what the
 * guides explain of it. What depends on the description alone is left as it is while nothing that it is made from has
 * changed. Ends with status 1 and the reason (file, line, what to do) if the description is broken or a page is missing.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { referenceFolder } from '../src/config/routes';
import { type Generation, setStamp, sourcesOf, stands } from './lib/stamp';

const root = path.resolve(fileURLToPath(import.meta.url), '..', '..');
const pages = path.join('docs', referenceFolder);

const reference: Generation = {
  root,
  name: 'reference',
  // Any script and any line of the site's code may have a part in it; guides and tests have none.
  from: [
    'api-spec',
    'sandbox',
    'scripts',
    'src',
    'docusaurus.config.ts',
    'sidebars.ts',
    'package.json',
    'package-lock.json',
  ],
  made: [
    pages,
    ...['openapi.json', 'openapi.yaml', 'payload-types.json', 'static'].map((name) => path.join('.generated', name)),
  ],
  butNot: ['.generated/static/coverage.json'],
};

try {
  const isFresh = stands(reference);
  if (!isFresh) {
    const { generateReference } = await import('./lib/reference');
    const sources = sourcesOf(reference);
    await generateReference(root);
    setStamp(reference, sources);
  }
  const { writeBacklinks, writeCoverage } = await import('./lib/backlinks');
  const linked = writeBacklinks(root);
  writeCoverage(root);
  const count = readdirSync(path.join(root, pages)).filter((file) => file.endsWith('.mdx')).length;
  console.log(
    `${isFresh ? 'Found' : 'Generated'} the description and ${count} reference pages; guides explain ${linked} operations and events.`,
  );
} catch (error) {
  console.error(`\n✖ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
