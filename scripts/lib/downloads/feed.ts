/** The API changelog as an Atom feed, generated from `api-spec/CHANGELOG.md`. */
import { provider } from '../../../src/config/provider';

interface Entry {
  /** `2026-11-21` or `2026-11-21 (second)`. */
  heading: string;
  date: string;
  text: string;
}

const escape = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/**
 * @returns The entries in file order, newest first.
 * @throws If there is no entry, or if a heading doesn't start with a date.
 */
function entriesOf(changelog: string): Entry[] {
  const entries = changelog
    .split(/^## /m)
    .slice(1)
    .map((part): Entry => {
      const [heading = '', ...lines] = part.split('\n');
      const date = /^\d{4}-\d{2}-\d{2}/.exec(heading)?.[0];
      if (date === undefined || Number.isNaN(Date.parse(date))) {
        throw new Error(
          `api-spec/CHANGELOG.md: the heading "${heading}" doesn't start with a date. Write it as "2026-11-21".`,
        );
      }
      const text = lines
        .filter((line) => !line.startsWith('Digest:') && !line.startsWith('<!--'))
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim();
      return { heading: heading.trim(), date, text };
    });
  if (entries.length === 0)
    throw new Error('api-spec/CHANGELOG.md has no entry. Add a heading such as "## 2026-11-21".');
  return entries;
}

/**
 * The feed.
 *
 * @param changelog content of `api-spec/CHANGELOG.md`
 */
export function changeFeed(changelog: string): string {
  const entries = entriesOf(changelog);
  const page = `${provider.docs}/api/`;
  const items = entries.map(
    ({ heading, date, text }) => `  <entry>
    <id>tag:${new URL(provider.docs).host},${date}:api-changes/${encodeURIComponent(heading)}</id>
    <title>Changes on ${escape(heading)}</title>
    <updated>${date}T00:00:00Z</updated>
    <link href="${page}"/>
    <content type="text">${escape(text)}</content>
  </entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${provider.docs}/api-changes.xml</id>
  <title>${escape(provider.name)} API changelog</title>
  <updated>${entries[0]?.date ?? ''}T00:00:00Z</updated>
  <author><name>${escape(provider.name)}</name></author>
  <link rel="self" href="${provider.docs}/api-changes.xml"/>
  <link href="${page}"/>
${items.join('\n')}
</feed>
`;
}
