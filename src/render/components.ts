/**
 * The components that pages may use, by name. Each takes the attributes of its tag and gives content; `inline` ones
 * stand in a sentence, the others on lines of their own. Attributes are strings, numbers, or literal objects.
 */
import type { Specification } from '../specification/specification';
import { SpecificationError } from '../specification/specification';
import type { PageIds } from '../specification/field-tree';
import { unknownName } from '../specification/names';
import type { JsonValue } from '../specification/types';
import { renderEventPayload, renderRequest, renderResponse } from './request-response';
import { framePayTable, testCardTable } from './data-tables';
import { children, type Content } from './hast';
import type { Backlinks } from './related-guides';
import { renderOperation } from './operation';
import { operationLink, operationTable, renderOverview } from './overview';
import { payloadSchema, type PayloadFiles } from './payload-schema';
import { renderPlatformMap } from './platform-map';
import { amount, price, priceChart, priceTable, sum } from './prices';
import { enumTable, errorMatrix, errorOperations, errorTable, eventTable, fieldTable, limit } from './reference-tables';

export interface RenderContext {
  specification: Specification;
  backlinks: Backlinks;
  /** Ids that components have taken on this page. */
  ids: PageIds;
  payloadFiles: PayloadFiles;
  /** A number that is new on every call, for ids of tabs on one page. */
  nextNumber: () => number;
}

/** Attributes of one tag, with getters that say what is wrong. */
export class Attributes {
  constructor(
    private readonly tag: string,
    private readonly values: Record<string, JsonValue>,
  ) {}

  /** Fails on attributes that the component does not have. */
  only(...names: string[]): this {
    for (const name of Object.keys(this.values)) {
      if (!names.includes(name)) throw new SpecificationError(unknownName(`attribute of <${this.tag}>`, name, names));
    }
    return this;
  }

  optional(name: string): string | undefined {
    const value = this.values[name];
    if (value === undefined) return undefined;
    if (typeof value === 'object' || typeof value === 'boolean') {
      throw new SpecificationError(`The attribute "${name}" of <${this.tag}> must be a string: ${name}="…".`);
    }
    return String(value);
  }

  required(name: string): string {
    const value = this.optional(name);
    if (value === undefined) throw new SpecificationError(`<${this.tag}> requires the attribute "${name}". Add it.`);
    return value;
  }

  words(name: string): string[] | undefined {
    return this.optional(name)
      ?.split(/[\s,]+/)
      .filter(Boolean);
  }

  value(name: string): JsonValue | undefined {
    return this.values[name];
  }

  record(name: string): Record<string, JsonValue> | undefined {
    const value = this.values[name];
    if (value === undefined) return undefined;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new SpecificationError(`The attribute "${name}" of <${this.tag}> must be an object: ${name}={{…}}.`);
    }
    return value;
  }
}

interface Component {
  inline?: boolean;
  render: (attributes: Attributes, context: RenderContext) => Content | Content[];
}

function renderOperations(attributes: Attributes, specification: Specification): Content {
  const ids = attributes.words('ids');
  const tag = attributes.optional('tag');
  if ((ids === undefined) === (tag === undefined)) {
    throw new SpecificationError('<OperationTable> requires either "ids" or "tag". Set one of them.');
  }
  return operationTable(
    tag === undefined ? (ids ?? []).map((id) => specification.getOperation(id)) : specification.getTag(tag).operations,
  );
}

/** `<Response>` and `<ErrorResponse>`, which differ in whether the status has to be given. */
const renderedResponse = (status: 'optional' | 'required'): Component => ({
  render: (attributes, { specification }) => {
    attributes.only('operation', 'status', 'example', 'fields');
    return renderResponse(
      specification,
      attributes.required('operation'),
      attributes[status]('status'),
      attributes.optional('example'),
      attributes.words('fields'),
    );
  },
});

/** `expect="rejected"` marks a request that is wrong on purpose, to show the error. */
function expectsRejection(attributes: Attributes): boolean {
  const expected = attributes.optional('expect');
  if (expected !== undefined && expected !== 'rejected') {
    throw new SpecificationError('The attribute "expect" of <Request> can only be "rejected". Otherwise, remove it.');
  }
  return expected === 'rejected';
}

function readColumns(attributes: Attributes): Record<string, Record<string, string>> {
  const columns: Record<string, Record<string, string>> = {};
  for (const [title, cells] of Object.entries(attributes.record('columns') ?? {})) {
    if (typeof cells !== 'object' || cells === null || Array.isArray(cells)) {
      throw new SpecificationError(`The column "${title}" of <EnumTable> must be an object: {value: "text", …}.`);
    }
    columns[title] = Object.fromEntries(
      Object.entries(cells).map(([name, text]) => [name, typeof text === 'string' ? text : JSON.stringify(text)]),
    );
  }
  return columns;
}

export const COMPONENTS: Record<string, Component> = {
  Operation: {
    render: (attributes, { specification, backlinks }) => {
      const id = attributes.only('id').required('id');
      return renderOperation(specification, id, backlinks);
    },
  },
  ApiOverview: {
    render: (attributes, { specification }) => renderOverview(specification, attributes.only('part').required('part')),
  },
  OperationLink: {
    inline: true,
    render: (attributes, { specification }) => {
      attributes.only('id', 'text');
      return operationLink(specification.getOperation(attributes.required('id')), attributes.optional('text'));
    },
  },
  OperationTable: {
    render: (attributes, { specification }) => renderOperations(attributes.only('ids', 'tag'), specification),
  },
  Request: {
    render: (attributes, { specification, nextNumber }) => {
      attributes.only('operation', 'example', 'body', 'path', 'query', 'save', 'status', 'expect');
      return renderRequest(
        specification,
        attributes.required('operation'),
        attributes.optional('example'),
        {
          rejected: expectsRejection(attributes),
          body: attributes.value('body'),
          path: attributes.record('path'),
          query: attributes.record('query'),
          save: attributes.record('save'),
          status: attributes.optional('status'),
        },
        `sample-${nextNumber()}`,
      );
    },
  },
  Response: renderedResponse('optional'),
  ErrorResponse: renderedResponse('required'),
  FieldTable: {
    render: (attributes, { specification }) => {
      attributes.only('schema', 'fields');
      return fieldTable(specification, attributes.required('schema'), attributes.words('fields'));
    },
  },
  EnumTable: {
    render: (attributes, { specification, ids }) => {
      attributes.only('schema', 'columns');
      return enumTable(specification, attributes.required('schema'), readColumns(attributes), ids);
    },
  },
  Limit: {
    inline: true,
    render: (attributes, { specification }) => children(limit(specification, attributes.only('of').required('of'))),
  },
  EventPayload: {
    render: (attributes, { specification }) => {
      attributes.only('type', 'example');
      return renderEventPayload(specification, attributes.required('type'), attributes.optional('example'));
    },
  },
  EventTable: { render: (attributes, { specification }) => (attributes.only(), eventTable(specification)) },
  PayloadSchema: {
    render: (attributes, { specification, payloadFiles }) =>
      payloadSchema(specification, attributes.only('schema').required('schema'), payloadFiles),
  },
  TestCardTable: { render: (attributes) => testCardTable(attributes.only('part').required('part')) },
  FramePayTable: { render: (attributes) => framePayTable(attributes.only('part').required('part')) },
  ErrorTable: { render: (attributes, { specification }) => (attributes.only(), errorTable(specification)) },
  ErrorOperations: {
    render: (attributes, { specification }) =>
      errorOperations(specification, attributes.only('status').required('status')),
  },
  ErrorMatrix: { render: (attributes, { specification }) => (attributes.only(), errorMatrix(specification)) },
  PriceTable: {
    render: (attributes) =>
      priceTable(attributes.only('quantities').required('quantities').trim().split(/\s+/).map(Number)),
  },
  Price: {
    inline: true,
    render: (attributes) => {
      attributes.only('formula', 'quantity');
      return children(amount(price(attributes.required('formula'), Number(attributes.required('quantity')))));
    },
  },
  PlatformMap: { render: (attributes) => (attributes.only(), renderPlatformMap()) },
  PriceChart: { render: (attributes) => (attributes.only(), priceChart()) },
  Sum: { inline: true, render: (attributes) => children(sum(attributes.only('of').required('of'))) },
};
