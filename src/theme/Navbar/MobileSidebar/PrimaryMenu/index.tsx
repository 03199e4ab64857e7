import type { ReactNode } from 'react';
import { useNavbarMobileSidebar } from '@docusaurus/theme-common/internal';
import PrimaryMenu from '@theme-original/Navbar/MobileSidebar/PrimaryMenu';
import NavbarItem from '@theme/NavbarItem';
import { menuLinks } from '../../../../site/useful-links';

/** Wrapped. Adds the sections of the site: on the home page, the stock menu is Docs, API, and the languages. */
export default function MobilePrimaryMenu(): ReactNode {
  const { toggle } = useNavbarMobileSidebar();
  return (
    <>
      <PrimaryMenu />
      <ul className="menu__list menu__sections">
        {menuLinks.map(([to, label]) => (
          <NavbarItem mobile key={to} to={to} label={label} onClick={toggle} />
        ))}
      </ul>
    </>
  );
}
