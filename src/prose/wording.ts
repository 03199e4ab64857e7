/**
 * Words that pages do not use (STYLEGUIDE.md). In: pages. Out: a finding for each, with what to write instead. Code is
 * left alone: fields keep the spelling that the API gives them.
 */
import { stretchesOf } from './code-spans';
import type { Finding, Report } from './finding';
import type { Page } from './pages';

const RULES: readonly { word: RegExp; advice: string }[] = [
  {
    word: /\b(simply|just|easy|easily|obviously|please)\b/gi,
    advice: 'it helps nobody whose call has failed; leave it out',
  },
  {
    word: /\b(cancelled|cancelling)\b/gi,
    advice: 'write "canceled" and "canceling"; fields such as `cancelledAt` stand in code style',
  },
  { word: /\b(TODO|FIXME|lorem ipsum)\b/gi, advice: 'finish the sentence or take it out' },
];

/** Checks the wording of all pages. */
export function checkWording(pages: readonly Page[]): Report {
  const findings: Finding[] = [];
  let texts = 0;
  for (const page of pages) {
    const { frontMatter, file } = page;
    const metadata = ['title', 'description', 'sidebar_label'].flatMap((key) => {
      const entry = frontMatter.get(key);
      return entry ? [{ text: String(entry.value), line: entry.line, isCode: false }] : [];
    });
    for (const { text, line, isCode } of [...metadata, ...stretchesOf(page)]) {
      if (isCode) continue;
      texts += 1;
      for (const { word, advice } of RULES) {
        for (const [found] of text.matchAll(word)) findings.push({ file, line, message: `"${found}": ${advice}` });
      }
    }
  }
  return { findings, counts: { 'texts read': texts } };
}
