/**
 * `npm run generate`: generates everything that the build needs.
 *
 * Reads `api-spec/` and `docs/`. Writes the bundled specification (`.generated/openapi.json` for the build,
 * `.generated/static/openapi.*` for readers), the logo and icons, the reference pages (`docs/reference/`), the links from
 * the reference to guides, and the tutorials as workflows. Output is reused until its inputs change. Exits with status 1 and the reason
 * (file, line, and fix) if the specification is invalid or a page is missing.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { referenceFolder } from '../src/config/routes';
import { describeGenerations } from './lib/generations';
import { saveFingerprint, hashSources, isCurrent } from '../src/cache/fingerprint';

const root = path.resolve(fileURLToPath(import.meta.url), '..', '..');
const { marks, reference } = describeGenerations(root);

try {
  if (!isCurrent(marks)) {
    const { writeMarks } = await import('./lib/brand-images');
    const sources = hashSources(marks);
    await writeMarks(path.join(root, '.generated', 'static'));
    saveFingerprint(marks, sources);
  }
  const isFresh = isCurrent(reference);
  if (!isFresh) {
    const { generateReference } = await import('./lib/reference');
    const sources = hashSources(reference);
    await generateReference(root);
    saveFingerprint(reference, sources);
  }
  const { writeBacklinks } = await import('./lib/backlinks');
  const linked = writeBacklinks(root);
  const { writeWorkflows } = await import('./lib/workflows');
  const workflows = writeWorkflows(root);
  const count = readdirSync(path.join(root, 'docs', referenceFolder)).filter((file) => file.endsWith('.mdx')).length;
  console.log(
    `${isFresh ? 'Reused' : 'Generated'} the specification and ${count} reference pages. Guides explain ${linked} operations and events. ${workflows} tutorials are workflows.`,
  );
} catch (error) {
  console.error(`\n✖ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
