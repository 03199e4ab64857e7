import { expect, test } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { Description } from '../../../src/description/description';
import type { OpenApiDocument, PathItem } from '../../../src/description/types';
import { children, serializeToHtml } from '../../../src/render/hast';
import { NO_BACKLINKS } from '../../../src/render/related-guides';
import { renderOperation } from '../../../src/render/operation';
import { descriptionFile } from '../../support/routes';

/** How often the API is repeated: 68 operations become 1,088, the events come once. */
const copies = 16;

/** A description with the same operations many times, each under a path and an id of its own. */
function enlarged(document: OpenApiDocument): OpenApiDocument {
  const paths: Record<string, PathItem> = {};
  for (let copy = 0; copy < copies; copy += 1) {
    for (const [path, item] of Object.entries(document.paths ?? {})) {
      const text = JSON.stringify(item).replaceAll(/"operationId":"(\w+)"/g, `"operationId":"$1Copy${copy}"`);
      paths[`/copy-${copy}${path}`] = JSON.parse(text) as PathItem;
    }
  }
  return { ...document, paths };
}

test('a description of more than 1,000 operations is rendered without a failure', () => {
  test.setTimeout(240_000);
  const description = new Description(enlarged(JSON.parse(readFileSync(descriptionFile, 'utf8')) as OpenApiDocument));
  let rendered = 0;
  for (const id of description.operations.keys()) {
    const content = children(renderOperation(description, id, NO_BACKLINKS)).map(serializeToHtml);
    expect(content.length, id).toBeGreaterThan(0);
    rendered += 1;
  }
  console.log(`${rendered} operations and events rendered`);
  expect(rendered).toBeGreaterThan(1000);
});
