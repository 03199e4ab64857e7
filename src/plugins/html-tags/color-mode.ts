import { systemChoiceKey } from '../../site/markers';

/** Runs in the body after the theme's inline script and before the first paint, so nothing flashes. */
export const colorModeScript = `(function () {
  var root = document.documentElement;
  // The theme takes any value from the URL (\`?docusaurus-theme=x\`).
  if (!/^(light|dark)$/.test(root.getAttribute('data-theme'))) root.setAttribute('data-theme', 'light');
  if (!/^(light|dark|system)$/.test(root.getAttribute('data-theme-choice'))) root.setAttribute('data-theme-choice', 'light');
  if (root.getAttribute('data-theme-choice') !== 'system') return;
  var followed = false;
  try { followed = localStorage.getItem('${systemChoiceKey}') === 'true'; } catch (error) {}
  if (followed) return;
  root.setAttribute('data-theme', 'light');
  root.setAttribute('data-theme-choice', 'light');
})();`;

/**
 * Runs in the head. The theme's own script is in the body, and browsers might paint a white page before they reach it.
 *
 * @param namespace - The suffix that Docusaurus adds to keys in local storage.
 */
export const earlyColorModeScript = (namespace: string) => `(function () {
  var mode = 'light';
  try {
    var followed = localStorage.getItem('${systemChoiceKey}') === 'true' && matchMedia('(prefers-color-scheme: dark)').matches;
    mode = localStorage.getItem('theme${namespace}') || (followed ? 'dark' : mode);
  } catch (error) {}
  document.documentElement.setAttribute('data-theme', mode);
})();`;
