/**
 * A tutorial as an Arazzo document: each `<Request>` of the page is a step with its parameters and body, what the page
 * saves is an output, and what it checks is a criterion.
 */
import camelCase from 'lodash/camelCase';
import { visit } from 'unist-util-visit';
import type { Description } from '../../../src/description/description';
import { readAttribute } from '../../../src/coverage/attributes';
import type { JsonValue } from '../../../src/description/types';
import type { Page } from '../../../src/coverage/pages';
import { sampleRequest, toVariable } from '../../../src/render/samples/request';
import { type InputSchema, Variables } from './variables';
import { isRecord } from '../../../src/description/json';

interface Criterion {
  readonly condition: string;
}

interface Step {
  readonly stepId: string;
  readonly description: string;
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly value: unknown }[];
  readonly requestBody?: { readonly contentType: 'application/json'; readonly payload: unknown };
  readonly successCriteria: Criterion[];
  readonly outputs?: Readonly<Record<string, string>>;
}

/** The part of Arazzo 1.0.1 that the tutorials need. */
export interface ArazzoDocument {
  readonly arazzo: '1.0.1';
  readonly info: { readonly title: string; readonly summary: string; readonly version: string };
  readonly sourceDescriptions: readonly [{ readonly name: string; readonly url: string; readonly type: 'openapi' }];
  readonly workflows: readonly [
    {
      readonly workflowId: string;
      readonly summary: string;
      readonly description: string;
      readonly inputs: {
        readonly type: 'object';
        readonly properties: Readonly<Record<string, InputSchema>>;
        readonly required: readonly string[];
      };
      readonly steps: readonly Step[];
      readonly outputs?: Readonly<Record<string, string>>;
    },
  ];
}

/** Name of the OpenAPI file in every workflow. */
export const SOURCE_NAME = 'payments';

type AttributeMap = Readonly<Record<string, JsonValue>>;

const toRecord = (value: JsonValue | undefined): Record<string, JsonValue> => (isRecord(value) ? value : {});

/** A text or number as text; nothing for other values, which the page's components reject. */
const toText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** `data.id` as a JSON Pointer into the response. */
const toPointer = (place: string): string => `$response.body#/${place.replaceAll('.', '/')}`;

/** Builds the steps of one page. */
class StepBuilder {
  readonly variables = new Variables();
  readonly steps: Step[] = [];
  /** All saved values: output of the workflow and where it comes from. */
  readonly outputs: Record<string, string> = {};

  constructor(private readonly description: Description) {}

  addRequest(attributes: AttributeMap, heading: string): void {
    const operationId = toText(attributes['operation']) ?? '';
    const operation = this.description.getOperation(operationId);
    const path = toRecord(attributes['path']);
    const query = attributes['query'] === undefined ? undefined : toRecord(attributes['query']);
    const isRejected = attributes['expect'] === 'rejected';
    const status = toText(attributes['status']) ?? this.description.successStatus(operation);
    const body = this.buildBody(operationId, attributes);
    const request = sampleRequest(this.description, operation, { path, ...(query ? { query } : {}) });
    const inPath = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
    const grouped = new Map<string, string[]>();
    for (const [name, value] of request.query) grouped.set(name, [...(grouped.get(name) ?? []), value]);
    const parameters = [
      ...request.headers.map(([name, value]) => ({ name, in: 'header', value })),
      ...inPath.map((name) => ({ name, in: 'path', value: path[name] ?? toVariable(name) })),
      ...[...grouped].map(([name, values]) => ({
        name,
        in: 'query',
        value: Array.isArray(query?.[name]) ? values : (values[0] ?? ''),
      })),
    ].map((parameter) => ({ ...parameter, value: this.variables.resolveValue(parameter.value) }));

    const before = this.steps.filter((step) => step.operationId === operationId).length;
    const stepId = before === 0 ? operationId : `${operationId}${before + 1}`;
    const save = Object.entries(toRecord(attributes['save'])).map(([name, place]) => ({
      variable: name,
      output: camelCase(name.replace(/^PAI_/, '')),
      place: toText(place) ?? '',
    }));
    this.steps.push({
      stepId,
      description: isRejected
        ? `${heading}: the API rejects this request with ${status}.`
        : `${heading.replace(/^Step \d+: /, '')}.`,
      operationId,
      ...(parameters.length > 0 ? { parameters } : {}),
      ...(body === undefined
        ? {}
        : { requestBody: { contentType: 'application/json', payload: this.variables.resolveValue(body) } }),
      successCriteria: [{ condition: `$statusCode == ${status}` }],
      ...(save.length > 0
        ? { outputs: Object.fromEntries(save.map(({ output, place }) => [output, toPointer(place)])) }
        : {}),
    });
    for (const { variable, output } of save) {
      const expression = `$steps.${stepId}.outputs.${output}`;
      this.variables.save(variable, expression);
      this.outputs[output] = expression;
    }
  }

  /**
   * Adds what a list item checks in the response to the latest step: "`data.status` is `draft`", "`data.subscriptionId` is
   * your `SUBSCRIPTION_ID`". Conditional sentences aren't criteria.
   */
  addCheck(source: string): void {
    const step = this.steps.at(-1);
    if (step === undefined || !source.startsWith('**Check:**')) return;
    const sentences = source.slice('**Check:**'.length).trim().split(/\.\s+/);
    for (const sentence of sentences.filter((text) => !/^(If|When|With)\b/.test(text))) {
      for (const [, place = '', your, value = ''] of sentence.matchAll(
        /`(data\.[A-Za-z.]+)` is (?:still )?(your )?`([^`]+)`(?!, or)/g,
      )) {
        const expected =
          your !== undefined
            ? this.variables.resolveText(`$${value}`)
            : /^(null|true|false|[\d.]+)$/.test(value)
              ? value
              : `'${value}'`;
        step.successCriteria.push({ condition: `${toPointer(place)} == ${expected}` });
      }
    }
  }

  private buildBody(operationId: string, attributes: AttributeMap): JsonValue | undefined {
    const operation = this.description.getOperation(operationId);
    const content = this.description.media(operation.requestBody?.content);
    if (content === undefined || attributes['body'] !== undefined) return attributes['body'];
    const named = toText(attributes['example']) ?? this.description.examples(content.media)[0]?.names[0];
    return this.description.getExample(content.media, named, `the request of ${operationId}`).value;
  }
}

/**
 * Generates the workflow of a tutorial.
 *
 * @param page - The parsed page from `docs/get-started/tutorials/`.
 * @param description - The bundled specification.
 * @param version - Version of the specification.
 * @returns The document, whose OpenAPI file is `../openapi.yaml`.
 * @throws If a request of the page has an unknown operation or example, or if the page has no request.
 */
export function buildWorkflow(page: Page, description: Description, version: string): ArazzoDocument {
  const name = page.route.split('/').at(-1) ?? '';
  const builder = new StepBuilder(description);
  let heading = '';
  visit(page.tree, (node) => {
    const source = page.text.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
    if (node.type === 'heading') heading = source.replace(/^#+ /, '').replace(/ *\{\/\*.*$/, '');
    else if (node.type === 'code' && node.lang === 'bash') builder.variables.readCommands(node.value);
    else if (node.type === 'listItem') builder.addCheck(source.replace(/^- /, ''));
    else if (node.type === 'mdxJsxFlowElement' && node.name === 'Request') {
      builder.addRequest(Object.fromEntries(node.attributes.map(readAttribute)), heading);
    }
  });
  if (builder.steps.length === 0) {
    throw new Error(`${page.file}: the tutorial has no request for its workflow. Show each step with <Request …/>.`);
  }
  const summary = toText(page.frontMatter.get('description')?.value) ?? page.title;
  const { inputs } = builder.variables;
  return {
    arazzo: '1.0.1',
    info: { title: page.title, summary, version },
    sourceDescriptions: [{ name: SOURCE_NAME, url: '../openapi.yaml', type: 'openapi' }],
    workflows: [
      {
        workflowId: name,
        summary: page.title,
        description: summary,
        inputs: {
          type: 'object',
          properties: Object.fromEntries(inputs),
          required: [...inputs].filter(([, schema]) => schema.default === undefined).map(([input]) => input),
        },
        steps: builder.steps,
        ...(Object.keys(builder.outputs).length > 0 ? { outputs: builder.outputs } : {}),
      },
    ],
  };
}
