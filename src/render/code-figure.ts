/**
 * The one form in which code stands on the site: a figure with an optional caption, a copy button (src/client adds
 * one that wraps the lines) and a box that scrolls sideways and can be reached with the keyboard. Input: source and language; output: a static element.
 */
import type { Element } from 'hast';
import { children, type Child, h, htmlElement } from './hast';
import { highlight } from './highlight';

const LABELS: Record<string, string> = {
  bash: 'Shell',
  shell: 'Shell',
  sh: 'Shell',
  curl: 'curl',
  js: 'JavaScript',
  javascript: 'JavaScript',
  ts: 'TypeScript',
  typescript: 'TypeScript',
  tsx: 'TypeScript',
  jsx: 'JavaScript',
  python: 'Python',
  php: 'PHP',
  go: 'Go',
  json: 'JSON',
  http: 'HTTP',
  html: 'HTML',
  css: 'CSS',
  yaml: 'YAML',
};

function languageLabel(language: string): string {
  return LABELS[language] ?? (language ? language.toUpperCase() : 'Text');
}

export function copyButton(what: string): Element {
  return h('button', { type: 'button', className: ['code__copy'], dataCopy: true, ariaLabel: `Copy ${what}` }, 'Copy');
}

export interface CodeFigure {
  source: string;
  language: string;
  /** Caption; without one the language names the box for screen readers only. */
  title?: Child;
  /** What the box holds, for the label of the scrolling region and of the copy button. */
  label?: string;
}

/** Box that scrolls, without figure and caption. */
export function codeBox({ source, language, label }: Omit<CodeFigure, 'title'>): Element {
  const text = source.replace(/\n+$/, '');
  return h(
    'pre',
    { className: ['code__box'], tabIndex: 0, role: 'group', ariaLabel: label ?? `${languageLabel(language)} code` },
    htmlElement('code', { className: [`language-${language || 'text'}`] }, highlight(text, language)),
  );
}

export function codeFigure({ source, language, title, label }: CodeFigure): Element {
  const name = label ?? `${languageLabel(language)} code`;
  return h(
    'figure',
    { className: ['code'] },
    children(
      title !== undefined && h('figcaption', { className: ['code__title'] }, children(title)),
      copyButton(name),
      codeBox({ source, language, label: name }),
    ),
  );
}
