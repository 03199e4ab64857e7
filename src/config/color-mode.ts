import type { ThemeConfig } from '@docusaurus/preset-classic';

/**
 * Three states (light, dark, system). `respectPrefersColorScheme` adds the third one, but also makes it the default. Here,
 * light is the default, and the system's setting counts once the reader chooses it. The scripts in
 * `src/plugins/html-tags/color-mode.ts` reset a system state that nobody chose, and `src/theme/ColorModeToggle` records
 * the choice.
 */
export const colorMode: ThemeConfig['colorMode'] = {
  defaultMode: 'light',
  disableSwitch: false,
  respectPrefersColorScheme: true,
};
