import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openBuildStore, withoutAssetNames } from '../../../src/cache/build-store';
import { createForms, metaTag } from './forms';
import { securityHeaders } from './headers';
import { contentSecurityPolicy, policyNeeds, type HtmlPage, type PolicyNeeds, type PolicyOptions } from './policy';

export interface Options extends PolicyOptions {
  /** Path of the repository, for the cache of parsed pages. */
  readonly root: string;
  /** Also writes the policy into every page, for hosts without custom headers. */
  readonly meta: boolean;
}

/** The files of all pages of a built site, in a fixed order. */
function listFiles(site: string): string[] {
  return readdirSync(site, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .sort();
}

const readPage = (site: string, file: string): HtmlPage => ({
  file,
  html: readFileSync(path.join(site, file), 'utf8'),
});

/** All pages of a built site. */
export function readPages(site: string): HtmlPage[] {
  return listFiles(site).map((file) => readPage(site, file));
}

/**
 * Writes the security headers from the final HTML, in the formats of servers and static hosts (`DEPLOY.md`). It runs
 * after the build rather than as a plugin, because plugins process pages in parallel, and a later change to a page
 * wouldn't be covered.
 *
 * @param site - Folder of the built site. The files that hosts read there are written into it.
 * @param deploy - Folder for the other files, which is cleared first.
 * @returns The number of pages.
 * @throws If there is no page, or if a page violates the policy.
 */
export function writeSecurityHeaders(site: string, deploy: string, options: Options): number {
  const files = listFiles(site);
  const { root } = options;
  const store = openBuildStore(root, 'policy', [path.join(root, 'scripts', 'lib', 'security', 'policy.ts')]);
  // One page at a time, because a thousand would fill the memory.
  const needs = files.map((file) => {
    const page = readPage(site, file);
    const key = `${file}\n${withoutAssetNames(page.html)}`;
    return JSON.parse(store.get(key, () => JSON.stringify(policyNeeds(page))).toString()) as PolicyNeeds;
  });
  store.close();
  const policy = contentSecurityPolicy(needs, options);
  if (options.meta) {
    const tag = metaTag(policy);
    for (const file of files) {
      const { html } = readPage(site, file);
      const secured = html.replace(/<meta charset=[^>]*>/i, (charset) => charset + tag);
      if (secured === html) {
        throw new Error(`${file}: <meta charset> is missing, so there is no position for the policy.`);
      }
      writeFileSync(path.join(site, file), secured);
    }
  }
  rmSync(deploy, { recursive: true, force: true });
  mkdirSync(deploy, { recursive: true });
  for (const { place, file, content } of createForms(securityHeaders(policy))) {
    writeFileSync(path.join(place === 'site' ? site : deploy, file), content);
  }
  return files.length;
}
