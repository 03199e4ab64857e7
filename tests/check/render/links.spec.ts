/**
 * The links of responses: each leads to an operation with a value for each parameter of its path, every value is in the
 * example of the response, and the operation's page shows the link.
 */
import { load } from 'cheerio';
import { expect, test } from '@playwright/test';
import { Description, type Operation } from '../../../src/description/description';
import type { JsonValue, Link, Response } from '../../../src/description/types';
import { NO_BACKLINKS } from '../../../src/render/related-guides';
import { toHtml } from '../../../src/render/hast';
import { renderOperation } from '../../../src/render/operation';
import { bundled } from './support';

/** What is wrong with a link. */
function findFaults(description: Description, operation: Operation, response: Response, link: Link): string[] {
  const target = description.operations.get(link.operationId ?? '');
  if (target === undefined) return [`there is no operation ${link.operationId ?? ''}`];
  const names = Object.keys(link.parameters ?? {});
  const needed = target.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const faults = needed.filter((name) => !names.includes(name)).map((name) => `${target.id} needs ${name}`);
  const known = target.parameters.map(({ name }) => name);
  faults.push(...names.filter((name) => !known.includes(name)).map((name) => `${target.id} doesn't take ${name}`));
  for (const expression of Object.values(link.parameters ?? {})) {
    const [, source, rest = ''] = /^\$(response\.body#|request\.path\.)(.+)$/.exec(expression) ?? [];
    if (source === 'request.path.') {
      if (!operation.path.includes(`{${rest}}`))
        faults.push(`${expression}: ${operation.id} has no ${rest} in its path`);
      continue;
    }
    const examples = description.examples(description.media(response.content)?.media);
    const values = examples.map(({ value }) =>
      rest
        .split('/')
        .slice(1)
        .reduce<JsonValue | undefined>((at, key) => (at as Record<string, JsonValue> | undefined)?.[key], value),
    );
    if (values.length === 0 || values.some((value) => typeof value !== 'string')) {
      faults.push(`${expression}: an example of ${operation.id} has no text there`);
    }
  }
  return faults;
}

/** Everything that is wrong with the links of a specification, and how many there are. */
function checkLinks(description: Description): { faults: string[]; links: string[] } {
  const faults: string[] = [];
  const links: string[] = [];
  for (const operation of description.operations.values()) {
    for (const response of operation.responses.values()) {
      const entries = Object.entries(response.links ?? {});
      if (entries.length === 0) continue;
      const page = load(toHtml(renderOperation(description, operation.id, NO_BACKLINKS)));
      const shown = page('.op__next a')
        .toArray()
        .map((anchor) => page(anchor).attr('href'));
      for (const [name, entry] of entries) {
        const link = description.resolve<Link>(entry);
        links.push(`${operation.id} → ${link.operationId ?? ''}`);
        const missing = shown.includes(description.operations.get(link.operationId ?? '')?.url)
          ? []
          : ["the page doesn't show it"];
        for (const fault of [...findFaults(description, operation, response, link), ...missing]) {
          faults.push(`${operation.id}, link ${name}: ${fault}`);
        }
      }
    }
  }
  return { faults, links };
}

test('every link of a response has a target, its parameters, and a place on the page', () => {
  const { faults, links } = checkLinks(bundled());
  console.log(`${links.length} links`);
  expect(faults).toEqual([]);
  expect(links).toEqual(
    expect.arrayContaining([
      'createCustomer → getCustomer',
      'createTransaction → getTransaction',
      'createTransaction → refundTransaction',
      'createTransaction → listTransactionLogs',
    ]),
  );
});

test('a link to the wrong operation, parameter, or field is found', () => {
  const document = structuredClone(bundled().document);
  const description = new Description(document);
  const links = description.operations.get('createCustomer')?.responses.get('201')?.links as Record<string, Link>;
  const first = Object.keys(links)[0] ?? '';
  const link = description.resolve<Link>(links[first] ?? {});
  const wrong: [Link, RegExp][] = [
    [{ ...link, parameters: {} }, /getCustomer needs customerId/],
    [{ ...link, parameters: { ...link.parameters, planId: '$request.path.organizationId' } }, /doesn't take planId/],
    [{ ...link, parameters: { ...link.parameters, customerId: '$response.body#/data/key' } }, /no text there/],
    [{ ...link, parameters: { ...link.parameters, customerId: '$request.path.planId' } }, /no planId in its path/],
  ];
  for (const [broken, reason] of wrong) {
    links[first] = broken;
    expect(checkLinks(description).faults.join('\n')).toMatch(reason);
  }
  const operation = description.getOperation('createCustomer');
  expect(findFaults(description, operation, {}, { operationId: 'getCustomr' })).toHaveLength(1);
});
