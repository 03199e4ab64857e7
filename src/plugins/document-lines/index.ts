import type { LoadedContent } from '@docusaurus/plugin-content-docs';
import type { Plugin } from '@docusaurus/types';

/**
 * Writes the description of every document, by its address, where the pages that list documents take it from
 * (`@generated/document-lines/default/document-lines.json`, see `src/theme/DocCard`). The classic theme takes it from a
 * list that is part of every page; `lean-scripts` empties that one.
 *
 * Fails if there are no documents.
 */
export default function documentLinesPlugin(): Plugin {
  return {
    name: 'document-lines',
    async allContentLoaded({ allContent, actions }) {
      const content = allContent['docusaurus-plugin-content-docs']?.default as LoadedContent | undefined;
      const documents = content?.loadedVersions.flatMap(({ docs }) => docs) ?? [];
      if (documents.length === 0) throw new Error('document-lines: the docs plugin has loaded no document.');
      await actions.createData(
        'document-lines.json',
        Object.fromEntries(documents.map(({ permalink, description }) => [permalink, description])),
      );
    },
  };
}
