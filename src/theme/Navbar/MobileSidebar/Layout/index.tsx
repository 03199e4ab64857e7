import { useEffect, useRef, type ReactNode } from 'react';
import { useNavbarMobileSidebar } from '@docusaurus/theme-common/internal';
import Layout from '@theme-original/Navbar/MobileSidebar/Layout';
import type { Props } from '@theme/Navbar/MobileSidebar/Layout';
import { makeModal } from '../../../../page/modal';

/**
 * Wrapped. Makes the open menu modal. In the stock menu, the focus stays on the page behind it, and Escape does nothing.
 */
export default function MobileSidebarLayout(props: Props): ReactNode {
  const menu = useRef<HTMLDivElement>(null);
  const { shown, toggle } = useNavbarMobileSidebar();
  useEffect(() => (shown && menu.current ? makeModal(menu.current, toggle) : undefined), [shown, toggle]);
  return (
    <div ref={menu} {...(shown && { role: 'dialog', 'aria-modal': true, 'aria-label': 'Menu' })}>
      <Layout {...props} />
    </div>
  );
}
