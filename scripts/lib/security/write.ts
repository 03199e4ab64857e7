import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openBuildStore, withoutAssetNames } from '../../../src/plugins/build-store';
import { formsOf, metaTag } from './forms';
import { securityHeaders } from './headers';
import { contentSecurityPolicy, policyNeeds, type HtmlPage, type PolicyNeeds, type PolicyOptions } from './policy';

export interface Options extends PolicyOptions {
  /** The repository's path: what was read of a page is kept there for the next build. */
  readonly root: string;
  /** Also puts the policy into every page, for hosts that send no headers of one's own. */
  readonly meta: boolean;
}

/** The files of all pages of a built site, in a fixed order. */
function filesOf(site: string): string[] {
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
  return filesOf(site).map((file) => readPage(site, file));
}

/**
 * Makes the security headers from the final HTML, in the forms that servers and static hosts take (`DEPLOY.md`). It runs
 * after the build and not as a plugin: plugins finish their pages at the same time, and what one of them puts into a
 * page last would not be covered.
 *
 * @param site folder of the built site; the forms that hosts read there are written into it
 * @param deploy folder for the other forms; emptied first
 * @returns number of pages that were read
 * @throws if there is no page, or a page holds what a strict policy cannot allow
 */
export function writeSecurityHeaders(site: string, deploy: string, options: Options): number {
  const files = filesOf(site);
  const { root } = options;
  const store = openBuildStore(root, 'policy', [path.join(root, 'scripts', 'lib', 'security', 'policy.ts')]);
  // One page at a time: a thousand would fill the memory.
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
  for (const { place, file, content } of formsOf(securityHeaders(policy))) {
    writeFileSync(path.join(place === 'site' ? site : deploy, file), content);
  }
  return files.length;
}
