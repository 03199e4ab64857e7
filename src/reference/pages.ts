/**
 * The content that the OpenAPI plugin writes into the generated pages: only the name of the operation. The rest is
 * inserted when the page is compiled (`src/rehype/expand-components.ts`), so that all of it is in the HTML.
 */

/** The parts of the plugin's page metadata that the templates need. */
interface PageMetadata {
  id: string;
  title: string;
  frontMatter: Record<string, unknown>;
  api?: { operationId?: string; description?: string };
  info?: { description?: string };
}

/**
 * The first sentences of a description that fit into a search result.
 *
 * @param text - Markdown of the description.
 * @returns Plain text of up to 160 characters.
 */
function metaDescription(text: string): string {
  const plain = text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*_]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain.length <= 160) {
    return plain;
  }
  const cut = plain.slice(0, 159);
  return `${cut.slice(0, cut.lastIndexOf(' '))}…`;
}

/** Front matter is YAML, where any JSON string is valid. */
function quoteFrontMatter(page: PageMetadata, title: string, description: string): void {
  page.frontMatter['quotedTitle'] = JSON.stringify(title);
  page.frontMatter['quotedDescription'] = JSON.stringify(metaDescription(description));
}

/**
 * The body of an operation's page.
 *
 * @throws If the operation has no `operationId`, which the plugin itself would only log.
 */
export function createApiPage(page: PageMetadata): string {
  const operationId = page.api?.operationId;
  if (operationId === undefined || operationId === '') {
    throw new Error(
      `api-spec: the operation "${page.title}" has no operationId. Add one to its file in api-spec/paths.`,
    );
  }
  quoteFrontMatter(page, page.title, page.api?.description ?? page.title);
  return `<Operation id="${operationId}" />`;
}

/** The body of the API overview, `/api/`. */
export function createInfoPage(page: PageMetadata): string {
  quoteFrontMatter(page, 'API reference', page.info?.description ?? page.title);
  return [
    '<ApiOverview part="facts" />',
    '## Resources',
    '<ApiOverview part="resources" />',
    '## Webhook events',
    '<ApiOverview part="events" />',
    '## Downloads',
    '<ApiOverview part="downloads" />',
  ].join('\n\n');
}
