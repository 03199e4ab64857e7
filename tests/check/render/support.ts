/**
 * Ground of the renderer's tests: the bundled specification, small specifications made in the test, and MDX that is
 * compiled and rendered to HTML the way a page is, without Docusaurus.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { evaluate } from '@mdx-js/mdx';
import { createElement, type ReactElement } from 'react';
// @ts-expect-error React's server part comes without types of its own; the one function used here is typed below.
import * as server from 'react-dom/server';
import * as runtime from 'react/jsx-runtime';
import { VFile } from 'vfile';
import type { Specification } from '../../../src/specification/specification';
import { loadSpecification } from '../../../src/specification/load';
import type { OpenApiDocument, OperationObject, Schema } from '../../../src/specification/types';
import expandComponents from '../../../src/rehype/expand-components';
import highlightCode from '../../../src/rehype/highlight-code';

const repository = path.resolve(__dirname, '../../..');

export const bundledFile = path.join(repository, '.generated', 'openapi.json');

const { renderToStaticMarkup } = server as { renderToStaticMarkup: (element: ReactElement) => string };

/** The specification of the site. Made by `npm run generate`, which `npm run check` runs first. */
export function bundled(): Specification {
  return loadSpecification(bundledFile);
}

/** Writes a small specification, or its JSON, to a file of its own. */
export function writeSpecification(document: OpenApiDocument | string): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'specification-')), 'openapi.json');
  writeFileSync(file, typeof document === 'string' ? document : JSON.stringify(document));
  return file;
}

/** A specification of one operation, `doIt`, whose body and reply have the given schema. */
export function createDocument(
  schema: Schema,
  schemas: Record<string, Schema> = {},
  operation: OperationObject = {},
): OpenApiDocument {
  return {
    openapi: '3.1.1',
    info: { title: 'Test', version: '1' },
    servers: [{ url: 'https://api.pai.example' }],
    tags: [{ name: 'Things', description: 'Things of the test.' }],
    paths: {
      '/things/{thingId}': {
        post: {
          operationId: 'doIt',
          summary: 'Do it',
          description: 'Does it.',
          tags: ['Things'],
          security: [],
          parameters: [{ name: 'thingId', in: 'path', required: true, schema: { type: 'string' } }],
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses: { '200': { description: 'Done.', content: { 'application/json': { schema } } } },
          ...operation,
        },
      },
    },
    components: { schemas },
  };
}

/** Compiles an MDX page with both plugins and renders it. Fails as the build does: with file, line and reason. */
export async function renderPage(source: string, specificationFile = bundledFile): Promise<string> {
  const page = await evaluate(new VFile({ path: 'docs/page.mdx', value: source }), {
    ...runtime,
    rehypePlugins: [
      [expandComponents, { specificationFile }],
      [highlightCode, { root: repository }],
    ],
  });
  // On the site, `Checked` tells the link check of the page's anchors.
  return renderToStaticMarkup(createElement(page.default, { components: { Checked: () => null } }));
}

/** `file:line:column reason` of the failure, or nothing if the page compiles. */
export async function catchFailure(source: string): Promise<string | undefined> {
  try {
    await renderPage(source);
    return undefined;
  } catch (error) {
    const { file, line, column, reason } = error as { file?: string; line?: number; column?: number; reason?: string };
    return reason === undefined ? String(error) : `${file}:${line}:${column} ${reason}`;
  }
}

/** Every id of a page. */
export function listIds(html: string): string[] {
  return [...html.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1] ?? '');
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

/** The words of a page, without tags. */
export function getText(html: string): string {
  return html.replace(/<[^>]+>/g, '').replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
