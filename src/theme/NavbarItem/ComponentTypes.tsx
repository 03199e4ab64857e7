import DefaultNavbarItem from '@theme/NavbarItem/DefaultNavbarItem';
import DropdownNavbarItem from '@theme/NavbarItem/DropdownNavbarItem';
import LocaleDropdownNavbarItem from '@theme/NavbarItem/LocaleDropdownNavbarItem';

/**
 * Ejected. Contains only the item types in `src/config/navigation.ts`. The stock list adds version and sidebar items,
 * and their dependencies, to every page. Any other item type fails the build.
 */
export default { default: DefaultNavbarItem, dropdown: DropdownNavbarItem, localeDropdown: LocaleDropdownNavbarItem };
