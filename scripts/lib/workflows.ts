/**
 * Each tutorial as an Arazzo document: a `<Request>` of the page is a step with its parameters and body, what the page
 * saves is an output, and what it checks is a criterion. `npm run generate` writes them to `workflows/` of the site.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import camelCase from 'lodash/camelCase';
import { visit } from 'unist-util-visit';
import { listVariables } from '../../sandbox/seed';
import { findingText } from '../../src/site/finding';
import { type Page, parsePages, readSources } from '../../src/mdx/pages';
import type { Specification } from '../../src/specification/specification';
import { toRecord } from '../../src/specification/json';
import { loadSpecification } from '../../src/specification/load';
import { readAttribute } from '../../src/mdx/attributes';
import type { JsonValue } from '../../src/specification/types';
import { sampleRequest, splitVariables, toVariable } from '../../src/render/samples/request';
import { toYaml } from './formats';

const TUTORIALS = 'docs/get-started/tutorials/';

/** A tutorial that starts with the steps of another one: only a canceled subscription can be reactivated. */
export const BEFORE: Readonly<Record<string, string>> = { 'reactivation-subscription': 'cancel-subscription' };

/** What the tutorials compute with commands, for the sandbox with its example data. */
const COMPUTED: readonly [command: RegExp, value: string][] = [
  [/now \+ 86400/, '2030-01-01T00:00:00Z'],
  [/now \+ /, '2030-03-31T00:00:00Z'],
  [/now/, '2026-11-20T12:00:00Z'],
  [/metadata\.id/, 'dsp_JonasFraud'],
  [/date \+%s/, '1'],
  [/randomUUID/, '6f1c9a52-7d0e-4b83-9a41-5c2e8f3b7d10'],
];

type Step = Record<string, unknown> & { stepId: string; successCriteria: { condition: string }[] };

/** `data.id` as a JSON Pointer into the response. */
const toPointer = (place: string): string => `$response.body#/${place.replaceAll('.', '/')}`;

/** Expressions in a text are in braces. One alone isn't. */
const joinParts = (parts: readonly string[]): string =>
  parts.length === 1 ? (parts[0] ?? '') : parts.map((part) => (part.startsWith('$') ? `{${part}}` : part)).join('');

/** Builds the workflow of one tutorial. */
class WorkflowBuilder {
  readonly steps: Step[] = [];
  readonly outputs: Record<string, string> = {};
  /** Inputs with the values of the sandbox. Only the key has none. */
  readonly inputs: Record<string, { type: 'string'; description: string; default?: string }> = {};
  /** Variables that a step has saved, as expressions, and those that commands set, as text. */
  private readonly variables = new Map<string, string>(Object.entries(listVariables('')));

  constructor(private readonly specification: Specification) {
    this.variables.delete('PAI_API_KEY');
  }

  readCommands(source: string): void {
    if (source.includes('export PAI_API=')) return;
    for (const [, name = '', text = ''] of source.matchAll(/^export ([A-Z][A-Z0-9_]*)=["']?(.*?)["']?$/gm)) {
      const value = text.replace(/\$\((.*)\)/g, (_, command: string) => {
        const known = COMPUTED.find(([pattern]) => pattern.test(command));
        if (!known)
          throw new Error(`Nothing is known about the result of \`${command}\`. Add it to COMPUTED in ${__filename}.`);
        return known[1];
      });
      const parts = value.split(/\$\{([A-Z0-9_]+)\}/).filter((part, index) => index % 2 === 1 || part !== '');
      const resolved = parts.map((part) => this.resolve(value.includes(`\${${part}}`) ? `$${part}` : part));
      this.variables.set(name, joinParts(resolved.map(String)));
    }
  }

  /** An expression for a variable: the output of a step, another expression, or an input. */
  private toExpression(name: string): string {
    const known = this.variables.get(name);
    if (known?.startsWith('$') === true || known?.startsWith('{$') === true) return known;
    let input = camelCase(name.replace(/^PAI_/, ''));
    // A variable that a command sets again is another input.
    while ((this.inputs[input]?.default ?? known) !== known) input += '2';
    this.inputs[input] = {
      type: 'string',
      description: `The variable ${name} of the tutorial.`,
      ...(known === undefined ? {} : { default: known }),
    };
    return `$inputs.${input}`;
  }

  /** Replaces the variables in all texts of a value. */
  private resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.resolve(item));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.resolve(item)]));
    if (typeof value !== 'string') return value;
    const parts = splitVariables(value).map(({ text, variable }) =>
      variable === undefined ? text : this.toExpression(variable),
    );
    return joinParts(parts);
  }

  addRequest(attributes: Readonly<Record<string, JsonValue>>, heading: string): void {
    const operation = this.specification.getOperation(attributes['operation'] as string);
    const path = toRecord(attributes['path']) as Record<string, JsonValue>;
    const query = toRecord(attributes['query']) as Record<string, JsonValue>;
    const request = sampleRequest(this.specification, operation, { path, ...(attributes['query'] ? { query } : {}) });
    const media = this.specification.media(operation.requestBody?.content)?.media;
    const example = attributes['example'] ?? this.specification.examples(media)[0]?.names[0];
    const body =
      attributes['body'] ?? (media && this.specification.getExample(media, example as string, operation.id).value);
    const names = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
    const queried = [...new Set(request.query.map(([name]) => name))];
    const parameters = [
      ...request.headers.map(([name, value]) => ({ name, in: 'header', value })),
      ...names.map((name) => ({ name, in: 'path', value: path[name] ?? toVariable(name) })),
      ...queried.map((name) => {
        const values = request.query.filter(([key]) => key === name).map(([, value]) => value);
        return { name, in: 'query', value: Array.isArray(query[name]) ? values : values[0] };
      }),
    ];
    const count = this.steps.filter((step) => step['operationId'] === operation.id).length;
    const stepId = `${operation.id}${count === 0 ? '' : count + 1}`;
    const saved = Object.entries(toRecord(attributes['save'])).map(
      ([name, place]) => [name, camelCase(name.replace(/^PAI_/, '')), String(place)] as const,
    );
    const status = (attributes['status'] as string | number | undefined) ?? this.specification.successStatus(operation);
    this.steps.push({
      stepId,
      description: `${heading.replace(/^Step \d+: /, '')}.`,
      operationId: operation.id,
      ...(parameters.length > 0 ? { parameters: this.resolve(parameters) } : {}),
      ...(body === undefined ? {} : { requestBody: { contentType: 'application/json', payload: this.resolve(body) } }),
      successCriteria: [{ condition: `$statusCode == ${status}` }],
      ...(saved.length > 0
        ? { outputs: Object.fromEntries(saved.map(([, output, place]) => [output, toPointer(place)])) }
        : {}),
    });
    for (const [name, output] of saved) {
      this.outputs[output] = `$steps.${stepId}.outputs.${output}`;
      this.variables.set(name, this.outputs[output]);
    }
  }

  /** Adds what a list item checks to the latest step: "`data.status` is `draft`". Conditions aren't criteria. */
  addCheck(source: string): void {
    if (!source.startsWith('**Check:**')) return;
    const sentences = source.slice('**Check:**'.length).trim().split(/\.\s+/);
    for (const sentence of sentences.filter((text) => !/^(If|When|With)\b/.test(text))) {
      for (const [, place = '', your, value = ''] of sentence.matchAll(
        /`(data\.[A-Za-z.]+)` is (?:still )?(your )?`([^`]+)`(?!, or)/g,
      )) {
        const isPlain = /^(null|true|false|[\d.]+)$/.test(value);
        const expected = your ? String(this.resolve(`$${value}`)) : isPlain ? value : `'${value}'`;
        this.steps.at(-1)?.successCriteria.push({ condition: `${toPointer(place)} == ${expected}` });
      }
    }
  }

  /** Adds the steps of a page. */
  addPage({ tree, text }: Page): void {
    let heading = '';
    visit(tree, (node) => {
      const source = text.slice(node.position?.start.offset, node.position?.end.offset);
      if (node.type === 'heading') heading = source.replace(/^#+ /, '').replace(/ *\{\/\*.*$/, '');
      else if (node.type === 'code' && node.lang === 'bash') this.readCommands(node.value);
      else if (node.type === 'listItem') this.addCheck(source.replace(/^- /, ''));
      else if (node.type === 'mdxJsxFlowElement' && node.name === 'Request')
        this.addRequest(Object.fromEntries(node.attributes.map(readAttribute)), heading);
    });
  }
}

/**
 * Writes the workflows of all tutorials for readers. The OpenAPI file is beside their folder.
 *
 * @param root - Path of the repository. Requires `.generated/openapi.json`.
 * @returns Their number.
 * @throws If a page isn't valid MDX, or if a request of a tutorial doesn't fit the specification.
 */
export function writeWorkflows(root: string): number {
  const { pages, findings } = parsePages(readSources(root).filter(({ file }) => file.startsWith(TUTORIALS)));
  if (findings.length > 0) throw new Error(findings.map(findingText).join('\n  '));
  const specification = loadSpecification(path.join(root, '.generated', 'openapi.json'));
  const folder = path.join(root, '.generated', 'static', 'workflows');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const byName = new Map(pages.map((page) => [path.basename(page.file, '.mdx'), page]));
  for (const [workflowId, page] of byName) {
    const builder = new WorkflowBuilder(specification);
    for (const part of [byName.get(BEFORE[workflowId] ?? ''), page]) if (part) builder.addPage(part);
    const { inputs, steps, outputs } = builder;
    const summary = (page.frontMatter.get('description')?.value as string | undefined) ?? page.title;
    const required = Object.keys(inputs).filter((name) => inputs[name]?.default === undefined);
    const workflow = {
      ...{ workflowId, summary: page.title, description: summary },
      inputs: { type: 'object', properties: inputs, required },
      steps,
      ...(Object.keys(outputs).length > 0 ? { outputs } : {}),
    };
    const document = {
      arazzo: '1.0.1',
      info: { title: page.title, summary, version: specification.document.info.version },
      sourceDescriptions: [{ name: 'payments', url: '../openapi.yaml', type: 'openapi' }],
      workflows: [workflow],
    };
    writeFileSync(path.join(folder, `${workflowId}.yaml`), toYaml(document));
  }
  return byName.size;
}
