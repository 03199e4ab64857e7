/** Chunk names by purpose. Nested entries belong to one component. */
interface Chunks {
  readonly [use: string]: string | Chunks;
}

/** Docusaurus' chunk table (`@generated/routesChunkNames`). Its keys are the path, a dash, and a hash. */
export type RouteChunks = Readonly<Record<string, Chunks>>;

const namesIn = (chunks: Chunks): string[] =>
  Object.values(chunks).flatMap((chunk) => (typeof chunk === 'string' ? [chunk] : namesIn(chunk)));

/**
 * Finds the chunks that the app needs to hydrate a page.
 *
 * @param table - Docusaurus' chunk table.
 * @param route - The route of the page.
 * @returns The names of the chunks of the page and of the layouts around it, which have no content.
 * @throws If the table doesn't contain the page.
 */
export function findChunks(table: RouteChunks, route: string): string[] {
  const entries = Object.entries(table).map(([name, chunks]) => ({ path: name.replace(/-[^-]+$/, ''), chunks }));
  // The layouts have the path of the home page, and no content.
  const own = entries.filter(({ path, chunks }) => path === route && ('content' in chunks || path !== '/'));
  if (own.length === 0)
    throw new Error(
      `${route} is missing from Docusaurus' chunk table (routesChunkNames.json). Check src/plugins/page-script/route-chunks.ts.`,
    );
  const around = entries.filter(({ path, chunks }) => route !== '/' && path === '/' && !('content' in chunks));
  return [...new Set([...around, ...own].flatMap(({ chunks }) => namesIn(chunks)))];
}

/** Docusaurus' list of built files (`client-manifest.json`), from which it renders the script elements of pages. */
export interface ChunkManifest {
  /** Chunk IDs by chunk name. */
  readonly origins: Readonly<Record<string, readonly string[]>>;
  readonly assets: Readonly<Record<string, { readonly js?: readonly { readonly file: string }[] }>>;
}

/** Lists the scripts of chunks, relative to the base URL. */
export const listScripts = ({ origins, assets }: ChunkManifest, chunks: readonly string[]): string[] => [
  ...new Set(
    chunks
      .flatMap((chunk) => origins[chunk] ?? [])
      .flatMap((id) => assets[id]?.js ?? [])
      .map(({ file }) => file),
  ),
];
