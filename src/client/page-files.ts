/** Addresses of the files that a build makes beside every page. Used by the browser and by the build. */

/** The route without what hosts add or leave out: `/docs/api/webhooks/` → `/docs/api/webhooks`, `/` → `/index`. */
const bare = (route: string): string => route.replace(/\/$/, '') || '/index';

/** The Markdown twin: `/docs/api/errors` → `/docs/api/errors.md`, `/` → `/index.md`. */
export const twinOf = (route: string): string => `${bare(route)}.md`;

/** The card that stands for the page in messengers: `/docs/api/errors` → `/cards/docs/api/errors.png`. */
export const cardOf = (route: string): string => `/cards${bare(route)}.png`;

/** True for the one page that is made for addresses that do not exist; it has neither. */
export const isNotFound = (route: string): boolean => bare(route) === '/404.html' || bare(route) === '/404';
