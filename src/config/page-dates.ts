import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { VcsChangeInfo, VcsConfig } from '@docusaurus/types';

/** The output of a git command, or nothing without git or a repository. */
function git(folder: string, ...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  return status === 0 ? stdout.trim() : undefined;
}

/**
 * The date of each page's last commit. It depends on the commit being built, not on the machine. A shallow clone only
 * contains the last commit, whose date would be wrong for nearly every page, so it has no dates. Neither do generated
 * pages, or builds without git.
 *
 * @param folder - Absolute path of the repository.
 * @returns A map from the absolute path of a page to its date, such as `2026-11-15`.
 */
export function pageDates(folder: string): Map<string, string> {
  const dates = new Map<string, string>();
  if (git(folder, 'rev-parse', '--is-shallow-repository') !== 'false') return dates;
  const log = git(folder, 'log', '--format=date %cs', '--name-only', '--relative', '--', 'docs', 'src/pages') ?? '';
  let date = '';
  for (const line of log.split('\n')) {
    if (line.startsWith('date ')) date = line.slice(5);
    else if (/\.mdx?$/.test(line)) {
      const file = path.join(folder, line);
      // Newest first, so the first date of a page is its last change.
      if (!dates.has(file)) dates.set(file, date);
    }
  }
  return dates;
}

/** Provides the same dates for "Last updated" below a page. Docusaurus would run git for every page. */
export function versionControl(): VcsConfig {
  let dates = new Map<string, string>();
  const readInfo = (file: string): Promise<VcsChangeInfo | null> => {
    const day = dates.get(path.resolve(file));
    return Promise.resolve(day === undefined ? null : { timestamp: Date.parse(day), author: '' });
  };
  return {
    initialize: ({ siteDir }) => {
      dates = pageDates(siteDir);
    },
    // Part of the interface; no page says when it was made.
    getFileCreationInfo: (file) => readInfo(file),
    getFileLastUpdateInfo: (file) => readInfo(file),
  };
}
