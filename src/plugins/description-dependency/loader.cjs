const { existsSync } = require('node:fs');
const path = require('node:path');

/** Components that show more of the specification than what their attributes name. */
const WHOLE =
  /<(?:ApiOverview|ErrorMatrix|ErrorOperations|ErrorTable|EventTable|OperationTable\s+tag|PayloadSchema|PlatformMap)\b/;

/**
 * A loader that changes nothing. It registers the files in its options as dependencies of the page, and the folder of the
 * drawings as one of a page with a diagram. If there's a folder of digests, a page that only shows what it names depends
 * on the digests of those operations, events, and schemas instead of on the whole specification.
 *
 * @type {import('webpack').LoaderDefinitionFunction<{ files: string[], whole: string[], parts?: string, drawings: string }>}
 */
module.exports = function addDescriptionDependency(source) {
  const { files, whole, parts, drawings } = this.getOptions();
  const names = parts === undefined ? [] : [...new Set(source.match(/[A-Za-z][\w-]*/g))];
  const shown =
    parts === undefined || WHOLE.test(source)
      ? whole
      : names.map((name) => path.join(parts, name)).filter((file) => existsSync(file));
  for (const file of [...files, ...shown]) {
    this.addDependency(file);
  }
  if (source.includes('```mermaid')) {
    this.addContextDependency(drawings);
  }
  return source;
};
