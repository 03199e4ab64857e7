/**
 * The Content-Security-Policy of the site, computed from the HTML of its pages.
 *
 * All pages share one policy, because it stays with the document while the reader navigates without a reload. Fails on
 * anything that a strict policy blocks: inline event handlers, `javascript:` URLs, and scripts and styles from other
 * hosts.
 */
import { isTag } from 'domhandler';
import { createHash } from 'node:crypto';
import { load, type CheerioAPI } from 'cheerio';

/** A built page: its path in the output folder, for messages, and its HTML. */
export interface HtmlPage {
  readonly file: string;
  readonly html: string;
}

export interface PolicyOptions {
  /**
   * Lets scripts insert `<style>` elements. Mermaid inserts one per diagram with varying text, so no hash can cover it.
   * Styles can't run code, and scripts stay strict.
   */
  readonly inlineStyles: boolean;
}

/** Script types that a browser runs or applies, so that the policy must allow them. */
const runTypes = new Set(['', 'text/javascript', 'application/javascript', 'module', 'importmap', 'speculationrules']);

const computeHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What a page requires from the policy. */
export interface PolicyNeeds {
  /** Hashes of its inline scripts. */
  readonly hashes: readonly string[];
  /** Violations, one line each: file, problem, and fix. */
  readonly problems: readonly string[];
}

/** Hashes of the inline scripts of a page. */
function scriptHashes(document: CheerioAPI): string[] {
  return document('script:not([src])')
    .toArray()
    .filter((element) => runTypes.has((document(element).attr('type') ?? '').trim().toLowerCase()))
    .map((element) => computeHash(document(element).html() ?? ''));
}

/** Finds the violations in a page. */
function policyProblems(document: CheerioAPI, file: string): string[] {
  const problems: string[] = [];
  const report = (what: string, remedy: string) => problems.push(`${file}: ${what}. ${remedy}`);
  for (const element of document('*').toArray().filter(isTag)) {
    for (const [name, value] of Object.entries(element.attribs)) {
      if (/^on/i.test(name)) {
        report(`<${element.name} ${name}> runs a script from an attribute`, 'Listen for the event in src/client.');
      }
      // Browsers ignore whitespace and control characters inside the scheme.

      if (/^(javascript|vbscript):/i.test(value.replace(/[\u0000-\u0020]/g, ''))) {
        report(
          `<${element.name} ${name}=${JSON.stringify(value.slice(0, 40))}> runs a script from a URL`,
          'Link to a page.',
        );
      }
    }
  }
  const foreign = (selector: string, attribute: string) => {
    for (const element of document(selector).toArray().filter(isTag)) {
      const address = document(element).attr(attribute) ?? '';
      if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) {
        report(`<${element.name}> loads ${address} from another host`, 'Serve the file from static/.');
      }
    }
  };
  foreign('script[src]', 'src');
  foreign('link[rel=stylesheet]', 'href');
  foreign('iframe[src], object[data], embed[src]', 'src');
  return problems;
}

/** What a page requires from the policy. */
export function policyNeeds({ file, html }: HtmlPage): PolicyNeeds {
  const document = load(html);
  return { hashes: scriptHashes(document), problems: policyProblems(document, file) };
}

/**
 * Creates the policy that allows exactly what the pages require.
 *
 * @param pages - The requirements of each page.
 * @throws If there is no page, or with one line per violation.
 */
export function contentSecurityPolicy(pages: readonly PolicyNeeds[], { inlineStyles }: PolicyOptions): string {
  if (pages.length === 0) {
    throw new Error('build/ contains no page to generate the Content-Security-Policy from.');
  }
  const problems = pages.flatMap((page) => page.problems);
  if (problems.length > 0) {
    throw new Error(`These pages violate the Content-Security-Policy:\n  ${problems.join('\n  ')}`);
  }
  const hashes = [...new Set(pages.flatMap((page) => page.hashes))].sort();
  const styleElements = inlineStyles ? "'self' 'unsafe-inline'" : "'self'";
  return [
    // Firefox holds what is loaded ahead against this one, so what no page uses is named below instead.
    "default-src 'self'",
    ["script-src 'self'", ...hashes].join(' '),
    "script-src-attr 'none'",
    `style-src ${styleElements}`,
    `style-src-elem ${styleElements}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "frame-src 'none'",
    "media-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
