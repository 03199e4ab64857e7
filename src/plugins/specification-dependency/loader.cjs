const { existsSync } = require('node:fs');
const path = require('node:path');

/** Components that show more of the specification than what their attributes name. */
const WHOLE =
  /<(?:ApiOverview|ErrorMatrix|ErrorOperations|ErrorTable|EventTable|OperationTable\s+tag|PayloadSchema|PlatformMap)\b/;

/**
 * A loader that changes nothing. It registers the specification, the links back to guides, and the files that the page
 * shows as dependencies of the page, the folder of the drawings as one of a page with a diagram, and the folder of the
 * downloads as one of the page that lists them. With `byName`, a page that only shows what it names depends on the digests
 * of those operations, events, and schemas instead of on the whole specification.
 *
 * @type {import('webpack').LoaderDefinitionFunction<{ generated: string, drawings: string, byName: boolean }>}
 */
module.exports = function addDependencies(source) {
  const { generated, drawings, byName } = this.getOptions();
  const names = [...new Set(source.match(/[A-Za-z][\w-]*/g))].map((name) => path.join('parts', name));
  const shown =
    byName && !WHOLE.test(source)
      ? names.filter((name) => existsSync(path.join(generated, name)))
      : ['openapi.json', 'payload-types.json'];
  for (const name of ['backlinks.json', ...shown]) {
    this.addDependency(path.join(generated, name));
  }
  for (const [, file = ''] of source.matchAll(/^```.*\bfile=(\S+)/gm)) {
    this.addDependency(path.resolve(generated, '..', file));
  }
  // The sizes and the checksum of the downloads, which also come from the examples and the sandbox.
  if (source.includes('<ApiOverview')) {
    this.addContextDependency(path.join(generated, 'static'));
  }
  if (source.includes('```mermaid')) {
    this.addContextDependency(drawings);
  }
  return source;
};
