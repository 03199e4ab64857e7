/** The API changelog as an Atom feed, generated from `api-spec/CHANGELOG.md`. */
import { Feed } from 'feed';
import { provider } from '../../../src/site/provider';
import { CHANGELOG, getDate, parseChangelog, type ChangelogEntry } from '../../../src/specification/changelog';
import { toHtml } from '../../../src/render/hast';
import { markdown } from '../../../src/render/markdown';

const host = new URL(provider.docs).host;
const page = `${provider.docs}/api/`;

const toTime = (entry: ChangelogEntry): Date => new Date(`${getDate(entry)}T00:00:00Z`);

/**
 * Writes the feed.
 *
 * @param changelog - Content of `api-spec/CHANGELOG.md`.
 * @throws If there is no entry, or if a heading doesn't start with a date.
 */
export function changeFeed(changelog: string): string {
  const entries = parseChangelog(changelog);
  const [newest] = entries;
  if (!newest) throw new Error(`${CHANGELOG} has no entry. Add a heading such as "## 2026-11-21".`);
  const address = `${provider.docs}/api-changes.xml`;
  const feed = new Feed({
    id: address,
    title: `${provider.name} API changelog`,
    link: page,
    feedLinks: { atom: address },
    author: { name: provider.name },
    generator: provider.name,
    copyright: '',
    updated: toTime(newest),
  });
  for (const entry of entries) {
    feed.addItem({
      id: `tag:${host},${getDate(entry)}:api-changes/${encodeURIComponent(entry.heading)}`,
      title: `Changes on ${entry.heading}`,
      link: page,
      date: toTime(entry),
      // The package guards only the first end of the section that holds the text.
      content: toHtml({ type: 'root', children: markdown(entry.text) }).replaceAll(']]>', ']]&gt;'),
    });
  }
  return feed.atom1();
}
