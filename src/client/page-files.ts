/** URLs of the files that the build generates for every page. Used in the browser and in the build. */

/** The route without trailing slash: `/docs/api/webhooks/` → `/docs/api/webhooks`, `/` → `/index`. */
const bare = (route: string): string => route.replace(/\/$/, '') || '/index';

/** The Markdown version: `/docs/api/errors` → `/docs/api/errors.md`, `/` → `/index.md`. */
export const markdownUrl = (route: string): string => `${bare(route)}.md`;

/** The social card: `/docs/api/errors` → `/cards/docs/api/errors.png`. */
export const cardUrl = (route: string): string => `/cards${bare(route)}.png`;

/** Whether the route is the not-found page, which has neither. */
export const isNotFound = (route: string): boolean => bare(route) === '/404.html' || bare(route) === '/404';
