import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { markdownUrl } from '../../client/page-files';
import { provider } from '../../site/provider';
import type { OpenVisitor } from '../post-build-pages';
import { convertPage } from './convert';
import { llmsFull, llmsIndex, type Twin } from './llms';

/** Writes a Markdown version of every page at its path plus `.md`, and the two files for language models. */
const markdownPages: OpenVisitor<string> = ({ siteDir }, outDir) => {
  const twins: Twin[] = [];
  return {
    makers: [path.join(__dirname, 'convert.ts'), path.join(siteDir, 'src', 'site', 'provider.ts')],
    find: (page) => convertPage(page, provider.docs),
    use(page, markdown) {
      const file = path.join(outDir, markdownUrl(page.route));
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, markdown);
      twins.push({ page, markdown });
    },
    close() {
      const name = `${provider.name} developer documentation`;
      writeFileSync(path.join(outDir, 'llms.txt'), llmsIndex(twins, name, provider.tagline, provider.docs));
      writeFileSync(path.join(outDir, 'llms-full.txt'), llmsFull(twins));
    },
  };
};

export default markdownPages;
