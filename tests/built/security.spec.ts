/** The strict headers that the site is built with: what they allow, and that every form of them says the same. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@playwright/test';
import { createForms } from '../../scripts/lib/security/forms';
import { contentSecurityPolicy, policyNeeds } from '../../scripts/lib/security/policy';
import { parsedFile, pageFiles } from '../support/html';
import { buildFolder, root, sitemapRoutes } from '../support/routes';
import { builtHeaders } from '../support/site';

const headers = new Map(builtHeaders());
const policy = headers.get('Content-Security-Policy') ?? '';
const directives = new Map(
  policy.split('; ').map((directive) => {
    const [name = '', ...sources] = directive.split(' ');
    return [name, sources];
  }),
);

test('the policy blocks inline scripts, eval, and other hosts', () => {
  const allowed = [...directives].flatMap(([name, sources]) => sources.map((source) => `${name} ${source}`));
  expect(allowed.length).toBeGreaterThan(10);
  // Firefox holds prefetches against `default-src`; what no page uses is closed by name.
  expect(directives.get('default-src')).toEqual(["'self'"]);
  for (const name of ['object-src', 'frame-src', 'media-src']) expect(directives.get(name), name).toEqual(["'none'"]);
  for (const name of ['script-src', 'script-src-attr', 'connect-src', 'base-uri', 'form-action', 'frame-ancestors']) {
    expect(directives.has(name), name).toBe(true);
  }
  const loose =
    /'unsafe-eval'|'wasm-unsafe-eval'|'unsafe-hashes'|'strict-dynamic'|https?:|\*|^(?!style-).*'unsafe-inline'/;
  expect(allowed.filter((entry) => loose.test(entry))).toEqual([]);
  // Words that must be found, to know that the pattern can fail.
  for (const bad of ["script-src 'unsafe-inline'", "script-src 'unsafe-eval'", 'img-src https:', 'connect-src *']) {
    expect(bad).toMatch(loose);
  }
});

test('the policy contains the hash of every inline script, and no other hashes', () => {
  const used = new Set<string>();
  const missing: string[] = [];
  let scripts = 0;
  const pages = pageFiles();
  for (const file of pages) {
    const document = parsedFile(file);
    for (const element of document('script:not([src]):not([type="application/ld+json"])').toArray()) {
      const hash = `'sha256-${createHash('sha256')
        .update(document(element).html() ?? '')
        .digest('base64')}'`;
      scripts += 1;
      used.add(hash);
      if (directives.get('script-src')?.includes(hash) !== true) missing.push(`${file}: ${hash}`);
    }
  }
  console.log(`${scripts} inline scripts on ${pages.length} pages, ${used.size} different`);
  expect(pages.length).toBeGreaterThan(sitemapRoutes().length);
  expect(missing).toEqual([]);
  expect(directives.get('script-src')).toHaveLength(used.size + 1);
});

test('fails the build for anything that a strict policy blocks, with file and reason', () => {
  const bad = {
    '<p onclick="x()">': /runs a script from an attribute/,
    '<img src=x onerror=alert(1)>': /<img onerror> runs a script/,
    '<a href="javascript:alert(1)">x</a>': /runs a script from a URL/,
    '<a href=" java\nscript:alert(1)">x</a>': /runs a script from a URL/,
    '<script src="https://evil.example/x.js"></script>': /loads https:\/\/evil\.example\/x\.js from another host/,
    '<script src="//evil.example/x.js"></script>': /from another host/,
    '<link rel=stylesheet href="https://evil.example/x.css">': /from another host/,
    '<iframe src="https://evil.example"></iframe>': /from another host/,
  };
  for (const [html, reason] of Object.entries(bad)) {
    const needs = policyNeeds({ file: 'docs/x/index.html', html });
    expect(needs.problems.join(), html).toMatch(reason);
    expect(() => contentSecurityPolicy([needs], { inlineStyles: false }), html).toThrow(/docs\/x\/index\.html/);
  }
  expect(() => contentSecurityPolicy([], { inlineStyles: false })).toThrow(/contains no page/);
  console.log(`${Object.keys(bad).length} hostile pages`);
});

test('all header formats are valid and contain the same policy', () => {
  const deploy = path.join(root, '.generated', 'deploy');
  const files = [
    ...['_headers', 'staticwebapp.config.json'].map((file) => path.join(buildFolder, file)),
    ...readdirSync(deploy)
      .filter((file) => file !== 'cloudfront-function.js')
      .map((file) => path.join(deploy, file)),
  ];
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const plain = file.endsWith('.json') ? JSON.stringify(JSON.parse(text)) : text;
    for (const [name, value] of headers) {
      expect(plain.includes(value), `${file}: ${name}`).toBe(true);
    }
  }
  console.log(`${files.length} forms, ${headers.size} headers each`);
  expect(files.length).toBeGreaterThan(6);
  expect(createForms([...headers]).map((form) => form.file)).toContain('cloudfront-function.js');
});

test('the CloudFront function rewrites and redirects, but never to another host', () => {
  const source = readFileSync(path.join(root, '.generated', 'deploy', 'cloudfront-function.js'), 'utf8');
  type Answer = { uri?: string; statusCode?: number; headers?: { location: { value: string } } };
  const handler = runInNewContext(`${source}; handler`) as (event: { request: { uri: string } }) => Answer;
  const ask = (uri: string) => {
    const answer = handler({ request: { uri } });
    return answer.statusCode === undefined ? answer.uri : `${answer.statusCode} ${answer.headers?.location.value}`;
  };
  expect(ask('/docs/api/errors')).toBe('/docs/api/errors/index.html');
  expect(ask('/api/')).toBe('/api/index.html');
  expect(ask('/openapi.yaml')).toBe('/openapi.yaml');
  expect(ask('/docs/api/errors/index.html')).toBe('301 /docs/api/errors/');
  expect(ask('//evil.example/index.html')).toBe('301 /evil.example/');
});
