/** Saves a choice for later visits, if the browser allows it. */
export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Private windows block storage. The choice then lasts for this page view.
  }
}
