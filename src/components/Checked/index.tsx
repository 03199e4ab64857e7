import useBrokenLinks from '@docusaurus/useBrokenLinks';

interface Props {
  /** Anchors of the page, separated by spaces. */
  ids: string | false;
  /** Internal links of the page, separated by spaces. */
  links: string | false;
}

const words = (text: string | false): string[] => (text || '').split(' ').filter(Boolean);

/**
 * Registers the anchors and links of static HTML with the build, which checks them. Renders nothing. In the browser,
 * both lists are `false` (`src/plugins/client-bundle`).
 */
export default function Checked({ ids, links }: Props): null {
  const { collectAnchor, collectLink } = useBrokenLinks();
  words(ids).forEach(collectAnchor);
  words(links).forEach(collectLink);
  return null;
}
