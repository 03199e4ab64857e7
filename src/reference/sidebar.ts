import type { SidebarsConfig } from '@docusaurus/plugin-content-docs';

type SidebarItems = Extract<SidebarsConfig[string], unknown[]>;

/** An entry of a group, and a group, as the OpenAPI plugin writes them. */
interface Entry {
  readonly type: string;
  readonly id: string;
  readonly className?: string;
}
interface Group {
  readonly type: string;
  readonly id: string;
  readonly items: readonly Entry[];
}

/** The kinds of webhook events, by the first word of their types. Other events are about payments. */
const EVENT_KINDS: readonly (readonly [label: string, types: RegExp])[] = [
  ['Transactions', /^(?!subscription-|order-|dispute-)/],
  ['Subscriptions', /^subscription-/],
  ['Orders', /^order-/],
  ['Disputes', /^dispute-/],
];

const isEvents = ({ items = [] }: Partial<Group>): boolean =>
  items.some(({ className }) => className?.split(' ').includes('event'));

/** `reference/subscription-renewed-event` → `subscription-renewed`. */
const toEventType = (id: string): string => id.replace(/^.*\//, '').replace(/-event$/, '');

/** Events below a subhead for each kind, named by their type. */
const groupEvents = (events: readonly Entry[]): object[] =>
  EVENT_KINDS.flatMap(([label, types]) => {
    const items = events
      .map(({ id, className = '' }) => ({
        type: 'doc',
        id,
        label: toEventType(id),
        className: className.replace('api-method', ''),
      }))
      .filter((entry) => types.test(entry.label));
    return items.length > 0 ? [{ type: 'category', label, className: 'events', collapsible: false, items }] : [];
  });

/**
 * The reference section of the sidebar: the generated groups (one per tag, in the order of the specification) below
 * `/api/`, with the webhook events by kind.
 *
 * @param generated - The content of `docs/reference/sidebar.ts`: the overview page, followed by a category per tag.
 * @throws If there is no overview page or no group.
 */
export function referenceSidebar(generated: unknown): SidebarItems[number] {
  const [front, ...groups] = Array.isArray(generated) ? (generated as Group[]) : [];
  if (front?.type !== 'doc' || groups.length === 0) {
    throw new Error(
      'docs/reference/sidebar.ts: expected the overview page and one group per tag. Run "npm run generate" again.',
    );
  }
  return {
    type: 'category',
    label: 'API reference',
    link: { type: 'doc', id: front.id },
    collapsible: false,
    items: groups.map((group) =>
      isEvents(group) ? { ...group, items: groupEvents(group.items) } : group,
    ) as SidebarItems,
  };
}
