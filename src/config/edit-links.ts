import type { EditUrlFunction, Options } from '@docusaurus/plugin-content-docs';
import { referenceFolder } from '../site/routes';

/** URL patterns for editing a file in the browser, on hosts that have one. */
const editFolder = (repository: string): string => `${repository}/edit/main/`;

/** Edit link of a page in `docs/`. There is none without a repository, and none for generated pages. */
export function getDocsEditLink(repository: string | undefined): Options['editUrl'] {
  if (repository === undefined) return undefined;
  const link: EditUrlFunction = ({ docPath }) =>
    docPath.startsWith(`${referenceFolder}/`) ? undefined : `${editFolder(repository)}docs/${docPath}`;
  return link;
}

/** Link below the home page; Docusaurus adds the path of its file. */
export function getPagesEditLink(repository: string | undefined): string | undefined {
  return repository === undefined ? undefined : editFolder(repository);
}
