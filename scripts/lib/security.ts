/**
 * The security headers of the site, computed from the HTML of its pages, in the formats of servers and hosts (`DEPLOY.md`).
 *
 * All pages share one policy, because it stays with the document while the reader navigates without a reload.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'cheerio';
import { isTag } from 'domhandler';

/** What a page requires from the policy. */
export interface PolicyNeeds {
  /** Hashes of its inline scripts. */
  readonly hashes: readonly string[];
  /** What a strict policy blocks, one line each: file, problem, and fix. */
  readonly problems: readonly string[];
}

/** Script types that a browser runs or applies, so that the policy must allow them. */
const RUN_TYPES = ['', 'text/javascript', 'application/javascript', 'module', 'importmap', 'speculationrules'];
/** Elements that load something that runs, and the attribute with its address. */
const LOADERS: Readonly<Record<string, string>> = {
  script: 'src',
  link: 'href',
  iframe: 'src',
  object: 'data',
  embed: 'src',
};

/**
 * Finds what a page requires from the policy.
 *
 * @param file - Its path, for messages.
 * @param html - Its content.
 */
export function findPolicyNeeds(file: string, html: string): PolicyNeeds {
  const document = load(html, { xml: { xmlMode: false, decodeEntities: true } });
  const hashes: string[] = [];
  const problems: string[] = [];
  for (const element of document('*').toArray().filter(isTag)) {
    const { name, attribs } = element;
    const report = (problem: string): void => void problems.push(`${file}: <${name}> ${problem}`);
    if (name === 'script' && attribs['src'] === undefined && RUN_TYPES.includes(attribs['type'] ?? '')) {
      hashes.push(`'sha256-${createHash('sha256').update(document(element).text()).digest('base64')}'`);
    }
    for (const [key, value] of Object.entries(attribs)) {
      if (/^on/i.test(key)) report(`runs a script from ${key}. Listen for the event in src/client.`);
      // Browsers ignore whitespace and control characters inside the scheme.
      if (/^(javascript|vbscript):/i.test(value.replace(/[\u0000-\u0020]/g, '')))
        report(`runs a script from a URL. Link to a page.`);
    }
    const address = attribs[LOADERS[name] ?? ''] ?? '';
    if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(address) && (name !== 'link' || attribs['rel'] === 'stylesheet')) {
      report(`loads ${address} from another host. Serve the file from static/.`);
    }
  }
  return { hashes, problems };
}

/**
 * Creates the policy that allows exactly what the pages require.
 *
 * @throws If there is no page, or with one line for each violation.
 */
export function createPolicy(pages: readonly PolicyNeeds[]): string {
  if (pages.length === 0) throw new Error('The build has no page to compute the Content-Security-Policy from.');
  const problems = pages.flatMap((page) => page.problems);
  if (problems.length > 0) {
    throw new Error(`These pages violate the Content-Security-Policy:\n  ${problems.join('\n  ')}`);
  }
  const hashes = [...new Set(pages.flatMap((page) => page.hashes))].sort();
  return [
    // Firefox holds what is loaded ahead against this one, so what no page uses is named below instead.
    "default-src 'self'",
    ["script-src 'self'", ...hashes].join(' '),
    "script-src-attr 'none'",
    // Diagrams bring a style element each. Styles can't run code.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    ...['object-src', 'frame-src', 'media-src', 'base-uri', 'form-action', 'frame-ancestors'].map(
      (name) => `${name} 'none'`,
    ),
  ].join('; ');
}

/** Browser features that no page uses. Browsers log warnings about features that they don't know, so only these. */
const UNUSED_FEATURES = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'encrypted-media', 'fullscreen', 'geolocation'],
  ...['gyroscope', 'magnetometer', 'microphone', 'midi', 'payment', 'picture-in-picture', 'publickey-credentials-get'],
  ...['screen-wake-lock', 'usb', 'xr-spatial-tracking'],
];

const listHeaders = (policy: string): readonly (readonly [name: string, value: string])[] => [
  ['Content-Security-Policy', policy],
  // Two years. Plain HTTP ignores this header.
  ['Strict-Transport-Security', 'max-age=63072000; includeSubDomains'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ['Permissions-Policy', UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ')],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['X-Permitted-Cross-Domain-Policies', 'none'],
];

/** Hosts without custom headers (GitHub Pages). Browsers ignore `frame-ancestors` in a tag, and log a warning. */
const toMetaTag = (policy: string): string =>
  `<meta http-equiv="Content-Security-Policy" content="${policy.replace(/; frame-ancestors [^;]*/, '')}">`;

/**
 * Writes the security headers from the final HTML, so that no later change to a page goes unnoticed.
 *
 * @param site - Folder of the built site. Gets `_headers` and `_redirects` (Netlify, Cloudflare Pages).
 * @param deploy - Folder for the headers of nginx, and for `headers.json`, from which any other host is set up.
 * @param isMeta - Whether every page gets the policy too.
 * @returns The number of pages.
 * @throws If there is no page, or if a page violates the policy.
 */
export function writeSecurityHeaders(site: string, deploy: string, isMeta: boolean): number {
  const files = readdirSync(site, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => path.join(site, file))
    .sort();
  const read = (file: string): string => readFileSync(file, 'utf8');
  const policy = createPolicy(files.map((file) => findPolicyNeeds(path.relative(site, file), read(file))));
  if (isMeta) {
    for (const file of files) {
      writeFileSync(
        file,
        read(file).replace(/<meta charset=[^>]*>/i, (charset) => charset + toMetaTag(policy)),
      );
    }
  }
  const headers = listHeaders(policy);
  rmSync(deploy, { recursive: true, force: true });
  mkdirSync(deploy, { recursive: true });
  const lines = headers.map(([name, value]) => `  ${name}: ${value}\n`).join('');
  const forever = 'Cache-Control: public, max-age=31536000, immutable';
  writeFileSync(path.join(site, '_headers'), `/*\n${lines}\n/assets/*\n  ${forever}\n`);
  writeFileSync(path.join(site, '_redirects'), '/index.html / 301\n');
  const nginx = headers.map(([name, value]) => `add_header ${name} "${value}" always;\n`).join('');
  writeFileSync(path.join(deploy, 'nginx-headers.conf'), nginx);
  writeFileSync(path.join(deploy, 'headers.json'), `${JSON.stringify(Object.fromEntries(headers), null, 2)}\n`);
  return files.length;
}
