import useBrokenLinks from '@docusaurus/useBrokenLinks';

interface Props {
  /** Anchors of the page, separated by spaces. */
  ids: string;
}

/**
 * Tells the build which anchors stand in ready-made HTML, so that links to them are checked. It shows nothing, and has
 * nothing to tell in the browser: `lean-content` leaves the list out of the page's script.
 */
export default function Anchors({ ids }: Props): null {
  const { collectAnchor } = useBrokenLinks();
  for (const id of ids.split(' ')) collectAnchor(id);
  return null;
}
