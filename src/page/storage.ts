/** Keeps a choice for later visits, where the browser allows it. */
export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Private windows refuse storage: the choice then lasts for this page.
  }
}
