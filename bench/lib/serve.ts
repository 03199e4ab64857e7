/** Serves a built site like a static host with compression: gzip, clean URLs, and content types. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** Returns the file of a built site for a URL path, or undefined if there is none. */
export function findFile(folder: string, pathname: string): string | undefined {
  const file = path.join(folder, decodeURIComponent(pathname));
  return [file, `${file}.html`, path.join(file, 'index.html')].find(
    (name) => existsSync(name) && statSync(name).isFile(),
  );
}

/** A running server. */
export interface Served {
  readonly origin: string;
  readonly close: () => void;
}

/**
 * Serves a folder on a free port.
 *
 * @param folder - Folder of a built site.
 * @param change - Changes the HTML of each page before it is sent.
 */
export async function serve(folder: string, change = (html: string): string => html): Promise<Served> {
  const ready = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const file = findFile(folder, new URL(request.url ?? '/', 'http://localhost').pathname);
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    let body = ready.get(file);
    if (body === undefined) {
      const content = readFileSync(file);
      body = gzipSync(file.endsWith('.html') ? change(content.toString()) : content);
      ready.set(file, body);
    }
    const type = types[path.extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip', 'content-length': body.length });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    origin: `http://localhost:${String((server.address() as AddressInfo).port)}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
