/** Says that a part of the site failed to load, and offers the links that lead everywhere. */

/** Shows the message at the end of the page's body, because React owns everything else. */
export function sayLoadFailed(what: string): void {
  document.querySelector('.load-failure')?.remove();
  const message = Object.assign(document.createElement('p'), { className: 'load-failure', role: 'status' });
  message.innerHTML =
    `Couldn't load ${what}. Check your connection and try again, ` +
    'or browse the <a href="/docs/category/get-started">docs</a> or the <a href="/api/">API</a>.';
  document.body.append(message);
}
