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

/** The colors that code has: its names stay in ink. */
const COLORS: readonly [color: string, tokens: RegExp][] = [
  ['keyword', /^(?:keyword|boolean|null keyword|atrule|important|tag|builtin class-name)$/],
  ['string', /^(?:string|attr-value|char|template-string|inserted)$/],
  ['number', /^(?:number|variable|environment.*)$/],
  ['comment', /^(?:comment|prolog|doctype)$/],
];

/** Gives tokens their color. Others lose their span, which would only weigh: they're most of all tokens. */
function keepColors(html: string): string {
  const open: boolean[] = [];
  return html.replace(/<span class="token ([^"]*)">|<\/span>/g, (_tag, kind: string | undefined) => {
    if (kind === undefined) return open.pop() === true ? '</span>' : '';
    const color = COLORS.find(([, tokens]) => tokens.test(kind))?.[0];
    open.push(color !== undefined);
    return color === undefined ? '' : `<span class="token ${color}">`;
  });
}

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
  const html = results.get(source) ?? keepColors(Prism.highlight(source, grammar, name));
  results.set(source, html);
  return html;
}
