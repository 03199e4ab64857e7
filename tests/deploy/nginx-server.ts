/** Starts a real nginx with the site's configuration over a copy of the built site. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/lib/free-port';
import { findProgram, programFile } from '../../scripts/lib/programs.cjs';
import { buildFolder, root } from '../support/routes';

export interface Nginx {
  readonly port: number;
  /** Folder of the releases; `current` in it is the link that a deploy switches. */
  readonly folder: string;
  readonly stop: () => Promise<void>;
}

/** The configuration as it is delivered, with its three places outside of it moved into the test's folder. */
function moveConfiguration(folder: string, port: number): string {
  const places: [string, string][] = [
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['root /srv/pai-docs/current;', `root ${folder}/current;`],
    ['/etc/nginx/snippets/pai-docs-headers.conf', path.join(root, '.generated', 'deploy', 'nginx-headers.conf')],
  ];
  let text = readFileSync(path.join(root, 'deploy', 'nginx', 'pai-docs.conf'), 'utf8');
  for (const [from, to] of places) {
    if (text.split(from).length !== 2) throw new Error(`deploy/nginx/pai-docs.conf: "${from}" must stand there once.`);
    text = text.replace(from, to);
  }
  return text;
}

/**
 * @param compressed folders and files of the site that `npm run precompress` is run on
 * @throws if nginx refuses the configuration or does not come up, with its words
 */
export async function startNginx(compressed: readonly string[]): Promise<Nginx> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pai-docs-nginx-'));
  chmodSync(folder, 0o755);
  cpSync(buildFolder, path.join(folder, 'one'), { recursive: true });
  symlinkSync('one', path.join(folder, 'current'));
  for (const part of compressed) {
    const args = [programFile('tsx'), 'scripts/precompress.mts', path.join(folder, 'one', part)];
    execFileSync(process.execPath, args, { cwd: root });
  }
  const port = await freePort();
  writeFileSync(path.join(folder, 'pai-docs.conf'), moveConfiguration(folder, port));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/tmp-${kind};`)
    .join('\n');
  const configuration = path.join(folder, 'nginx.conf');
  writeFileSync(
    configuration,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr warn;
    events { worker_connections 1024; }
    http { access_log off; ${temporary} include ${folder}/pai-docs.conf; }`,
  );
  const program = findProgram('nginx');
  if (program === undefined) throw new Error('This test starts nginx. Install it (Debian: nginx-light).');
  const server = spawn(program, ['-c', configuration, '-p', folder, '-e', 'stderr']);
  let said = '';
  server.stderr.on('data', (data: Buffer) => (said += data.toString()));
  const ended = once(server, 'exit');
  while (!(await ask(port, '/').catch(() => undefined))) {
    if (server.exitCode !== null) throw new Error(`nginx did not start:\n${said}`);
  }
  return {
    port,
    folder,
    stop: async () => {
      server.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** An answer, as it came over the line. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Asks for a path just as it is written: nothing is cleaned up or decoded on the way. */
export function ask(
  port: number,
  asked: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path: asked, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    call.on('error', reject);
    call.end();
  });
}
