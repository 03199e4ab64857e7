import type { Config } from '@docusaurus/types';

/**
 * What stops a build and what only warns (specification, section 2: "Build rules").
 * The values are written out although some are defaults, so that an upgrade cannot change them silently.
 */
export const buildRules = {
  onBrokenLinks: 'throw',
  onBrokenAnchors: 'warn',
  onDuplicateRoutes: 'warn',
} as const satisfies Partial<Config>;

/** The Markdown half of the same rules. */
export const markdownRules = {
  onBrokenMarkdownLinks: 'warn',
  onBrokenMarkdownImages: 'throw',
} as const;
