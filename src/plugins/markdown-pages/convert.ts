/**
 * Converts a built page to Markdown. Keeps everything that carries meaning (tables, fields, samples, responses), and
 * drops what only works on a screen (buttons, tabs, icons). Links are absolute, so that the text works anywhere.
 */
import type { Cheerio, CheerioAPI } from 'cheerio';
import type { AnyNode } from 'domhandler';
import type { Root } from 'mdast';
import { fromHtml } from 'hast-util-from-html';
import { toMdast } from 'hast-util-to-mdast';
import lodash from 'lodash';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import type { BuiltPage } from '../post-build-pages/page';

const writer = unified()
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkStringify, { bullet: '-', fences: true, listItemIndent: 'one', rule: '-' });

/** Elements that only work on a screen. */
const SCREEN_ONLY = [
  'button',
  'nav',
  'script',
  'style',
  'svg',
  'wbr',
  '.admonitionIcon, [class*="admonitionIcon_"]',
  '.hash-link',
  '.page-tools',
  '.page-top',
  '.sample__tabs',
  '.theme-doc-card-icon',
  '.theme-doc-footer',
  '.theme-doc-toc-mobile',
];

/** Where the content of a page is: the first selector that matches. */
const CONTENT = ['main .theme-doc-markdown', 'main [class*="generatedIndexPage_"]', 'main .markdown', 'main'];

/** @throws If the page has no content. */
function findContent({ html, route }: BuiltPage): Cheerio<AnyNode> {
  const found = CONTENT.map((selector) => html(selector).first()).find(({ length }) => length > 0);
  if (!found) throw new Error(`${route}: the page has no <main>. Check its layout.`);
  return found;
}

/** Adds a heading's ID, as Docusaurus writes it, if its words don't show it. Links use it as their anchor. */
function showHeadingIds(html: CheerioAPI, copy: Cheerio<AnyNode>): void {
  for (const node of copy.find('h2[id], h3[id], h4[id]').toArray()) {
    const [heading, id] = [html(node), html(node).attr('id') ?? ''];
    const words = lodash.words(heading.text().toLowerCase().replaceAll(/[’']/g, ''));
    if (words.join('-') !== id) heading.append(` {#${id}}`);
  }
}

/** Replaces custom markup with elements that Markdown supports. Modifies the copy in place. */
function simplify(html: CheerioAPI, copy: Cheerio<AnyNode>, url: string): void {
  const absolute = (address = ''): string => new URL(address, url).href;
  const source = html('<a>').attr('href', url).text(url);
  copy.find('h1').first().after(html('<p>').append('Source: ', source));
  copy.find(SCREEN_ONLY.join(', ')).remove();
  showHeadingIds(html, copy);
  // Add separators where the style sheet uses spacing.
  copy.find('.field__head .field__limit').prepend('· ');
  copy.find('.op__endpoint .method').append(' ');
  for (const node of copy.find('.theme-admonition').toArray()) {
    const admonition = html(node);
    const [, kind = 'note'] = /theme-admonition-(\w+)/.exec(admonition.attr('class') ?? '') ?? [];
    const heading = admonition.children().first();
    const title = heading.text().trim();
    const label = lodash.upperFirst(kind);
    heading.remove();
    const words = title === '' || title.toLowerCase() === kind ? label : `${label}: ${title}`;
    admonition.replaceWith(
      html('<blockquote>').append(html('<p>').append(html('<strong>').text(words)), admonition.contents()),
    );
  }
  // Cards on category pages are links around a heading and a text.
  for (const node of copy.find('section.row').toArray()) {
    const list = html('<ul>');
    for (const card of html(node).find('a.card').toArray()) {
      const link = html('<a>')
        .attr('href', html(card).attr('href') ?? '')
        .text(html(card).find('h2').text().trim());
      list.append(html('<li>').append(link, `: ${html(card).find('p').text().trim()}`));
    }
    html(node).replaceWith(list);
  }
  copy.find('.code__fold').remove();
  copy.find('.op__endpoint, figcaption, summary, .sample__label').each((_, node) => {
    html(node).replaceWith(html('<p>').append(html(node).contents()));
  });
  copy.find('a[href]').each((_, node) => {
    const link = html(node);
    const href = link.attr('href') ?? '';
    // A field's link to itself is for mouse users. The others lead elsewhere.
    if (href.startsWith('#') && link.is('.field__name, .value__name, .choice__name, .statuses__name'))
      link.replaceWith(link.contents());
    else link.attr('href', absolute(href)).removeAttr('title');
  });
  copy.find('img[src]').attr('src', (_, address) => absolute(address));
}

/**
 * Converts a page to its Markdown version.
 *
 * @param site - URL of the site, without a trailing slash.
 */
export function convertPage(page: BuiltPage, site: string): string {
  const { html, route } = page;
  const copy = findContent(page).clone();
  simplify(html, copy, `${site}${route}`);
  const tree = toMdast(fromHtml(html.html(copy), { fragment: true }), { nodeHandlers: { comment: () => undefined } });
  return writer.stringify(tree as Root);
}
