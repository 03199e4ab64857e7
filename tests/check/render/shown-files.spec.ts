/** Code blocks that show a file of the repository, or a part of one. */
import { expect, test } from '@playwright/test';
import { catchFailure, getText, renderPage } from './support';

const file = 'file=examples/webhook-receiver/receiver.mjs';
const fence = (meta: string, content = ''): string => `\`\`\`js ${file} ${meta}\n${content}\`\`\`\n`;

test('a code block shows a whole file, or the part between two lines', async () => {
  const whole = getText(await renderPage(fence('')));
  expect(whole).toContain('async function handle');
  expect(whole).toContain('createServer');
  const part = getText(await renderPage(fence('from="async function fetchLatest" to="async function work"')));
  expect(part).toContain('async function fetchLatest');
  expect(part).not.toContain('async function handle');
  expect(part).not.toContain('async function work');
  expect(getText(await renderPage(fence('from="createServer("')))).toContain('listening on port');
});

test('a line or a file that is missing stops the build with file and line', async () => {
  const failure = await catchFailure(`Text.\n\n${fence('from="function nowhere"')}`);
  expect(failure).toMatch(
    /^docs\/page\.mdx:3:1 No line of .*receiver\.mjs begins with "function nowhere"\. Correct from/,
  );
  expect(await catchFailure(fence('', 'text\n'))).toContain("so it can't have content");
  expect(await catchFailure('```js file=examples/none.mjs\n```\n')).toContain("which doesn't exist");
});
