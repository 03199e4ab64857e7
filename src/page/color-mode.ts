/**
 * Handles the color mode until the app runs. Enables the button and labels it with the current mode, which the server
 * can't know, and follows the system and the reader's other tabs. The app takes over from there.
 */

/** The theme's key in local storage, followed by the site's namespace. */
const STORAGE_KEY = /^theme(?:-\w+)?$/;

const root = document.documentElement;
const darkSystem = matchMedia('(prefers-color-scheme: dark)');

/** The class that `src/theme/ColorModeToggle` adds to the button. */
const BUTTON = 'button.color-mode';

/** Labels the button with the current mode, in the theme's own words. */
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

/** Prepares the button, and listens until the app takes over. */
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
