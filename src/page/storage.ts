/**
 * Local and session storage, if the browser allows them. Private windows block both, and storage can be full. A choice
 * then lasts for the page view.
 */
type Area = 'localStorage' | 'sessionStorage';

/** Saves a value, or removes it with `null`. Returns whether the browser allowed it. */
export function store(key: string, value: string | null, area: Area = 'localStorage'): boolean {
  try {
    if (value === null) window[area].removeItem(key);
    else window[area].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Reads a saved value. Returns `null` if there is none. */
export function recall(key: string, area: Area = 'localStorage'): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}
