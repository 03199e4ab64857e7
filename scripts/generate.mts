/**
 * `npm run generate`: generates everything that the build needs from `api-spec/` and `docs/`: the bundled specification,
 * downloads, logos and icons, the reference pages (`docs/reference/`), and the links from the reference to guides.
 *
 * What depends on the specification is reused until its sources change. With `--bundle`, only the specification itself is
 * up to date afterward. Exits with status 1 and the reason (file, line, and fix) if the specification is invalid, or a
 * page is missing.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { referenceFolder } from '../src/site/routes';
import { writeBacklinks } from './lib/backlinks';
import { writeMarks } from './lib/brand-images';
import { root } from './lib/programs.cjs';
import { bundleAsJson } from './lib/specification';
import { hashSources, isCurrent, removeStamp, writeStamp } from './lib/stamp';
import { writeWorkflows } from './lib/workflows';

try {
  const digest = hashSources(root);
  const isFresh = isCurrent(root, digest);
  const generated = path.join(root, '.generated');
  const isBundle = process.argv.includes('--bundle') && existsSync(path.join(root, 'docs', referenceFolder));
  if (!isFresh) {
    removeStamp(root);
    const { generateReference, writeSpecification } = await import('./lib/reference');
    if (isBundle) writeSpecification(generated, await bundleAsJson());
    else await generateReference(root);
  }
  await writeMarks(path.join(generated, 'static'));
  if (!isBundle) writeStamp(root, digest);
  const linked = writeBacklinks(root);
  const workflows = writeWorkflows(root);
  console.log(
    `${isFresh ? 'Reused' : 'Generated'} the reference. Guides explain ${linked} operations and events. ${workflows} tutorials are workflows.`,
  );
} catch (error) {
  console.error(`\n✖ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
