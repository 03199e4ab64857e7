/**
 * The color mode until the app runs: the button can be pressed and says which mode is on (the server can know neither),
 * and the page follows the system and the reader's other tabs. The app does the same from then on.
 */

/** What the theme calls its key in local storage; the site's own namespace stands behind it. */
const STORAGE_KEY = /^theme(?:-\w+)?$/;

const root = document.documentElement;
const darkSystem = matchMedia('(prefers-color-scheme: dark)');

/** Class that `src/theme/ColorModeToggle` puts on the button. */
const BUTTON = 'button.color-mode';

/** Says on the button what is chosen, in the words of the theme. */
function label(): void {
  const mode = `${root.dataset['themeChoice'] ?? 'light'} mode`;
  for (const button of Array.from(document.querySelectorAll<HTMLButtonElement>(BUTTON))) {
    button.disabled = false;
    button.title = mode;
    button.setAttribute('aria-label', `Switch between dark and light mode (currently ${mode})`);
  }
}

function followSystem(): void {
  if (root.dataset['themeChoice'] === 'system') root.dataset['theme'] = darkSystem.matches ? 'dark' : 'light';
}

/** Prepares the button, and listens until the app does. */
export function keepColorMode(isRunning: () => boolean): void {
  if (isRunning()) return;
  label();
  darkSystem.addEventListener('change', followSystem);
  window.addEventListener('storage', ({ key, newValue }) => {
    if (isRunning() || key === null || !STORAGE_KEY.test(key)) return;
    const isMode = newValue === 'dark' || newValue === 'light';
    root.dataset['themeChoice'] = isMode ? newValue : 'system';
    if (isMode) root.dataset['theme'] = newValue;
    followSystem();
    label();
  });
}
