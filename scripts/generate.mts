/**
 * `npm run generate`: generates everything that the build needs from `api-spec/` and `docs/`: the bundled specification,
 * downloads, logos and icons, the reference pages (`docs/reference/`), and the links from the reference to guides.
 *
 * What depends on the specification is reused until its sources change. Exits with status 1 and the reason (file, line,
 * and fix) if the specification is invalid, or a page is missing.
 */
import path from 'node:path';
import { writeBacklinks } from './lib/backlinks';
import { writeMarks } from './lib/brand-images';
import { root } from './lib/programs.cjs';
import { hashSources, isCurrent, writeStamp } from './lib/stamp';
import { writeWorkflows } from './lib/workflows';

try {
  const digest = hashSources(root);
  const isFresh = isCurrent(root, digest);
  if (!isFresh) {
    const { generateReference } = await import('./lib/reference');
    await generateReference(root);
  }
  await writeMarks(path.join(root, '.generated', 'static'));
  writeStamp(root, digest);
  const linked = writeBacklinks(root);
  const workflows = writeWorkflows(root);
  console.log(
    `${isFresh ? 'Reused' : 'Generated'} the reference. Guides explain ${linked} operations and events. ${workflows} tutorials are workflows.`,
  );
} catch (error) {
  console.error(`\n✖ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
