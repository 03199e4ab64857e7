import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { twinOf } from '../../client/page-files';
import { provider } from '../../config/provider';
import { openBuildStore } from '../build-store';
import { readBuiltPages } from '../built-pages';
import { contentOf, markdownOf } from './convert';
import { llmsFull, llmsIndex } from './llms';

/** Writes every page once more as Markdown, at its path plus `.md`, and the two files for language models. */
export default function markdownTwinsPlugin({ siteDir }: LoadContext): Plugin {
  return {
    name: 'markdown-twins',
    postBuild({ outDir, routesPaths }) {
      const store = openBuildStore(siteDir, 'twins', [path.join(__dirname, 'convert.ts')]);
      const twins = readBuiltPages(outDir, routesPaths).map((page) => {
        const content = [provider.docs, page.route, page.html.html(contentOf(page))].join('\n');
        return { page, markdown: store.get(content, () => markdownOf(page, provider.docs)).toString() };
      });
      store.close();
      for (const { page, markdown } of twins) {
        const file = path.join(outDir, twinOf(page.route));
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, markdown);
      }
      const name = `${provider.name} developer documentation`;
      writeFileSync(path.join(outDir, 'llms.txt'), llmsIndex(twins, name, provider.tagline, provider.docs));
      writeFileSync(path.join(outDir, 'llms-full.txt'), llmsFull(twins));
      return Promise.resolve();
    },
  };
}
