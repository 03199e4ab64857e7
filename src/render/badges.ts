/** Small marks: the method of a call and the properties of a field. */
import type { Element } from 'hast';
import type { Operation } from '../description/description';
import type { Note } from '../description/notes';
import { children, type Child, type Content, h } from './hast';

export function methodBadge({ method }: Pick<Operation, 'method'>): Element {
  return h('span', { className: ['method', `method--${method}`] }, method === 'event' ? 'event' : method.toUpperCase());
}

export function badge(text: string, kind: string): Element {
  return h('span', { className: ['mark', `mark--${kind}`] }, text);
}

/** A phrase with code in backquotes. */
export function phrase(text: string): Content[] {
  return children(text.split(/`([^`]*)`/).map((part, index): Child => (index % 2 === 1 ? h('code', part) : part)));
}

/**
 * A badge with words behind it: they show on hover and on focus, by style alone, and are part of the button's name for
 * those who hear it. Links can't be in it.
 *
 * @param label - what shows
 * @param sentences - what it means here; code in backquotes
 */
function badgeWithWords(label: string, sentences: readonly string[]): Element {
  const words = h('span', { className: ['note__text'] }, phrase(sentences.join(' ')));
  return h(
    'button',
    { type: 'button', className: ['note'] },
    h('span', { className: ['note__label'] }, label),
    ' ',
    words,
  );
}

/**
 * The badges of a place: what isn't documented there, and which statements aren't part of the API contract.
 *
 * @param notes - from `x-undocumented` and `x-source`
 * @returns a badge for each label and ending, with spaces between them
 */
export function noteBadges(notes: readonly Note[]): Content[] {
  const groups = new Map<string, { label: string; sentences: string[]; ending: string | undefined }>();
  for (const { label, sentence, ending } of notes) {
    const key = `${label} ${ending ?? ''}`;
    const group = groups.get(key) ?? { label, sentences: [], ending };
    groups.set(key, { ...group, sentences: [...group.sentences, sentence] });
  }
  return [...groups.values()].flatMap(({ label, sentences, ending }, index): Content[] => [
    ...(index > 0 ? [{ type: 'text', value: ' ' } as const] : []),
    badgeWithWords(label, ending === undefined ? sentences : [...sentences, ending]),
  ]);
}

/** The same badges on a line of their own, below a description. */
export function noteLine(notes: readonly Note[]): Content[] {
  return notes.length > 0 ? [h('p', { className: ['notes'] }, noteBadges(notes))] : [];
}

const STATUS_TEXT: Record<string, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Unprocessable Content',
  500: 'Internal Server Error',
};

/** `201 Created`; the number alone for a status without a name here. */
export function statusText(status: string): string {
  const text = STATUS_TEXT[status] ?? (/^2/.test(status) ? 'Success' : undefined);
  return text ? `${status} ${text}` : status;
}

export function statusBadge(status: string): Element {
  const kind = /^2/.test(status) || status === 'default' ? 'success' : 'error';
  return h('span', { className: ['status', `status--${kind}`] }, statusText(status));
}
