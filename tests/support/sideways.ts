/** By how much the page can be scrolled sideways, and what besides code and tables has such a box of its own. */
export function sidewaysScrolling(): { page: number; boxes: string[] } {
  const { scrollWidth, clientWidth } = document.documentElement;
  const boxes = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (element) =>
      element.scrollWidth > element.clientWidth + 1 &&
      /auto|scroll/.test(getComputedStyle(element).overflowX) &&
      // A diagram may scroll in its box if the keyboard can reach the box.
      !element.matches('pre, code, .table-box, table, [role="tablist"], .diagram-box[tabindex="0"]') &&
      element.clientWidth > 0,
  );
  return { page: scrollWidth - clientWidth, boxes: boxes.map((box) => `${box.tagName} ${box.className}`) };
}
