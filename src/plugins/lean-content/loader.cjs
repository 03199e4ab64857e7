const { createHash } = require('node:crypto');

/**
 * In: the compiled module of a page. Out: the same with `...piece(0)` for each ready-made piece of HTML, and the pieces
 * as a JSON file with a name made of its content, beside the scripts. The lists of anchors and links are for the build only and go.
 *
 * Fails if `dangerouslySetInnerHTML` stands there in a form that the loader does not know.
 *
 * @type {import('webpack').LoaderDefinitionFunction}
 */
module.exports = function leanContent(source) {
  // The build cache is to notice a change of this loader.
  this.addDependency(__filename);
  /** @type {string[]} */
  const pieces = [];
  const lean = source.replace(
    /\bdangerouslySetInnerHTML: \{\s*__html: ("(?:[^"\\\n]|\\.)+")\s*\}/g,
    (_property, literal) => `...piece(${pieces.push(JSON.parse(literal)) - 1})`,
  );
  const known = source.split(/(?<!["\w])dangerouslySetInnerHTML: /).length - 1;
  if (pieces.length !== known) {
    throw new Error(`${pieces.length} of ${known} pieces of HTML have the known form; see ${__filename}.`);
  }
  if (pieces.length === 0) {
    return source;
  }
  const quiet = lean.replace(/(_jsx\(Checked, \{\s*ids: )"[^"\n]*"(,\s*links: )"[^"\n]*"/g, '$1""$2""');
  const json = JSON.stringify(pieces);
  const file = `assets/pieces/${createHash('sha256').update(json).digest('hex').slice(0, 16)}.json`;
  this.emitFile(file, json);
  return `import { piecesOf } from 'lean-content';
const { piece, fill } = piecesOf(${JSON.stringify(file)});
export { fill };
${quiet}`;
};
