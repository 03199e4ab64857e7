/** How the commands, requests, and checks of a tutorial become a workflow. */
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { buildWorkflow } from '../../../scripts/lib/workflows/arazzo';
import { Variables } from '../../../scripts/lib/workflows/variables';
import { loadDescription } from '../../../src/description/load';
import { parsePages } from '../../../src/coverage/pages';

const description = loadDescription(path.join('.generated', 'openapi.json'));

/** The workflow of a page with the given text. */
function parseWorkflow(text: string) {
  const [page] = parsePages([{ file: 'docs/get-started/tutorials/sample.mdx', text }]).pages;
  if (page === undefined) throw new Error('The sample page is not valid MDX.');
  return buildWorkflow(page, description, '1.2.3').workflows[0];
}

test('variables become inputs, outputs, and texts with both', () => {
  const variables = new Variables();
  variables.readCommands('export PAI_API=http://localhost:4010\nexport ORDER_ID=sandbox');
  variables.readCommands('export ORDER_ID="${ORDER_ID:-tw-1}"\nexport KEY="$ORDER_ID-${ATTEMPT}"');
  variables.readCommands('export FROM="$(date)"');
  expect(variables.resolveText('$KEY')).toBe('{$inputs.orderId}-{$inputs.attempt}');
  expect(variables.resolveText('ApiKey $PAI_API_KEY')).toBe('ApiKey {$inputs.apiKey}');
  expect(variables.resolveValue({ from: ['$FROM', 7, null] })).toEqual({ from: ['$inputs.from', 7, null] });
  variables.readCommands('export FROM="$(date +%s)"');
  expect(variables.resolveText('$FROM')).toBe('$inputs.from2');
  variables.save('ORDER_ID', '$steps.create.outputs.orderId');
  expect(variables.resolveText('$ORDER_ID')).toBe('$steps.create.outputs.orderId');
  expect(variables.inputs.get('orderId')?.default).toBe('tw-1');
  expect(variables.inputs.get('from')?.description).toContain('`date`');
  expect([...variables.inputs.keys()]).toEqual(['orderId', 'attempt', 'apiKey', 'from', 'from2']);
});

test('checks become criteria, and conditional sentences do not', () => {
  const { steps } = parseWorkflow(
    [
      '## Step 1: Get it',
      '<Request operation="getProduct" />',
      '- **Check:** `data.id` is your `PRODUCT_ID`, and `data.name` is still `Beans`. If `data.type` is `x`, stop.',
      '- **Check:** `data.unitLabel` is `seat`, or `user` for others. `data.description` is `null`.',
      '- **Note:** `data.value` is `1`.',
    ].join('\n\n'),
  );
  expect(steps.map(({ stepId, description: text }) => [stepId, text])).toEqual([['getProduct', 'Get it.']]);
  expect(steps[0]?.successCriteria.map(({ condition }) => condition)).toEqual([
    '$statusCode == 200',
    '$response.body#/data/id == $inputs.productId',
    "$response.body#/data/name == 'Beans'",
    '$response.body#/data/description == null',
  ]);
});

test('a page with an unknown operation or without a request fails', () => {
  expect(() => parseWorkflow('<Request operation="getProdukt" />')).toThrow(/getProdukt.*getProduct/);
  expect(() => parseWorkflow('Text.')).toThrow(/sample\.mdx.*no request.*<Request/);
});
