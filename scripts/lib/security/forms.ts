/**
 * The same headers, cache rules and redirects in the forms that servers and static hosts take. `DEPLOY.md` says which
 * file goes where. Every function is pure: headers in, the file's content out.
 */
import { cacheControl, type Header } from './headers';

/** Where a form goes: into the site itself, or beside it for whoever sets up the server. */
export interface Form {
  readonly place: 'site' | 'deploy';
  readonly file: string;
  readonly content: string;
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const asObject = (headers: readonly Header[]) => Object.fromEntries(headers);
const asPairs = (headers: readonly Header[]) => headers.map(([key, value]) => ({ key, value }));

const assets: Header = ['Cache-Control', cacheControl.assets];
const pages: Header = ['Cache-Control', cacheControl.pages];

/** nginx: included by `deploy/nginx/pai-docs.conf`. Dollar signs would be variables; no header has one. */
function nginx(headers: readonly Header[]): string {
  const lines = headers.map(([name, value]) => {
    if (/["\\$]/.test(value)) {
      throw new Error(`Header ${name} has a character that nginx would read as its own: ${value}`);
    }
    return `add_header ${name} "${value}" always;`;
  });
  return `# Made by the build; belongs to the pages of the same build.\n${lines.join('\n')}\n`;
}

/** Netlify and Cloudflare Pages: `_headers`. Rules add up; pages keep the hosts' own cache rule (ask
 * every time), since two rules for one header would be joined. */
function headersFile(headers: readonly Header[]): string {
  const block = (path: string, entries: readonly Header[]) =>
    [path, ...entries.map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  return `${[block('/*', headers), block('/assets/*', [assets])].join('\n\n')}\n`;
}

/** Netlify and Cloudflare Pages: `_redirects`. Anything unknown is answered with `404.html` by the hosts themselves. */
const redirectsFile = '/index.html / 301\n';

function vercel(headers: readonly Header[]): string {
  return json({
    cleanUrls: true,
    outputDirectory: 'build',
    redirects: [{ source: '/:path*/index.html', destination: '/:path*/', permanent: true }],
    headers: [
      { source: '/((?!assets/).*)', headers: asPairs([...headers, pages]) },
      { source: '/assets/(.*)', headers: asPairs([...headers, assets]) },
    ],
  });
}

function firebase(headers: readonly Header[]): string {
  return json({
    hosting: {
      public: 'build',
      cleanUrls: true,
      ignore: ['**/.*', '_headers', '_redirects', 'staticwebapp.config.json'],
      headers: [
        { source: '**', headers: asPairs([...headers, pages]) },
        { source: '/assets/**', headers: asPairs([assets]) },
      ],
    },
  });
}

function azure(headers: readonly Header[]): string {
  return json({
    globalHeaders: asObject([...headers, pages]),
    routes: [{ route: '/assets/*', headers: asObject([assets]) }],
    responseOverrides: { '404': { rewrite: '/404.html', statusCode: 404 } },
    mimeTypes: { '.yaml': 'application/yaml', '.md': 'text/markdown; charset=utf-8' },
  });
}

/** Caddy: the whole server, as short as that. */
function caddy(headers: readonly Header[]): string {
  const lines = headers.map(([name, value]) => `\t\t${name} \`${value}\``).join('\n');
  return `# Made by the build; belongs to the pages of the same build.
{$SITE_ADDRESS:docs.pai.example} {
	root * {$SITE_ROOT:/srv/pai-docs/current}
	encode gzip zstd
	header {
${lines}
	}
	@assets path /assets/*
	@pages not path /assets/*
	header @assets Cache-Control "${cacheControl.assets}"
	header @pages Cache-Control "${cacheControl.pages}"
	@index path_regexp index ^(.*/)index\\.html$
	redir @index {re.index.1} 301
	try_files {path} {path}/index.html
	file_server {
		precompressed br gzip
	}
	handle_errors 404 {
		rewrite * /404.html
		file_server
	}
}
`;
}

/** CloudFront: a response headers policy for the distribution, as its API takes it. */
function cloudFront(headers: readonly Header[]): string {
  return json({
    Name: 'pai-docs-security-headers',
    CustomHeadersConfig: {
      Quantity: headers.length,
      Items: headers.map(([name, value]) => ({ Header: name, Value: value, Override: true })),
    },
  });
}

/** CloudFront: what a bucket cannot do itself. `/docs/api/errors` is the object `docs/api/errors/index.html`. */
const cloudFrontFunction = `function handler(event) {
  var request = event.request;
  var uri = request.uri;
  if (/\\/index\\.html$/.test(uri)) {
    return {
      statusCode: 301,
      statusDescription: 'Moved Permanently',
      // One slash only: an address that starts with two would lead to another host.
      headers: { location: { value: uri.replace(/index\\.html$/, '').replace(/^\\/+/, '/') } },
    };
  }
  var name = uri.substring(uri.lastIndexOf('/') + 1);
  if (name === '') {
    request.uri = uri + 'index.html';
  } else if (name.indexOf('.') < 0) {
    request.uri = uri + '/index.html';
  }
  return request;
}
`;

/** Hosts that send no headers of one's own (GitHub Pages, a bucket's own website). */
export function metaTag(policy: string): string {
  // Browsers ignore frame-ancestors here and say so in the console.
  const content = policy
    .split('; ')
    .filter((directive) => !directive.startsWith('frame-ancestors'))
    .join('; ');
  return `<meta http-equiv="Content-Security-Policy" content="${content.replaceAll('"', '&quot;')}">`;
}

/** All forms of the headers. */
export function formsOf(headers: readonly Header[]): Form[] {
  return [
    { place: 'site', file: '_headers', content: headersFile(headers) },
    { place: 'site', file: '_redirects', content: redirectsFile },
    { place: 'site', file: 'staticwebapp.config.json', content: azure(headers) },
    { place: 'deploy', file: 'nginx-headers.conf', content: nginx(headers) },
    { place: 'deploy', file: 'vercel.json', content: vercel(headers) },
    { place: 'deploy', file: 'firebase.json', content: firebase(headers) },
    { place: 'deploy', file: 'Caddyfile', content: caddy(headers) },
    { place: 'deploy', file: 'cloudfront-headers-policy.json', content: cloudFront(headers) },
    { place: 'deploy', file: 'cloudfront-function.js', content: cloudFrontFunction },
    { place: 'deploy', file: 'headers.json', content: json(asObject(headers)) },
  ];
}
