import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from '@docusaurus/types';
import { twinOf } from '../../client/page-files';
import { provider } from '../../config/provider';
import { readBuiltPages } from '../built-pages';
import { markdownOf } from './convert';
import { llmsFull, llmsIndex } from './llms';

/** Writes every page once more as Markdown, at its path plus `.md`, and the two files for language models. */
export default function markdownTwinsPlugin(): Plugin {
  return {
    name: 'markdown-twins',
    postBuild({ outDir, routesPaths }) {
      const twins = readBuiltPages(outDir, routesPaths).map((page) => ({
        page,
        markdown: markdownOf(page, provider.docs),
      }));
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
