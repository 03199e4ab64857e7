import type { ThemeConfig } from '@docusaurus/preset-classic';

/**
 * Three states (light, dark, system). `respectPrefersColorScheme` adds the third one, but also makes it the default.
 * The specification (section 4) requires light by default and the system setting only once the reader chooses it. The
 * scripts in `src/plugins/html-tags/color-mode.ts` reset a system state that nobody chose, and `src/theme/ColorModeToggle`
 * records the choice.
 */
export const colorMode: ThemeConfig['colorMode'] = {
  defaultMode: 'light',
  disableSwitch: false,
  respectPrefersColorScheme: true,
};
