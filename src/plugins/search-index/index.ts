import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SearchPage } from '../../client/search/format';
import { loadSpecification } from '../../specification/load';
import type { OpenVisitor } from '../post-build-pages';
import { createIndex, extractPage } from './extract';

/** Writes `/search-index.json`, which the search in the browser uses (`src/client/search`). */
const searchIndex: OpenVisitor<SearchPage> = ({ siteDir }, outDir) => {
  const specificationFile = path.join(siteDir, '.generated', 'openapi.json');
  const { operations } = loadSpecification(specificationFile);
  const byRoute = new Map([...operations.values()].map((operation) => [operation.url, operation]));
  const pages: SearchPage[] = [];
  return {
    makers: [specificationFile, path.join(__dirname, 'extract.ts')],
    find: (page) => extractPage(page, byRoute.get(page.route)),
    use: (_, page) => void pages.push(page),
    close: () => writeFileSync(path.join(outDir, 'search-index.json'), JSON.stringify(createIndex(pages))),
  };
};

export default searchIndex;
