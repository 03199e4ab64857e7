/**
 * The line about a page that its category's list shows. In: the id of a document, such as `api/webhooks/index`. Out: the
 * `description` of its front matter. Throws, with the file, if the page is missing or has no description.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const docsFolder = path.join(__dirname, '..', '..', 'docs');

/** See the module. */
export function pageDescription(id: string): string {
  const file = path.join(docsFolder, `${id}.mdx`);
  // The front matter is what stands between the first two lines of three dashes.
  const frontMatter: unknown = parse(readFileSync(file, 'utf8').split(/^---$/m)[1] ?? '');
  const description = (frontMatter as { description?: unknown } | null)?.description;
  if (typeof description !== 'string') {
    throw new Error(`docs/${id}.mdx: the front matter has no description; write one, its category's list shows it`);
  }
  return description;
}
