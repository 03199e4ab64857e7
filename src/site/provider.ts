/**
 * The API provider and its hosts. A provider that adopts the site changes only this module. All hosts are in the
 * reserved `.example` top-level domain.
 */
export const provider = {
  /** The platform's name on the site. */
  name: 'PAI',
  /** One sentence for the home page's metadata. */
  tagline: 'Documentation of the PAI subscription billing and payments API.',
  /** The provider's homepage (footer). */
  homepage: 'https://www.pai.example',
  /** Where this documentation is served, without a trailing slash. */
  docs: 'https://docs.pai.example',
  /** The API host in the specification's `servers`. */
  api: 'https://api.pai.example',
  /** The host of the hosted card-field script. */
  framepay: 'https://framepay.pai.example',
  /** Public repository of this documentation (`https://host/owner/name`), if there is one: shows edit links. */
  repository: undefined as string | undefined,
  /** Year of the footer's copyright line. */
  copyrightYear: 2025,
} as const;
