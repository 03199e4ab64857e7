import type { SidebarsConfig } from '@docusaurus/plugin-content-docs';

type SidebarItems = Extract<SidebarsConfig[string], unknown[]>;

/**
 * The reference section of the sidebar: the generated groups (one per tag, in the order of the specification) below
 * `/api/`.
 *
 * @param generated - The content of `docs/reference/sidebar.ts`: the overview page, followed by a category per tag.
 * @throws If there is no overview page or no group.
 */
export function referenceSidebar(generated: unknown): SidebarItems[number] {
  const [front, ...groups] = Array.isArray(generated) ? (generated as { type: string; id: string }[]) : [];
  if (front?.type !== 'doc' || groups.length === 0) {
    throw new Error(
      'docs/reference/sidebar.ts: expected the overview page and one group per tag. Run "npm run generate" again.',
    );
  }
  return {
    type: 'category',
    label: 'API reference',
    link: { type: 'doc', id: front.id },
    items: groups as SidebarItems,
  };
}
