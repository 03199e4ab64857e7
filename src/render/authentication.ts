/** How a request proves who sends it, in words. */
import type { Specification, Operation } from '../specification/specification';
import { children, type Child, type Content, h } from './hast';
import { inlineMarkdown, markdown } from './markdown';

/** Values after the words that introduce them, or nothing. */
const listCode = (start: string, values: readonly (string | undefined)[]): Child[] => {
  const known = [...new Set(values.filter((value) => value !== undefined))];
  return known.flatMap((value, index): Child[] => [index > 0 ? ', ' : start, h('code', value)]);
};

function describeScheme(specification: Specification, { scopes }: Operation, name: string): Child[] {
  const scheme = specification.getSecurityScheme(name);
  const { type, in: where = 'header', name: key = name, bearerFormat } = scheme;
  if (type === 'mutualTLS') return ['a client certificate (mutual TLS)'];
  const credential =
    type === 'apiKey'
      ? where === 'query' && /token$/i.test(key)
        ? 'a session token'
        : 'an API key'
      : type !== 'http'
        ? 'an access token'
        : scheme.scheme === 'basic'
          ? 'a user name and password (HTTP Basic)'
          : `a bearer token${bearerFormat ? ` (${bearerFormat})` : ''}`;
  const flows = Object.values(scheme.flows ?? {});
  const sources = [scheme.openIdConnectUrl, ...flows.flatMap((flow) => [flow.authorizationUrl, flow.tokenUrl])];
  const meanings = new Map(flows.flatMap((flow) => Object.entries(flow.scopes ?? {})));
  const needed = scopes.get(name) ?? [];
  return [
    `${credential} in the ${where === 'query' ? 'query parameter' : where} `,
    h('code', type === 'apiKey' ? key : 'Authorization'),
    listCode(' from ', sources),
    needed.map((scope, index): Child[] => [
      index > 0 ? ', ' : ` with the scope${needed.length > 1 ? 's' : ''} `,
      h('code', scope),
      meanings.get(scope) && [' (', inlineMarkdown(meanings.get(scope) ?? ''), ')'],
    ]),
  ];
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
  // The page on authentication describes the usual ones.
  const usual = (specification.document.security ?? []).flatMap((choice) => Object.keys(choice));
  const others = [...new Set(choices.flat())].filter((name) => !usual.includes(name));
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
    others.map((name) => markdown(specification.getSecurityScheme(name).description ?? '')),
  );
}
