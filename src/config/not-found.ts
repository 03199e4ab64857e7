/** Attribute of the not-found page's content. `src/theme/Root` uses it to recognize the server's response. */
export const notFoundMarker = 'data-not-found';
