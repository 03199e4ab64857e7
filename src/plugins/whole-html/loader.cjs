/**
 * `renderToPipeableStream(app, {` → the same with `progressiveChunkSize: Infinity`, for which Docusaurus has no setting.
 *
 * Fails if the call does not look like that.
 *
 * @type {import('webpack').LoaderDefinitionFunction}
 */
module.exports = function wholeHtml(source) {
  // The build cache is to notice a change of this loader.
  this.addDependency(__filename);
  const call = 'renderToPipeableStream(app, {';
  if (!source.includes(call)) {
    throw new Error(`${this.resourcePath}: no "${call}"; look at ${__filename}.`);
  }
  return source.replace(call, `${call} progressiveChunkSize: Infinity,`);
};
