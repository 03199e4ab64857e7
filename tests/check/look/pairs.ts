/** The colors that meet on the pages. */
import type { Pair } from './colors';

const surfaces = ['surface', 'surface-raised'];
const callouts = ['note-soft', 'warning-soft', 'danger-soft', 'success-soft', 'money-soft'];
const methods = ['get', 'post', 'put', 'patch', 'delete', 'event'].map((method) => `method-${method}`);
const code = ['keyword', 'string', 'number', 'comment', 'property', 'function'].map((part) => `code-${part}`);

export const pairs: readonly Pair[] = [
  { front: 'text', behind: [...surfaces, ...callouts, 'brand-soft', 'code-surface'], least: 7, where: 'body text' },
  { front: 'text-muted', behind: surfaces, least: 7, where: 'captions, menus, table heads' },
  { front: 'text-muted', behind: ['brand-soft', 'code-surface'], least: 4.5, where: 'marked rows, code captions' },
  { front: 'brand', behind: [...surfaces, 'brand-soft'], least: 4.5, where: 'links, active entries' },
  { front: 'brand', behind: callouts, least: 4.5, where: 'links in callouts' },
  { front: 'brand-strong', behind: [...surfaces, ...callouts], least: 4.5, where: 'links under the pointer' },
  { front: 'on-brand', behind: ['brand'], least: 4.5, where: 'the mark' },
  { front: 'accent', behind: ['brand'], least: 3, where: 'the coin of the mark' },
  ...['note', 'warning', 'danger', 'success', 'money'].map((kind): Pair => ({
    front: kind,
    behind: [`${kind}-soft`, ...surfaces],
    least: 4.5,
    where: `${kind}: heads, marks`,
  })),
  ...methods.map((front): Pair => ({
    front,
    behind: [...surfaces, 'brand-soft', ...callouts],
    least: 4.5,
    where: 'method',
  })),
  ...code.map((front): Pair => ({ front, behind: ['code-surface', 'surface'], least: 4.5, where: 'code' })),
  { front: 'code-text', behind: ['code-surface', 'surface', ...callouts], least: 7, where: 'code' },
  { front: 'code-number', behind: ['brand-soft'], least: 4.5, where: 'parameters of a path' },
  { front: 'border-strong', behind: surfaces, least: 3, where: 'arrows, lines of diagrams' },
];

/** Colors that need no contrast of their own, each with its reason. */
export const withoutContrast: Readonly<Record<string, string>> = {
  border: 'separates what space and headings separate already',
  backdrop: 'dims the page behind the dialog of the search; nothing stands on it',
};
