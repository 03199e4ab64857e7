/**
 * `npm run examples`: compares the examples of the OpenAPI specification with the example data in `src/example-world/`.
 * `-- --write` writes the values into the examples and the table into `api-spec/README.md`.
 *
 * Prints each difference by file and field. Exits with status 1 if anything differs, or if a file can't be read.
 */
import { checkExampleFiles, checkWorldTable, writeExampleFiles } from '../src/example-world/files';

try {
  if (process.argv.includes('--write')) {
    const written = await writeExampleFiles();
    console.log(
      written.length === 0 ? 'Nothing to write.' : `Written:\n${written.map((file) => `  ${file}`).join('\n')}`,
    );
  }
  const { findings: differences, files, values } = checkExampleFiles();
  const findings = [...differences, ...(await checkWorldTable())];
  console.log(`${files} examples with ${values} values: ${findings.length} findings`);
  for (const { file, field, message } of findings) console.error(`✖ ${file}: ${field}: ${message}`);
  if (findings.length > 0) process.exit(1);
} catch (error) {
  console.error(`\n✖ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
