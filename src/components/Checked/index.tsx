import useBrokenLinks from '@docusaurus/useBrokenLinks';

interface Props {
  /** Anchors of the page, separated by spaces. */
  ids: string;
  /** Internal links of the page, separated by spaces. */
  links: string;
}

const words = (text: string): string[] => text.split(' ').filter(Boolean);

/** Registers the anchors and links of static HTML with the build, which checks them. Renders nothing. */
export default function Checked({ ids, links }: Props): null {
  const { collectAnchor, collectLink } = useBrokenLinks();
  words(ids).forEach(collectAnchor);
  words(links).forEach(collectLink);
  return null;
}
