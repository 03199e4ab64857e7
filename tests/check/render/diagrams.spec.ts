/** Every diagram of a page has its drawing; one that has none is drawn in the browser, and the build says so. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { Root } from 'hast';
import { h } from 'hastscript';
import { VFile } from 'vfile';
import { diagramKey, DRAWINGS, findDrawing } from '../../../src/data/diagrams';
import { listDiagrams } from '../../../src/mdx/diagrams';
import { nameColors } from '../../../scripts/lib/draw-diagrams';
import diagrams from '../../../src/rehype/diagrams';
import { toHtml } from '../../../src/render/hast';
import { root } from '../../support/routes';

const written = listDiagrams(root);

test('every diagram was drawn since it was changed, and no drawing is left over', () => {
  const missing = written.filter(({ source }) => findDrawing(root, source) === undefined);
  console.log(`${written.length} diagrams`);
  expect(written.length).toBeGreaterThan(15);
  expect(
    missing.map(({ file, line }) => `${file}:${line}`),
    'diagrams to draw: run "npm run diagrams" and commit',
  ).toEqual([]);
  const files = written.map(({ source }) => `${diagramKey(source)}.svg`);
  expect(readdirSync(path.join(root, DRAWINGS)).sort(), 'run "npm run diagrams" and commit').toEqual(
    [...new Set(files)].sort(),
  );
});

test('drawings take their colors from the palette, name what they show, and hold nothing that runs', () => {
  for (const { source, file } of written) {
    const svg = findDrawing(root, source)?.svg ?? '';
    expect(svg, file).toContain('var(--site-');
    expect(svg, `${file}: accTitle`).toMatch(/<title [^>]*>[^<]+/);
    expect(svg, file).not.toMatch(/<script|\son\w+=|javascript:|https?:\/\/(?!www\.w3\.org)/);
  }
});

test('a color of the theme becomes a token, an ID stays, and an unknown color stops the drawing', () => {
  expect(nameColors('<svg id="a"><style>#a{fill:#333}</style><rect fill="#EDF2AE" mask="url(#a)"/></svg>')).toBe(
    '<svg id="a"><style>#a{fill:var(--site-text)}</style><rect fill="var(--site-panel)" mask="url(#a)"/></svg>',
  );
  expect(() => nameColors('<rect fill="#123456"/>')).toThrow('#123456 has no token');
});

/** What becomes of a page with one diagram, and what the build is told. */
function pageWith(source: string): { html: string; warnings: string[] } {
  const tree: Root = { type: 'root', children: [h('mermaid', { value: source })] };
  const warnings: string[] = [];
  const warn = console.warn;
  console.warn = (text: string) => warnings.push(text);
  try {
    diagrams()(tree, new VFile({ path: 'docs/page.mdx', cwd: root }));
  } finally {
    console.warn = warn;
  }
  return { html: toHtml(tree), warnings };
}

test('a diagram becomes its drawing, with the room that it takes and its source', () => {
  const { html, warnings } = pageWith(written[0]?.source ?? '');
  expect(html).toMatch(/<div class="diagram" style="--diagram-width:\d+px;aspect-ratio:\d+ \/ \d+"><svg /);
  expect(html).toContain('<pre class="diagram-source"><code class="language-mermaid">');
  expect(warnings).toEqual([]);
});

test('a diagram that was changed is left to the browser, with a warning that says what to do', () => {
  const { html, warnings } = pageWith(`${written[0]?.source ?? ''}\n%% changed`);
  expect(html).toMatch(/^<mermaid /);
  expect(warnings).toEqual([expect.stringMatching(/docs\/page\.mdx.*Run "npm run diagrams"/)]);
});
