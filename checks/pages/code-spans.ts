/**
 * Compares code in sentences with the OpenAPI specification: names, values, paths, and statuses that look like the API's
 * must be in it, or in code that the page shows.
 */
import type { Finding, Report } from '../../src/site/finding';
import { splitText } from '../../src/mdx/page-text';
import type { Page } from '../../src/mdx/pages';
import type { Vocabulary } from '../../src/mdx/vocabulary';
import { framePay } from '../../src/data/framepay';
import { nearestName } from '../../src/specification/names';
import { listCodeBlocks } from './code-blocks';

/** `nextCharge`, `pricing.formula`, `partially-refunded`, and `/plans/{id}` look like names of the API. */
const LOOKS_LIKE_API =
  /^([a-z]+[A-Z]\w*(\.\w+)*|[a-z]\w*(\.[a-z]\w*)+|[a-z]+(-[a-z]+)+|(GET|POST|PUT|PATCH|DELETE) \S+|\/\S*)$/;

/** Files that pages name, and the sandbox's own requests. */
const ELSEWHERE = /\.(mjs|json|yaml|ts|html)$|\/sandbox\//;
/** Names of FramePay's script. */
const SCRIPT = JSON.stringify(framePay);

/** Checks the code spans, paths, and statuses of all pages. */
export function checkCodeSpans(pages: readonly Page[], vocabulary: Vocabulary): Report {
  const findings: Finding[] = [];
  const counts = { 'code spans': 0, 'pieces of text': 0 };
  const known = vocabulary.known();
  for (const page of pages) {
    const { file } = page;
    const shown = [SCRIPT, ...listCodeBlocks(page).map(({ code }) => code)];
    const add = (line: number, message: string): void => void findings.push({ file, line, message });
    for (const { text, line, isCode } of splitText(page)) {
      if (isCode) {
        counts['code spans'] += 1;
        const isKnown = vocabulary.isKnown(text) || shown.some((code) => code?.includes(text));
        if (isKnown || !LOOKS_LIKE_API.test(text) || ELSEWHERE.test(text)) continue;
        const nearest = nearestName(text, known);
        const hint = nearest ? `write "${nearest}" if you mean that, or ` : '';
        add(line, `\`${text}\` isn't in the specification; ${hint}correct the name`);
        continue;
      }
      counts['pieces of text'] += 1;
      for (const [path] of text.matchAll(/(?<![\w.])\/v\d+\/[\w{}$/-]*/g)) {
        if (!vocabulary.findPath(path))
          add(line, `the path ${path} doesn't exist; correct it, or use <OperationLink/>`);
      }
      for (const [, status = ''] of text.matchAll(/\b(?:status(?:es)?|HTTP|returns?)\s+([1-5]\d\d)\b/gi)) {
        if (!vocabulary.statuses.has(status)) add(line, `no operation returns the status ${status}; correct it`);
      }
    }
  }
  return { findings, counts };
}
