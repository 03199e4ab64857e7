import type { Config } from '@docusaurus/types';

/**
 * What fails a build and what only warns. The values are explicit, even where they are the defaults, so that an upgrade
 * can't change them.
 */
export const buildRules = {
  onBrokenLinks: 'throw',
  onBrokenAnchors: 'warn',
  onDuplicateRoutes: 'warn',
} as const satisfies Partial<Config>;

/** The same rules for Markdown. */
export const markdownRules = {
  onBrokenMarkdownLinks: 'warn',
  onBrokenMarkdownImages: 'throw',
} as const;
