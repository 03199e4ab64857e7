/**
 * Highlights code at build time: text and language in, escaped HTML with `token …` spans out. The colors are custom
 * properties of the style sheet. An unknown language gives plain escaped text; whitespace is kept as it is.
 */
// The order counts: first the highlighter, then languages, each after those that it builds on.
import { Prism } from './prism';
import 'prismjs/components/prism-markup.js';
import 'prismjs/components/prism-css.js';
import 'prismjs/components/prism-clike.js';
import 'prismjs/components/prism-javascript.js';
import 'prismjs/components/prism-bash.js';
import 'prismjs/components/prism-diff.js';
import 'prismjs/components/prism-go.js';
import 'prismjs/components/prism-http.js';
import 'prismjs/components/prism-json.js';
import 'prismjs/components/prism-jsx.js';
import 'prismjs/components/prism-markup-templating.js';
import 'prismjs/components/prism-php.js';
import 'prismjs/components/prism-python.js';
import 'prismjs/components/prism-typescript.js';
import 'prismjs/components/prism-yaml.js';
import { escapeHtml } from './hast';

// The JSON body of a curl command: in quotes, or in a here-document.
const asJson = { lookbehind: true, inside: Prism.languages.json };
Prism.languages.insertBefore('bash', 'shebang', {
  'json-body': [
    { pattern: /(\s-d )'[{[](?:[^']|'\\'')*'/, ...asJson },
    { pattern: /(<<)EOF[^\n]*\n[{[][\s\S]*?\nEOF/, ...asJson },
  ],
});

// All languages are loaded: nothing else needs the global.
Reflect.deleteProperty(globalThis, 'Prism');

const ALIASES: Record<string, string> = {
  curl: 'bash',
  sh: 'bash',
  shell: 'bash',
  node: 'javascript',
  mjs: 'javascript',
  text: '',
  txt: '',
};

/** Tokens that no color is given to: their span would only weigh (brackets and commas are a third of all tokens). */
const PLAIN = /<span class="token (?:parameter|variable-declaration|plain-text|punctuation|operator)">([^<]*)<\/span>/g;

/** What was highlighted before, by language: every page shows the same error bodies. */
const known = new Map<string, Map<string, string>>();

/**
 * Highlights code.
 *
 * @param source the code
 * @param language as a fence names it
 * @returns escaped HTML
 */
export function highlight(source: string, language: string): string {
  const name = ALIASES[language] ?? language;
  const grammar = name ? Prism.languages[name] : undefined;
  if (!grammar) return escapeHtml(source);
  const results = known.get(name) ?? new Map<string, string>();
  known.set(name, results);
  const html = results.get(source) ?? Prism.highlight(source, grammar, name).replace(PLAIN, '$1');
  results.set(source, html);
  return html;
}
