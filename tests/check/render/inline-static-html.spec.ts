/** Words of a page become ready-made HTML, with everything that Docusaurus would have made of them. */
import { expect, test } from '@playwright/test';
import { h } from 'hastscript';
import type { Root } from 'hast';
import inlineStaticHtml from '../../../src/rehype/inline-static-html';

interface Jsx {
  type: string;
  name?: string;
  tagName?: string;
  attributes?: { name: string; value: string | { value: string } }[];
}

/** What the plugin makes of some elements: type and name, and the HTML or the attributes. */
function sealed(...elements: ReturnType<typeof h>[]): string[] {
  const tree = { type: 'root', children: elements } as Root;
  inlineStaticHtml()(tree);
  return (tree.children as unknown as Jsx[]).map(({ type, name, tagName, attributes = [] }) => {
    const shown = attributes.map(({ name: attribute, value }) =>
      typeof value === 'string'
        ? `${attribute}=${value}`
        : attribute === 'dangerouslySetInnerHTML'
          ? (JSON.parse(value.value.replace('{__html: ', '').replace(/\}$/, '')) as string)
          : `${attribute}=${JSON.parse(value.value) as string}`,
    );
    return [type === 'element' ? `element ${tagName ?? ''}` : (name ?? ''), ...shown].join(' | ');
  });
}

test('a paragraph with links and code is one piece, and its addresses are handed to the check', () => {
  const paragraph = h('p', 'See ', h('a', { href: '/docs/api/errors#status-409' }, h('code', '409')), ' & <others>.');
  expect(sealed(paragraph)).toEqual([
    'p | See <a href="/docs/api/errors#status-409"><code>409</code></a> &amp; &lt;others>.',
    'Checked | ids= | links=/docs/api/errors#status-409',
  ]);
});

test('links out of the site and to its files open beside the page, and are not checked as pages', () => {
  const target = 'target="_blank" rel="noopener noreferrer"';
  const [outside, file, checked] = sealed(
    h('p', h('a', { href: 'https://pai.example/' }, 'PAI'), ' on its own page'),
    h('p', h('a', { href: 'pathname:///openapi.yaml' }, 'the file')),
  );
  expect(outside).toBe(`p | <a ${target} href="https://pai.example/">PAI</a> on its own page`);
  expect(file).toBe(`p | <a ${target} href="/openapi.yaml">the file</a>`);
  expect(checked).toBe('Checked | ids= | links=');
});

test('headings, diagrams and short words are left alone; what is around them is not', () => {
  const made = sealed(
    h('h2', { id: 'fields' }, 'Fields'),
    h('mermaid', { value: 'graph TD' }),
    h('p', 'Short.'),
    h('div', h('h3', { id: 'inside' }, 'Inside'), h('p', { id: 'place' }, 'These words are longer than that.')),
  );
  expect(made).toEqual(['element h2', 'element mermaid', 'element p', 'element div', 'Checked | ids=place | links=']);
});
