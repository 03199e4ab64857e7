/**
 * The page of an operation: `<Operation id="createCustomer" />`. Endpoint and links, then two rows: the request sample beside
 * what is sent, and the response beside what returns. Each row is in the order of a phone: summary, sample, fields. Where
 * little is sent, there's one row, with the response below the request. A webhook event has one row: the platform calls the
 * reader.
 */
import type { Element } from 'hast';
import { type Specification, isError, type NamedExample, type Operation } from '../specification/specification';
import type { SchemaNode } from '../specification/field-tree';
import { type BodyModel, operationModel, type OperationModel, type ResponseModel } from '../specification/page-model';
import { authentication } from './authentication';
import { methodBadge, statusBadge, statusTitle } from './badges';
import { callbackSection } from './callbacks';
import { codeFigure, copyButton } from './code-figure';
import { areAllPresent, fieldHead, fieldList, type FieldUse, fold, nodeContent } from './fields';
import { children, type Child, type Content, h } from './hast';
import { inlineMarkdown, markdown } from './markdown';
import { linkOperations, nextRequests } from './operation-links';
import { type Backlinks, explainedIn } from './related-guides';
import { printJson } from './samples/print';
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

/** A path with its parameters set apart. It breaks between its segments only. */
export function pathCode(path: string): Element {
  const segments = path
    .split(/(?=\/)/)
    .map((segment) =>
      h(
        'span',
        children(
          segment
            .split(/(\{[^}]+\})/)
            .map((part): Child => (part.startsWith('{') ? h('span', { className: ['path__parameter'] }, part) : part)),
        ),
      ),
    );
  return h(
    'code',
    { className: ['path'] },
    children(segments.map((segment, index): Child[] => [index > 0 && h('wbr'), segment])),
  );
}

/** The line below the title. The host stands only in what the button copies. */
function endpoint(specification: Specification, operation: Operation): Element {
  if (operation.method === 'event') {
    return h('div', { className: ['op__endpoint'] }, [
      methodBadge(operation),
      h('code', { className: ['path'] }, operation.path),
      copyButton('event type', operation.path),
    ]);
  }
  return h('div', { className: ['op__endpoint'] }, [
    methodBadge(operation),
    pathCode(`${operation.server ?? ''}${operation.path}`),
    copyButton('URL', `${operation.server ?? specification.serverUrl}${operation.path}`),
  ]);
}

/** The schema of a body: its type, if it isn't an object, and its fields, expanded one level. */
function schema(node: SchemaNode, use: FieldUse): Content[] {
  const isList = node.type.startsWith('array');
  return children(
    (isList || node.limits.length > 0 || (node.fields.length === 0 && node.choices.length === 0)) &&
      fieldHead('', node, false, use),
    nodeContent(node, use, true),
  );
}

const isJson = ([type, ...others]: string[]): boolean => type === 'application/json' && others.length === 0;

/** The media types of a body. */
const mediaTypes = ({ mediaTypes: types }: BodyModel): Child[] =>
  types.flatMap((type, index): Child[] => [index > 0 && ' or ', h('code', type)]);

function requestBody(body: NonNullable<OperationModel['body']>, use: FieldUse): Content[] {
  return section('body', use === 'send' ? 'Body' : 'Payload', [
    (!body.required || !isJson(body.mediaTypes)) && h('p', children(mediaTypes(body), !body.required && ', optional')),
    ...markdown(body.description || body.node.description),
    ...schema(body.node, use),
  ]);
}

/** What a response means, with the type of its body. */
const meaning = ({ description, body }: ResponseModel): Child[] => [
  inlineMarkdown(description),
  body && !isJson(body.mediaTypes) && [' The body has the type ', mediaTypes(body), '.'],
];

/** What a response means, with its status. */
const outcome = (response: ResponseModel): Element =>
  h('p', { id: response.id }, children(statusBadge(response.status), ' ', meaning(response)));

/** The fields of a body that's JSON. */
const bodyFields = (body: BodyModel | undefined): Content[] =>
  body && /\bjson\b/.test(body.mediaTypes.join()) ? schema(body.node, 'receive') : [];

/** The headers and fields of a response. What it doesn't mark can be missing. */
function success(specification: Specification, response: ResponseModel): Content[] {
  const { headers, body, links } = response;
  const isPartial =
    body && body.node.fields.length + body.node.choices.length > 0 && !areAllPresent(body.node.fields, 'receive');
  return children(
    headers.length > 0 && [h('h3', 'Headers'), fieldList(headers, { use: 'receive' })],
    isPartial && h('p', { className: ['field__note'] }, "Fields that aren't marked “always present” can be missing."),
    bodyFields(body),
    nextRequests(specification, links),
  );
}

function errors(responses: ResponseModel[], error: SchemaNode | undefined): Content[] {
  if (responses.length === 0) return [];
  return section('errors', 'Errors', [
    h(
      'ul',
      { className: ['statuses'] },
      responses.map((response) => {
        const { id, status, headers, body, usesError } = response;
        return h(
          'li',
          { id },
          h('a', { href: `#${id}`, className: ['statuses__name'] }, statusBadge(status)),
          ' ',
          h(
            'div',
            children(
              meaning(response),
              headers.length > 0 && fieldList(headers, { use: 'receive' }),
              !usesError && bodyFields(body),
            ),
          ),
        );
      }),
    ),
    error && [
      h(
        'p',
        { id: 'error' },
        'All errors have the same body. See ',
        h('a', { href: '/docs/api/errors' }, 'Errors'),
        '.',
      ),
      fold('Error object', nodeContent(error, 'receive', true)),
    ],
  ]);
}

/** What's beside more fields than these has a row of its own. */
const FEW_FIELDS = 5;

/** Lines of a request above its body, and the lines that the frame of a sample is as high as. */
const HEAD_LINES = 4;

interface Sample {
  id: string;
  lines: number;
  content: Child;
}

/** Samples that stay in view beside their fields. */
function stick(...samples: Sample[]): Element {
  const lines = samples.reduce((sum, sample) => sum + sample.lines + HEAD_LINES, 0);
  return h(
    'div',
    { className: ['op__sample'] },
    h(
      'div',
      { className: ['op__stick'], style: `--lines:${lines}` },
      samples.map(({ id, content }) => h('div', { id }, children(content))),
    ),
  );
}

const countLines = (example: NamedExample | undefined): number =>
  example ? printJson(example.value).split('\n').length : 0;

const exampleFigure = ({ value, summary, description = '', isText }: NamedExample, title: Child): Content[] => [
  ...markdown(description),
  codeFigure({
    source: isText && typeof value === 'string' ? value : printJson(value),
    language: isText ? 'text' : 'json',
    title,
    label: summary,
  }),
];

function requestSample(specification: Specification, { operation, body }: OperationModel): Sample {
  const [first, ...others] = body?.examples ?? [];
  const request = sampleRequest(specification, operation, { example: first?.value });
  const content = [
    markdown(first?.description ?? ''),
    sampleTabs(request, `${operation.pageId}-sample`, operation.summary),
    others.map((example) => fold(example.summary, exampleFigure(example, 'Body'))),
  ];
  return { id: 'request-sample', lines: countLines(first) + HEAD_LINES + others.length, content };
}

/** The examples of a response. Those after the first say what sets them apart. */
const responseFigures = ({ status, body }: ResponseModel): Content[][] =>
  (body?.examples ?? []).map((example, index) =>
    exampleFigure(example, index === 0 ? statusTitle(status) : [statusBadge(status), ' ', example.summary]),
  );

function responseSample(successes: ResponseModel[], failures: ResponseModel[]): Sample {
  const [first, ...others] = successes.flatMap(responseFigures);
  const failed = failures.flatMap(responseFigures);
  const content = [
    first,
    others.length > 0 && fold('More examples', others),
    failed.length > 0 && fold('Error examples', failed),
  ];
  return { id: 'example-responses', lines: countLines(successes[0]?.body?.examples[0]) + HEAD_LINES, content };
}

/** A row of the page: samples stand beside the rest from 1100 px. */
const row = (summary: Child, samples: Element, main: Child): Element =>
  h('section', { className: ['op__row'] }, [
    h('div', { className: ['op__summary'] }, children(summary)),
    samples,
    h('div', { className: ['op__main'] }, children(main)),
  ]);

function sectionLinks({ operation, parameters, body, responses }: OperationModel, hasErrors: boolean): Element {
  const isEvent = operation.method === 'event';
  const [first] = parameters;
  const links: (false | undefined | [id: string, name: string])[] = [
    first && [PLACES[first.place][0], 'Parameters'],
    body && ['body', isEvent ? 'Payload' : 'Body'],
    responses.length > 0 && ['responses', isEvent ? 'Your response' : 'Responses'],
    hasErrors && ['errors', 'Errors'],
  ];
  return h(
    'nav',
    { className: ['op__links'], ariaLabel: 'Sections' },
    links.flatMap((link) => (link ? [h('a', { href: `#${link[0]}` }, link[1])] : [])),
  );
}

/**
 * Renders the page of an operation.
 *
 * @throws SpecificationError if the ID is unknown
 */
export function renderOperation(specification: Specification, id: string, backlinks: Backlinks): Element {
  const model = operationModel(specification, id);
  const { operation, parameters, body, responses, error } = model;
  const isEvent = operation.method === 'event';
  const failures = responses.filter(({ status }) => isError(status));
  const successes = responses.filter((response) => !failures.includes(response));
  const summary = [
    operation.deprecated && h('p', { className: ['field__deprecated'] }, 'Deprecated'),
    markdown(operation.description),
    h('div', { className: ['op__access'] }, authentication(specification, operation)),
  ];
  const sent = [
    parameters.map(({ place, fields }) =>
      section(PLACES[place][0], PLACES[place][1], fieldList(fields, { use: 'send', examples: place !== 'path' })),
    ),
    body && requestBody(body, isEvent ? 'receive' : 'send'),
    callbackSection(specification, operation),
  ];
  const end = explainedIn(operation, backlinks);
  const statuses = responses.length > 0 && h('h2', { id: 'responses' }, isEvent ? 'Your response' : 'Responses');
  const eventExamples = (): Sample => ({
    id: 'example',
    lines: countLines(body?.examples[0]),
    content: (body?.examples ?? []).map((example) => exampleFigure(example, example.summary)),
  });
  const rows = (): Element[] => {
    if (isEvent) return [row(summary, stick(eventExamples()), [sent, statuses, responses.map(outcome), end])];
    const request = requestSample(specification, model);
    const response = responseSample(successes, failures);
    const meanings = [statuses, successes.map(outcome)];
    const received = [successes.map((each) => success(specification, each)), errors(failures, error), end];
    const fields = [...parameters.flatMap((group) => group.fields), ...(body?.node.fields ?? [])];
    return fields.length <= FEW_FIELDS
      ? [row(summary, stick(request, response), [sent, meanings, received])]
      : [row(summary, stick(request), sent), row(meanings, stick(response), received)];
  };
  const page = h(
    'div',
    { className: ['op'] },
    endpoint(specification, operation),
    sectionLinks(model, failures.length > 0 && !isEvent),
    rows(),
  );
  return linkOperations(page, specification, id);
}
