/** Ejected and emptied. The logo leads to the home page; the icon would be 1 kB on every page. */
export default function HomeBreadcrumbItem(): null {
  return null;
}
