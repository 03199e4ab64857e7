/** Changes the page, and then scrolls so that the element keeps its position on the screen. */
export function preserveScrollPosition(element: HTMLElement, change: () => void): void {
  const before = element.getBoundingClientRect().top;
  change();
  window.scrollBy({ top: element.getBoundingClientRect().top - before, behavior: 'instant' });
}
