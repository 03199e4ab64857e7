import type { ThemeConfig } from '@docusaurus/preset-classic';

/**
 * Three states (light, dark, system). `respectPrefersColorScheme` gives the third one but would also start on it;
 * the specification (section 4) wants light first and the system followed only once the reader picks it. The script
 * below resets a system state that nobody chose; `src/theme/ColorModeToggle` records the choice.
 */
export const colorMode: ThemeConfig['colorMode'] = {
  defaultMode: 'light',
  disableSwitch: false,
  respectPrefersColorScheme: true,
};

/** Key in local storage that says that the reader chose to follow the system. */
export const systemChoiceKey = 'pai.follow-system';

/** Runs in the body right after the theme's own inline script and before the first paint, so nothing flashes. */
export const colorModeScript = `(function () {
  var root = document.documentElement;
  if (root.getAttribute('data-theme-choice') !== 'system') return;
  var followed = false;
  try { followed = localStorage.getItem('${systemChoiceKey}') === 'true'; } catch (error) {}
  if (followed) return;
  root.setAttribute('data-theme', 'light');
  root.setAttribute('data-theme-choice', 'light');
})();`;

/**
 * Runs in the head. The theme's own script stands in the body, where browsers may paint an empty white page before they
 * come to it; a reader in the dark would see that.
 *
 * @param namespace what Docusaurus puts behind the names in local storage
 */
export const earlyColorModeScript = (namespace: string) => `(function () {
  var mode = 'light';
  try {
    var followed = localStorage.getItem('${systemChoiceKey}') === 'true' && matchMedia('(prefers-color-scheme: dark)').matches;
    mode = localStorage.getItem('theme${namespace}') || (followed ? 'dark' : mode);
  } catch (error) {}
  document.documentElement.setAttribute('data-theme', mode);
})();`;
