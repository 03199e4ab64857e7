/** The API changelog as an Atom feed, generated from `api-spec/CHANGELOG.md`. */
import { provider } from '../../../src/config/provider';
import { CHANGELOG, getDate, parseChangelog } from '../../../src/description/changelog';

const escape = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/**
 * Writes the feed.
 *
 * @param changelog - Content of `api-spec/CHANGELOG.md`.
 * @throws If there is no entry, or if a heading doesn't start with a date.
 */
export function changeFeed(changelog: string): string {
  const { entries } = parseChangelog(changelog);
  const [newest] = entries;
  if (!newest) throw new Error(`${CHANGELOG} has no entry. Add a heading such as "## 2026-11-21".`);
  const page = `${provider.docs}/api/`;
  const items = entries.map(
    (entry) => `  <entry>
    <id>tag:${new URL(provider.docs).host},${getDate(entry)}:api-changes/${encodeURIComponent(entry.heading)}</id>
    <title>Changes on ${escape(entry.heading)}</title>
    <updated>${getDate(entry)}T00:00:00Z</updated>
    <link href="${page}"/>
    <content type="text">${escape(entry.text)}</content>
  </entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${provider.docs}/api-changes.xml</id>
  <title>${escape(provider.name)} API changelog</title>
  <updated>${getDate(newest)}T00:00:00Z</updated>
  <author><name>${escape(provider.name)}</name></author>
  <link rel="self" href="${provider.docs}/api-changes.xml"/>
  <link href="${page}"/>
${items.join('\n')}
</feed>
`;
}
