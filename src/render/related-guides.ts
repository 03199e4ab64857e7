/**
 * The end of an operation's page: the guides that explain it. They're found when the reference is generated
 * (`.generated/backlinks.json`).
 */
import { provider } from '../site/provider';
import type { Operation } from '../specification/specification';
import { children, type Content, h } from './hast';

/** A guide that mentions something of the specification. */
interface Backlink {
  readonly title: string;
  readonly path: string;
}

/** Content of `.generated/backlinks.json`: guides by the ID of the operation or event that they explain. */
export type Backlinks = Readonly<Record<string, readonly Backlink[]>>;

/** More links than this aren't read. */
const MOST_GUIDES = 4;

/**
 * The section, or nothing if no guide covers the operation. A guide of few operations says more than one of many. The one
 * that the specification names is always there.
 */
export function explainedIn({ id, guide }: Operation, backlinks: Backlinks): Content[] {
  const all = Object.values(backlinks).flat();
  const countMentions = ({ path }: Backlink): number => all.filter((other) => other.path === path).length;
  const path = guide?.url.replace(provider.docs, '');
  const page = path?.split('#')[0];
  const title = all.find((other) => other.path === page)?.title ?? guide?.description ?? page;
  const mentions = [...((Object.hasOwn(backlinks, id) && backlinks[id]) || [])].sort(
    (left, right) => countMentions(left) - countMentions(right),
  );
  const isNamedMissing = path && title && !mentions.slice(0, MOST_GUIDES).some((other) => other.path === page);
  const guides = [...(isNamedMissing ? [{ title, path }] : []), ...mentions].slice(0, MOST_GUIDES);
  if (guides.length === 0) return [];
  return children(
    h('h2', { id: 'explained-in' }, 'Related guides'),
    h(
      'ul',
      { className: ['related'] },
      guides.map(({ title, path }) => h('li', h('a', { href: path }, title))),
    ),
  );
}
