import useBrokenLinks from '@docusaurus/useBrokenLinks';

interface Props {
  /** Anchors of the page, separated by spaces. */
  ids: string;
  /** Addresses inside the site that the page links to, separated by spaces. */
  links: string;
}

const words = (text: string): string[] => text.split(' ').filter(Boolean);

/**
 * Tells the build which anchors and links stand in ready-made HTML, so that they are checked. It shows nothing.
 */
export default function Checked({ ids, links }: Props): null {
  const { collectAnchor, collectLink } = useBrokenLinks();
  words(ids).forEach(collectAnchor);
  words(links).forEach(collectLink);
  return null;
}
