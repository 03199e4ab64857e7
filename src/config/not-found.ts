/** Attribute of the not-found page's content, by which `src/theme/Root` knows what the server has answered. */
export const notFoundMarker = 'data-not-found';
