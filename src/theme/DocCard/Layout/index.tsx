import type { ReactNode } from 'react';
import Link from '@docusaurus/Link';
import Heading from '@theme/Heading';
import type { Props } from '@theme/DocCard/Layout';

/**
 * Ejected. A title and a line, without an icon. The stock layout has a picture letter, and paddings that are marked as
 * important in their cascade layer, so that no style sheet can change them.
 */
export default function DocCardLayout({ href, title, description }: Props): ReactNode {
  return (
    <Link href={href} className="card">
      <Heading as="h2">{title}</Heading>
      {description && <p>{description}</p>}
    </Link>
  );
}
