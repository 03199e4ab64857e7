/** Names of chunks by what they are for; what is nested is for one component. */
interface Chunks {
  readonly [use: string]: string | Chunks;
}

/** Docusaurus' table of the chunks of all routes (`@generated/routesChunkNames`): path, dash and hash name the route. */
export type RouteChunks = Readonly<Record<string, Chunks>>;

const namesIn = (chunks: Chunks): string[] =>
  Object.values(chunks).flatMap((chunk) => (typeof chunk === 'string' ? [chunk] : namesIn(chunk)));

/**
 * The chunks that the app needs to take over a page.
 *
 * @param table Docusaurus' table
 * @param route address of the page
 * @returns names of the chunks: those of the page, and those of the layouts around it, which have no content of their own
 * @throws if the table does not have the page
 */
export function chunksOfRoute(table: RouteChunks, route: string): string[] {
  const entries = Object.entries(table).map(([name, chunks]) => ({ path: name.replace(/-[^-]+$/, ''), chunks }));
  // The layouts around the documents have the path of the home page, and no content.
  const own = entries.filter(({ path, chunks }) => path === route && ('content' in chunks || path !== '/'));
  if (own.length === 0)
    throw new Error(
      `${route} is missing from Docusaurus' chunk table (routesChunkNames.json). Check src/plugins/page-script/route-chunks.ts.`,
    );
  const around = entries.filter(({ path, chunks }) => route !== '/' && path === '/' && !('content' in chunks));
  return [...new Set([...around, ...own].flatMap(({ chunks }) => namesIn(chunks)))];
}
