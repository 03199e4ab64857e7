/** Small marks: the method of a call and the properties of a field. */
import type { Element } from 'hast';
import type { Operation } from '../description/description';
import { h } from './hast';

export function methodBadge({ method }: Pick<Operation, 'method'>): Element {
  return h('span', { className: ['method', `method--${method}`] }, method === 'event' ? 'event' : method.toUpperCase());
}

export function badge(text: string, kind: string): Element {
  return h('span', { className: ['mark', `mark--${kind}`] }, text);
}

const STATUS_TEXT: Record<string, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No content',
  400: 'Bad request',
  401: 'Not authenticated',
  403: 'Forbidden',
  404: 'Not found',
  409: 'Conflict',
  422: 'Unprocessable content',
  500: 'Internal server error',
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
