/**
 * A request as a JavaScript module for Node.js, made by httpsnippet's clients of `fetch` and, for a body that people can
 * read, of `XMLHttpRequest`. The library's reading of the response is replaced by ours.
 */
import { API_VARIABLE, splitVariables, splitPath, type SampleRequest } from './request';
import { RUN_WHAT_IS_PRINTED, Snippet, splitAt } from './snippet';

const IDENTIFIER = /^[A-Za-z_]\w*$/;

/** A text within quotes or backquotes, without them. */
function inside(text: string, escaped: RegExp): string {
  return JSON.stringify(text).slice(1, -1).replace(/\\"/g, '"').replace(escaped, '\\$&');
}

function string(text: string): string {
  const parts = splitVariables(text);
  const [first] = parts;
  if (parts.length === 1 && first?.variable) return `process.env.${first.variable}`;
  if (!parts.some(({ variable }) => variable)) return `'${inside(text, /'/g)}'`;
  const written = parts.map(({ text: literal, variable }) => {
    if (!variable) return inside(literal ?? '', /`|\$\{/g);
    return variable === API_VARIABLE ? '${api}' : `\${process.env.${variable}}`;
  });
  return `\`${written.join('')}\``;
}

export function javascript(request: SampleRequest, host: string): string {
  const snippet = new Snippet(request);
  const call = 'const response = await fetch(url, {...options, signal: AbortSignal.timeout(30_000)});';
  let [code] = splitAt(snippet.code('javascript', 'fetch'), 'try {\n  const response = await fetch(url, options);');
  if (request.body !== undefined) {
    // The client of fetch writes the body as one long text, the other one as an object.
    const [, rest] = splitAt(snippet.code('javascript', 'xhr'), 'const data = ');
    const [body] = splitAt(rest, ';\n\nconst xhr');
    // Texts with apostrophes are marks by now.
    code = code.replace(/\bbody: '[^']*'/, () => `body: ${body.replaceAll('\n', '\n  ')}`);
  }
  const reading = {
    json: ['const data = await response.json();', 'console.log(data);'],
    file: [`await writeFile('${request.file}', Buffer.from(await response.arrayBuffer()));`],
    headers: [`console.log(response.headers.get('${request.header}'));`],
    status: ['console.log(response.status);'],
  }[request.response];
  const saved = request.save.map(([name, path]) => {
    const value = splitPath(path)
      .map((part) =>
        typeof part === 'number' ? `[${part}]` : IDENTIFIER.test(part) ? `.${part}` : `[${string(part)}]`,
      )
      .join('');
    return `console.log(\`export ${name}=\${quoted(data${value})}\`);`;
  });
  return [
    ...(request.response === 'file' ? ["import { writeFile } from 'node:fs/promises';", ''] : []),
    `const api = process.env.${API_VARIABLE} ?? '${host}';`,
    `${snippet.fill(code, string)}${call}`,
    'if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);',
    '',
    ...reading,
    ...(saved.length > 0
      ? [
          '',
          `// ${RUN_WHAT_IS_PRINTED}`,
          `const quoted = (value) => \`'\${String(value).replaceAll("'", "'\\\\''")}'\`;`,
          ...saved,
        ]
      : []),
  ].join('\n');
}
