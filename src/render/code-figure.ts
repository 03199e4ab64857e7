/**
 * The one form in which code stands on the site: a figure with one header line (title or language on the left, the copy
 * button on the right) and a box whose lines wrap. Input: source and language; output: a static element.
 */
import type { Element } from 'hast';
import { SAMPLE_LANGUAGES } from '../page/languages';
import { showNumbers } from '../specification/json';
import { wrapLines } from './code-lines';
import { children, type Child, h, htmlElement } from './hast';
import { highlight } from './highlight';

const LABELS: Record<string, string> = {
  ...Object.fromEntries(SAMPLE_LANGUAGES.map(({ id, label }) => [id, label])),
  bash: 'Shell',
  shell: 'Shell',
  sh: 'Shell',
  js: 'JavaScript',
  ts: 'TypeScript',
  typescript: 'TypeScript',
  tsx: 'TypeScript',
  jsx: 'JavaScript',
  json: 'JSON',
  http: 'HTTP',
  html: 'HTML',
  css: 'CSS',
  yaml: 'YAML',
};

function languageLabel(language: string): string {
  return LABELS[language] ?? (language ? language.toUpperCase() : 'Text');
}

/**
 * A button that copies, drawn as an icon by the style sheet. The page script hears it (`src/page/copying.ts`).
 *
 * @param what - What it copies, for its name.
 * @param text - The text, if it isn't the code beside the button.
 */
export function copyButton(what: string, text = ''): Element {
  return h('button', { type: 'button', className: ['copy'], dataCopy: text, ariaLabel: `Copy ${what}` });
}

export interface CodeFigure {
  source: string;
  language: string;
  /** Title of the header line; without one, it names the language. */
  title?: Child;
  /** What the box holds, for the name of the copy button. */
  label?: string;
}

/** Lines of JSON or a request that a phone shows whole. */
const WHOLE_LINES = 18;

/** Code without figure and header. A phone shows the beginning of a long request or response (src/css/content.css). */
export function codeBox({ source, language }: Pick<CodeFigure, 'source' | 'language'>, canFold: boolean): Element[] {
  const text = showNumbers(source).replace(/\n+$/, '');
  const lines = text.split('\n').length;
  const html = wrapLines(highlight(text, language));
  const box = h(
    'pre',
    { className: ['code__box'] },
    htmlElement('code', { className: [`language-${language || 'text'}`] }, html),
  );
  if (!canFold || lines <= WHOLE_LINES) return [box];
  return [box, h('details', { className: ['code__fold'] }, h('summary', `All ${lines} lines`))];
}

/** The header line of code. */
const codeBar = (title: Child, copy: Element): Element =>
  h('figcaption', { className: ['code__bar'] }, h('span', { className: ['code__title'] }, children(title)), copy);

/** Code with its header. */
export function codeFigure({ source, language, title, label }: CodeFigure): Element {
  const name = languageLabel(language);
  return h(
    'figure',
    { className: ['code'] },
    codeBar(title ?? name, copyButton(label ?? `${name} code`)),
    codeBox({ source, language }, language === 'json'),
  );
}
