/**
 * The page of an operation: `<Operation id="createCustomer" />`. Left the reference (authentication, parameters, body,
 * replies), right what goes over the wire (request samples, example replies). A webhook event has no request samples:
 * the platform calls the reader.
 */
import type { Element } from 'hast';
import type { Description, NamedExample, Operation } from '../description/description';
import type { SchemaNode } from '../description/field-tree';
import { type BodyModel, operationModel, type OperationModel, type ResponseModel } from '../description/page-model';
import { authentication } from './authentication';
import { badge, methodBadge, statusBadge, statusText } from './badges';
import { codeFigure, copyButton } from './code-figure';
import { type Backlinks, explainedIn } from './related-guides';
import { fieldFacts, fieldList, type FieldUse, longEnumList, nodeContent } from './fields';
import { children, type Child, type Content, h } from './hast';
import { inlineMarkdown, markdown } from './markdown';
import { linkOperations, nextRequests } from './operation-links';
import { sampleRequest } from './samples/request';
import { sampleTabs } from './samples';

/** Headings of the pages, known to readers of the outline: ids are stable. */
const PLACES = {
  path: ['path-parameters', 'Path parameters'],
  query: ['query-parameters', 'Query parameters'],
  header: ['header-parameters', 'Header parameters'],
  cookie: ['cookie-parameters', 'Cookie parameters'],
} as const;

function section(id: string, title: Child, content: Child): Content[] {
  return children(h('h2', { id }, children(title)), content);
}

/** Path with its parameters set apart and places where it may break. */
export function pathCode(path: string, server = ''): Element {
  const parts = path
    .split(/(\{[^}]+\})/)
    .flatMap((part): Child[] =>
      part.startsWith('{')
        ? [h('span', { className: ['path__parameter'] }, part)]
        : part.split(/(?<=\/)/).flatMap((piece): Child[] => [piece, h('wbr')]),
    );
  return h(
    'code',
    { className: ['path'] },
    children(server && h('span', { className: ['path__server'] }, server), parts),
  );
}

function endpoint(description: Description, operation: Operation): Element {
  const isEvent = operation.method === 'event';
  return h(
    'div',
    { className: ['op__endpoint'] },
    methodBadge(operation),
    isEvent ? h('code', { className: ['path'] }, operation.path) : pathCode(operation.path, description.serverUrl),
    isEvent ? [] : [copyButton('URL')],
  );
}

/** The schema of a body: its type and its fields, expanded one level. */
function schema(node: SchemaNode, use: FieldUse, name: string): Content[] {
  const isList = node.type.startsWith('array');
  return children(
    isList || (node.fields.length === 0 && node.choices.length === 0)
      ? h('p', { className: ['field__head'] }, fieldFacts(node, true, use).slice(0, 1))
      : undefined,
    nodeContent(node, use, name, true),
  );
}

/** The schema of a response. The wrapper's `data` is expanded, because readers look for its fields. */
function replySchema(node: SchemaNode): Content[] {
  return children(
    h('p', { className: ['field__note'] }, "Fields that aren't marked “always present” can be missing."),
    schema(node, 'receive', 'Response'),
  );
}

function requestBody(body: NonNullable<OperationModel['body']>, use: FieldUse): Content[] {
  return section(
    'body',
    use === 'send' ? 'Request body' : 'Payload',
    children(
      h(
        'p',
        { className: ['op__media'] },
        h('code', body.mediaType),
        ' ',
        badge(body.required ? 'required' : 'optional', body.required ? 'required' : 'optional'),
      ),
      markdown(body.description),
      body.node.description && body.node.description !== body.description ? markdown(body.node.description) : undefined,
      schema(body.node, use, 'Body'),
    ),
  );
}

function success(description: Description, response: ResponseModel): Content[] {
  return children(
    h('h3', { id: response.id }, statusText(response.status)),
    markdown(response.description),
    response.headers.length > 0 && [
      h('p', { className: ['op__label'] }, 'Headers'),
      fieldList(response.headers, 'receive'),
    ],
    response.body && [
      h('p', { className: ['op__media'] }, h('code', response.body.mediaType)),
      response.body.node.fields.length + response.body.node.choices.length > 0
        ? replySchema(response.body.node)
        : schema(response.body.node, 'receive', 'Response'),
    ],
    nextRequests(description, response.links),
  );
}

function errors(responses: ResponseModel[], error: SchemaNode | undefined): Content[] {
  if (responses.length === 0) return [];
  return children(
    h('h3', { id: 'errors' }, 'Errors'),
    h(
      'ul',
      { className: ['statuses'] },
      responses.map(({ id, status, description, headers, body, usesError }) =>
        h(
          'li',
          { id },
          children(
            h('a', { href: `#${id}`, className: ['statuses__name'] }, statusBadge(status)),
            ' ',
            inlineMarkdown(description),
            headers.length > 0 && fieldList(headers, 'receive'),
            body && !usesError && schema(body.node, 'receive', 'Response'),
          ),
        ),
      ),
    ),
    error && [
      h('h4', { id: 'error' }, 'Error object'),
      h('p', 'All errors have this body. See ', h('a', { href: '/docs/api/errors' }, 'Errors'), '.'),
      nodeContent(error, 'receive', 'Error', true),
    ],
  );
}

function exampleFigures(body: BodyModel): Content[] {
  return body.examples.flatMap((example) =>
    children(
      example.description && markdown(example.description),
      codeFigure({
        source: JSON.stringify(example.value, null, 2),
        language: 'json',
        title: example.summary,
        label: `Example: ${example.summary}`,
      }),
    ),
  );
}

function reply({ status, body, description }: ResponseModel, open: boolean): Element {
  return h(
    'details',
    { className: ['reply'], open },
    h('summary', statusBadge(status)),
    body && body.examples.length > 0
      ? exampleFigures(body)
      : h(
          'div',
          { className: ['reply__empty'] },
          body ? [h('p', 'The body has the type ', h('code', body.mediaType), '.')] : [h('p', 'No body.')],
          body ? markdown(description) : [],
        ),
  );
}

function side(description: Description, model: OperationModel, id: string): Element {
  const { operation, body, responses } = model;
  const [first, ...others] = body?.examples ?? [];
  const isEvent = operation.method === 'event';
  const more = (list: NamedExample[]): Content[] =>
    list.map((example) =>
      h(
        'details',
        { className: ['reply'] },
        h('summary', example.summary),
        example.description ? markdown(example.description) : [],
        codeFigure({
          source: JSON.stringify(example.value, null, 2),
          language: 'json',
          label: `Body: ${example.summary}`,
        }),
      ),
    );
  return h(
    'div',
    { className: ['op__side'] },
    children(
      isEvent && body && [h('h2', { id: 'example' }, 'Example'), exampleFigures(body)],
      !isEvent && [
        h('h2', { id: 'request-sample' }, 'Example request'),
        first && body && body.examples.length > 1 && h('p', { className: ['op__label'] }, first.summary),
        first?.description && markdown(first.description),
        sampleTabs(sampleRequest(description, operation, { example: first?.value }), `${id}-sample`, operation.summary),
        others.length > 0 && [h('p', { className: ['op__label'] }, 'More examples'), more(others)],
      ],
      responses.length > 0 && [
        h('h2', { id: 'example-replies' }, isEvent ? 'Your response' : 'Example responses'),
        responses.map((response, index) => reply(response, index === 0)),
      ],
    ),
  );
}

/**
 * Renders the page of an operation.
 *
 * @throws DescriptionError if the ID is unknown
 */
export function renderOperation(description: Description, id: string, backlinks: Backlinks): Element {
  const model = operationModel(description, id);
  const { operation, parameters, body, responses, error, longEnums } = model;
  const isEvent = operation.method === 'event';
  const successes = responses.filter(({ status }) => !/^[45]/.test(status));
  const failures = responses.filter(({ status }) => /^[45]/.test(status));
  const page = h(
    'div',
    { className: ['op'] },
    h(
      'div',
      { className: ['op__top'] },
      endpoint(description, operation),
      operation.deprecated ? h('p', badge('deprecated', 'deprecated')) : [],
      markdown(operation.description),
    ),
    h(
      'div',
      { className: ['op__main'] },
      children(
        section('authentication', isEvent ? 'Delivery' : 'Authentication', authentication(description, operation)),
        parameters.map(({ place, fields }) => section(PLACES[place][0], PLACES[place][1], fieldList(fields, 'send'))),
        body && requestBody(body, isEvent ? 'receive' : 'send'),
        responses.length > 0 &&
          section('responses', isEvent ? 'Your response' : 'Responses', [
            successes.map((response) => success(description, response)),
            errors(failures, error),
          ]),
        longEnums.length > 0 && section('long-lists', 'Enum values', longEnumList(longEnums)),
        explainedIn(model, backlinks),
      ),
    ),
    side(description, model, operation.pageId),
  );
  return linkOperations(page, description, id);
}
