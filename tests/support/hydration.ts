import type { Page } from '@playwright/test';

/** Elements that the site's own scripts add to or remove from a page. */
const ADDED = {
  '[class*="themedComponent"]': 'the logo of the other mode goes once the mode is known',
};

/** Attributes that depend on the browser, so that the HTML can't contain their value. */
const CHANGED = {
  '[class*="toggleButton"]': 'the toggle is off without scripts, and says which mode is on',
  '[class*="categoryLink"]': 'a closed category is a link only without scripts',
  '.table-of-contents__link': 'the heading that is in view',
};

/** The result of a comparison. */
export interface Hydration {
  /** Number of compared elements. */
  readonly elements: number;
  /** One line per difference. */
  readonly differences: string[];
}

/**
 * Compares the hydrated page with the HTML that the server sent, because React silently fixes or ignores differences.
 * Compares tags, text, and attributes, except styles and the entries in `ADDED` and `CHANGED`.
 *
 * @param page - The hydrated page.
 * @param sent - The HTML. Requested again if missing.
 * @returns The number of compared elements, and the differences.
 */
export async function measureHydration(page: Page, sent?: string): Promise<Hydration> {
  const html = sent ?? (await (await page.request.get(page.url())).text());
  const known = { html, added: Object.keys(ADDED).join(), changed: Object.keys(CHANGED).join() };
  return page.evaluate(({ html, added, changed }) => {
    const root = '#__docusaurus';
    const listNodes = (parent: Element): (Element | string)[] => {
      const nodes: (Element | string)[] = [];
      for (const node of parent.childNodes) {
        if (node instanceof Element ? !node.matches(added) : false) nodes.push(node as Element);
        if (!(node instanceof Text) || node.data === '') continue;
        const before = nodes.at(-1);
        if (typeof before === 'string') nodes[nodes.length - 1] = before + node.data;
        else nodes.push(node.data);
      }
      return nodes;
    };
    const describeStart = (element: Element) =>
      `<${[
        element.localName,
        ...(element.matches(changed)
          ? []
          : [...element.attributes]
              .filter(({ name }) => name !== 'style')
              .map(({ name, value }) => `${name}="${value}"`)
              .sort()),
      ].join(' ')}>`;
    const shown = (node: Element | string | undefined) =>
      node instanceof Element ? describeStart(node) : String(node);
    const differences: string[] = [];
    let elements = 0;
    const compare = (sent: Element, present: Element): void => {
      elements += 1;
      if (describeStart(sent) !== describeStart(present))
        differences.push(`${describeStart(sent)} is now ${describeStart(present)}`);
      // The build minifies inline scripts, and React writes their source back.
      if (sent.localName === 'script') return;
      const [were, are] = [listNodes(sent), listNodes(present)];
      if (were.length !== are.length) {
        differences.push(`${describeStart(sent)} had ${were.length} children, and has ${are.length} now`);
        return;
      }
      were.forEach((was, index) => {
        const is = are[index];
        if (typeof was !== 'string' && is instanceof Element) compare(was, is);
        else if (was !== is) differences.push(`in ${describeStart(sent)}: ${shown(was)} is now ${shown(is)}`);
      });
    };
    const sent = new DOMParser().parseFromString(html, 'text/html').querySelector(root);
    const present = document.querySelector(root);
    if (sent && present) compare(sent, present);
    return { elements, differences };
  }, known);
}
