/** Attribute of the not-found page's content. `src/theme/Root` uses it to recognize the server's response. */
export const notFoundMarker = 'data-not-found';

/** Key in local storage that records that the reader chose the system's color mode (`src/theme/ColorModeToggle`). */
export const systemChoiceKey = 'pai.follow-system';
