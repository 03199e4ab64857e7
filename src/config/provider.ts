/**
 * Who provides the API, and where its hosts are. A provider that adopts the site changes this module and nothing else.
 * All hosts are of the reserved `.example` top-level domain.
 */
export const provider = {
  /** The platform's name, as the site shows it. */
  name: 'PAI',
  /** One sentence for the home page's metadata. */
  tagline: 'Documentation of the PAI subscription billing and payments API.',
  /** The provider's homepage (footer). */
  homepage: 'https://www.pai.example',
  /** Where this documentation is served, without a trailing slash. */
  docs: 'https://docs.pai.example',
  /** The API host that the description's `servers` name. */
  api: 'https://api.pai.example',
  /** The host of the hosted card-field script. */
  framepay: 'https://framepay.pai.example',
  /** Public repository of this documentation (`https://host/owner/name`), if there is one: shows edit links. */
  repository: undefined as string | undefined,
  /** Year of the footer's copyright line (specification, section 2). */
  copyrightYear: 2025,
} as const;
