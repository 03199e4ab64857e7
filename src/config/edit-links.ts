import type { EditUrlFunction, Options } from '@docusaurus/plugin-content-docs';
import { referenceFolder } from './routes';

/** Where the files of the repository are changed in a browser, on the hosts that know such an address. */
const editFolder = (repository: string): string => `${repository}/edit/main/`;

/** Link below a page of `docs/`: none without a repository, and none below generated pages, which no file holds. */
export function editLinkOfDocs(repository: string | undefined): Options['editUrl'] {
  if (repository === undefined) return undefined;
  const link: EditUrlFunction = ({ docPath }) =>
    docPath.startsWith(`${referenceFolder}/`) ? undefined : `${editFolder(repository)}docs/${docPath}`;
  return link;
}

/** Link below the home page; Docusaurus adds the path of its file. */
export function editLinkOfPages(repository: string | undefined): string | undefined {
  return repository === undefined ? undefined : editFolder(repository);
}
