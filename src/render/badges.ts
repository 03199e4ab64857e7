/** Small marks: the method of a call and the status of a response. */
import type { Element } from 'hast';
import { isError, type Operation } from '../specification/specification';
import { BACKQUOTE } from '../specification/words';
import { children, type Child, type Content, h } from './hast';

export function methodBadge({ method }: Pick<Operation, 'method'>): Element {
  return h('span', { className: ['method', `method--${method}`] }, method.toUpperCase());
}

/** A phrase with code in backquotes. */
export function phrase(text: string): Content[] {
  return children(
    text
      .split(/`([^`]*)`/)
      .map((part, index): Child => (index % 2 === 1 ? h('code', part.replaceAll(BACKQUOTE, '`')) : part)),
  );
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

/** A status as a number in its color. */
export function statusBadge(status: string): Element {
  const kind = isError(status) ? 'error' : 'success';
  return h('span', { className: ['status', `status--${kind}`] }, status);
}

/** A status with its name, as the title of a response. */
export const statusTitle = (status: string): Content[] =>
  children(statusBadge(status), statusText(status).slice(status.length));
