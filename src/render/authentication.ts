/** How a request proves who sends it, in words. */
import type { Specification, Operation } from '../specification/specification';
import { children, type Child, type Content, h } from './hast';

/** A header, query parameter, or cookie with a credential. */
const place = (what: string, name: string): Child[] => [what, h('code', name)];

/** Values after the words that introduce them, or nothing. */
const listCode = (start: string, values: readonly (string | undefined)[]): Child[] => {
  const known = [...new Set(values.filter((value) => value !== undefined))];
  return known.flatMap((value, index): Child[] => [index > 0 ? ', ' : start, h('code', value)]);
};

function describeScheme(specification: Specification, { scopes }: Operation, name: string): Child[] {
  const scheme = specification.getSecurityScheme(name);
  const key = scheme.name ?? name;
  const needed = scopes.get(name) ?? [];
  const words =
    scheme.type === 'apiKey'
      ? {
          header: place('an API key in the header ', key),
          query: place('a session token in the query parameter ', key),
          cookie: place('an API key in the cookie ', key),
        }[scheme.in ?? 'header']
      : scheme.type === 'http' && scheme.scheme === 'basic'
        ? place('a user name and password (HTTP Basic) in the header ', 'Authorization')
        : place(
            scheme.type === 'http' ? 'a bearer token in the header ' : 'an access token in the header ',
            'Authorization',
          );
  const flows = Object.values(scheme.flows ?? {});
  const sources = [scheme.openIdConnectUrl, ...flows.flatMap((flow) => [flow.authorizationUrl, flow.tokenUrl])];
  words.push(listCode(' from ', sources));
  return [words, listCode(` with the scope${needed.length > 1 ? 's' : ''} `, needed)];
}

/**
 * Describes the authentication of an operation.
 *
 * @throws SpecificationError on an unknown security scheme
 */
export function authentication(specification: Specification, operation: Operation): Content[] {
  if (operation.method === 'event') {
    return children(
      h(
        'p',
        "PAI sends this event to your destination's URL, with HTTP Basic credentials if the destination has ",
        h('code', 'auth'),
        '. Return ',
        h('code', '200'),
        '.',
      ),
    );
  }
  const choices = operation.security.filter((choice) => choice.length > 0);
  if (choices.length === 0) return children(h('p', 'No authentication required.'));
  const words = choices.flatMap((choice, index): Child[] => [
    index > 0 && ', or ',
    choice.flatMap((name, position): Child[] => [
      position > 0 && ' and ',
      describeScheme(specification, operation, name),
    ]),
  ]);
  const isOptional = choices.length < operation.security.length;
  return children(
    h(
      'p',
      children(
        isOptional ? 'Authentication is optional: ' : 'Requires ',
        words,
        '. See ',
        h('a', { href: '/docs/api/authentication' }, 'Authentication'),
        '.',
      ),
    ),
  );
}
