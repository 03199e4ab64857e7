/** The security headers: what the policy allows, what it refuses, and that every form of them says the same. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { createPolicy, findPolicyNeeds } from '../../scripts/lib/security';
import { pageFiles } from '../support/html';
import { buildFolder, root, sitemapRoutes } from '../support/routes';
import { builtHeaders } from '../support/site';

const headers = new Map(builtHeaders());
const policy = headers.get('Content-Security-Policy') ?? '';
const directives = new Map(policy.split('; ').map((directive) => directive.split(/ (.*)/s) as [string, string]));

test('the headers are complete', () => {
  const wanted = {
    'Strict-Transport-Security': /max-age=(?:3153600\d|[4-9]\d{7})/,
    'X-Content-Type-Options': /^nosniff$/,
    'X-Frame-Options': /^DENY$/,
    'Referrer-Policy': /^strict-origin-when-cross-origin$/,
    'Permissions-Policy': /camera=\(\).*payment=\(\)/,
    'Cross-Origin-Opener-Policy': /^same-origin$/,
    'Cross-Origin-Resource-Policy': /^same-origin$/,
  };
  for (const [name, value] of Object.entries(wanted)) expect(headers.get(name), name).toMatch(value);
});

test('the policy blocks inline scripts, eval, and other hosts', () => {
  for (const name of ['object-src', 'frame-src', 'base-uri', 'form-action', 'frame-ancestors']) {
    expect(directives.get(name), name).toBe("'none'");
  }
  for (const name of ['default-src', 'connect-src']) expect(directives.get(name), name).toBe("'self'");
  const scripts = directives.get('script-src') ?? '';
  expect(scripts).toMatch(/^'self'( 'sha256-[\w+/=]+')+$/);
  // Styles of diagrams are the only thing that may be inline.
  const loose = [...directives].filter(([, sources]) => /'unsafe-|https?:|\*/.test(sources)).map(([name]) => name);
  expect(loose).toEqual(['style-src']);
});

test('the policy has the hash of every inline script, and no other', () => {
  const pages = pageFiles();
  const used = new Set(
    pages.flatMap((file) => findPolicyNeeds(file, readFileSync(path.join(buildFolder, file), 'utf8')).hashes),
  );
  console.log(`${used.size} inline scripts on ${pages.length} pages`);
  expect(pages.length).toBeGreaterThan(sitemapRoutes().length);
  expect(directives.get('script-src')?.split(' ').slice(1).sort()).toEqual([...used].sort());
});

test('fails the build for anything that a strict policy blocks, with file and reason', () => {
  const bad = {
    '<p onclick="x()">': /<p> runs a script from onclick/,
    '<img src=x onerror=alert(1)>': /<img> runs a script from onerror/,
    '<a href="javascript:alert(1)">x</a>': /runs a script from a URL/,
    '<a href=" java\nscript:alert(1)">x</a>': /runs a script from a URL/,
    '<script src="https://evil.example/x.js"></script>': /loads https:\/\/evil\.example\/x\.js from another host/,
    '<script src="//evil.example/x.js"></script>': /from another host/,
    '<link rel=stylesheet href="https://evil.example/x.css">': /from another host/,
    '<iframe src="https://evil.example"></iframe>': /from another host/,
  };
  for (const [html, reason] of Object.entries(bad)) {
    const create = () => createPolicy([findPolicyNeeds('docs/x/index.html', html)]);
    expect(create, html).toThrow(reason);
    expect(create, html).toThrow('docs/x/index.html: ');
  }
  expect(() => createPolicy([])).toThrow(/no page/);
});

test('the headers for nginx and for other hosts are the same', () => {
  const read = (file: string) => readFileSync(path.join(root, '.generated', 'deploy', file), 'utf8');
  expect(JSON.parse(read('headers.json'))).toEqual(Object.fromEntries(headers));
  const nginx = [...read('nginx-headers.conf').matchAll(/^add_header ([\w-]+) "([^"]*)" always;$/gm)];
  expect(nginx.map(([, name, value]) => [name, value])).toEqual([...headers]);
});
