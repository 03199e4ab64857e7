import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { loadDescription } from '../../description/load';
import { readBuiltPages } from '../built-pages';
import { searchIndexOf } from './extract';

/** Writes `/search-index.json`, from which the search in the browser answers (`src/client/search`). */
export default function searchIndexPlugin(context: LoadContext): Plugin {
  return {
    name: 'search-index',
    postBuild({ outDir, routesPaths }) {
      const description = loadDescription(path.join(context.siteDir, '.generated', 'openapi.json'));
      const index = searchIndexOf(readBuiltPages(outDir, routesPaths), description);
      writeFileSync(path.join(outDir, 'search-index.json'), JSON.stringify(index));
      return Promise.resolve();
    },
  };
}
