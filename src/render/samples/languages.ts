/** One printer per language. To add a language, write its printer here, and its row in `src/page/languages.ts`. */
import type { SampleLanguage } from '../../page/languages';
import { escapeJson, joinParts, jsonStyle, printValue, type Style } from './print';
import { listVariables, type SampleRequest, splitPath, splitVariables } from './request';

/** The files of a client that identifies itself with a certificate (mutual TLS). */
const [CERTIFICATE, KEY] = ['client.pem', 'client.key'];

/** The comment above lines that print variables for the next step. */
const RUN_WHAT_IS_PRINTED = 'Run the printed commands in your shell before the next step.';

const hasVariables = (text: string): boolean => splitVariables(text).some(({ variable }) => variable !== undefined);

/** A path into a response: the same in JavaScript, Python, and PHP, but for the way to write one step of it. */
const access = (path: string, step: (part: string | number) => string): string => splitPath(path).map(step).join('');

function curl({ method, url, headers, certificate, body, response, save, file }: SampleRequest): string {
  const escape = (text: string, special: RegExp): string =>
    splitVariables(text)
      .map(({ text: literal, variable }, index, parts) => {
        if (variable === undefined) return literal.replace(special, '\\$&');
        // A name that runs into letters needs braces.
        return /^\w/.test(parts[index + 1]?.text ?? '') ? `\${${variable}}` : `$${variable}`;
      })
      .join('');
  const word = (text: string): string => `"${escape(text, /[\\"`$]/g)}"`;
  const isImplied = method === 'GET' || (method === 'POST' && body !== undefined);
  const lines = [
    `curl ${isImplied ? '' : `-X ${method} `}${word(url)}`,
    ...(certificate ? [`--cert ${CERTIFICATE} --key ${KEY}`] : []),
    ...headers.map(([name, value]) => `-H ${word(`${name}: ${value}`)}`),
    ...(response === 'file' ? [`-o ${file}`] : response === 'headers' ? ['-i'] : []),
  ];
  const keep = save.length > 0 ? ' | tee response.json' : '';
  let command = lines.join(' \\\n  ');
  if (body === undefined) command += keep;
  else if (hasVariables(JSON.stringify(body))) {
    // The shell fills in variables in a here-document.
    const json = printValue(
      body,
      jsonStyle((text) => escape(escapeJson(text), /[\\`$]/g)),
    );
    command += ` \\\n  -d @- <<EOF${keep}\n${json}\nEOF`;
  } else {
    const json = printValue(
      body,
      jsonStyle((text) => joinParts(escapeJson(text), String, String, '')),
      '  ',
    );
    command += ` \\\n  -d '${json.replaceAll("'", `'\\''`)}'${keep}`;
  }
  const exports = save.map(([name, path]) => {
    const filter = access(path, (part) => (typeof part === 'number' ? `[${part}]` : `.${part}`));
    return `export ${name}="$(jq -r '${filter}' response.json)"`;
  });
  return [command, ...(exports.length > 0 ? ['', ...exports] : [])].join('\n');
}

function javascript(request: SampleRequest): string {
  const { method, url, headers, body, response, save, file, header } = request;
  const single = (text: string): string => `'${escapeJson(text).replace(/\\"/g, '"').replace(/'/g, "\\'")}'`;
  const text = (value: string): string => {
    const parts = splitVariables(value);
    if (!hasVariables(value)) return single(parts[0]?.text ?? '');
    if (parts.length === 1) return parts[0]?.variable ?? '';
    const inside = (literal: string): string =>
      escapeJson(literal)
        .replace(/\\"/g, '"')
        .replace(/`|\$(?=\{)/g, '\\$&');
    return `\`${joinParts(value, inside, (name) => `\${${name}}`, '')}\``;
  };
  // The bare name would set the prototype.
  const key = (name: string): string =>
    `${name === '__proto__' ? "['__proto__']" : /^[A-Za-z_]\w*$/.test(name) ? name : text(name)}: `;
  const style: Style = { text, key, object: ['{', '}'], padding: ' ', lastComma: ',', indent: '  ' };
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(headers.length > 0 ? [`headers: ${printValue(Object.fromEntries(headers), style, '  ')},`] : []),
    ...(body === undefined ? [] : [`body: JSON.stringify(${printValue(body, style, '  ')}),`]),
  ];
  const [first = ''] = options;
  const isShort = options.length === 1 && !first.includes('\n');
  const call = options.length === 0 ? '' : isShort ? `{ ${first.slice(0, -1)} }` : `{\n  ${options.join('\n  ')}\n}`;
  const data = save.length > 0 ? 'const data = await response.json();\nconsole.log(data);' : '';
  return [
    ...(response === 'file' ? ["import { writeFile } from 'node:fs/promises';", ''] : []),
    `const { ${listVariables(request).join(', ')} } = process.env;`,
    '',
    `const url = ${text(url)};`,
    ...(request.certificate
      ? ['// Send your client certificate with the option "dispatcher": an Agent of the package undici.']
      : []),
    `const response = await fetch(url${call && `, ${call}`});`,
    'if (!response.ok) throw new Error(await response.text());',
    {
      json: data || 'console.log(await response.json());',
      file: `await writeFile('${file}', Buffer.from(await response.arrayBuffer()));`,
      headers: `console.log(response.headers.get('${header}'));`,
      status: 'console.log(response.status);',
    }[response],
    ...(save.length > 0 ? ['', `// ${RUN_WHAT_IS_PRINTED}`] : []),
    ...save.map(([name, path]) => {
      const value = access(path, (part) => (typeof part === 'number' ? `[${part}]` : `.${part}`));
      return `console.log(\`export ${name}='\${data${value}}'\`);`;
    }),
  ].join('\n');
}

function python({ method, url, headers, certificate, body, response, save, file, header }: SampleRequest): string {
  const environment = (name: string, quote: string): string => `environ[${quote}${name}${quote}]`;
  const text = (value: string): string => {
    const parts = splitVariables(value);
    // JSON's escapes are Python's as well.
    if (!hasVariables(value)) return JSON.stringify(parts[0]?.text ?? '');
    if (parts.length === 1) return environment(parts[0]?.variable ?? '', '"');
    const inside = (literal: string): string => escapeJson(literal).replace(/[{}]/g, '$&$&');
    return `f"${joinParts(value, inside, (name) => `{${environment(name, "'")}}`, '')}"`;
  };
  const style: Style = {
    text,
    key: (name) => `${text(name)}: `,
    object: ['{', '}'],
    padding: '',
    lastComma: ',',
    indent: '    ',
    words: { null: 'None', true: 'True', false: 'False' },
  };
  // The package sets this header itself.
  const own = headers.filter(([name, value]) => name !== 'Content-Type' || value !== 'application/json');
  const options = [
    ...(own.length > 0 ? [`headers=${printValue(Object.fromEntries(own), style, '    ')},`] : []),
    ...(body === undefined ? [] : [`json=${printValue(body, style, '    ')},`]),
    ...(certificate ? [`cert=("${CERTIFICATE}", "${KEY}"),`] : []),
  ];
  const call = options.length > 0 ? `\n    url,\n    ${options.join('\n    ')}\n` : 'url';
  const reading = {
    json: save.length > 0 ? ['data = response.json()', 'print(data)'] : ['print(response.json())'],
    file: [`with open("${file}", "wb") as file:`, '    file.write(response.content)'],
    headers: [`print(response.headers["${header}"])`],
    status: ['print(response.status_code)'],
  }[response];
  return [
    'from os import environ',
    ...(save.length > 0 ? ['from shlex import quote'] : []),
    '',
    'import requests',
    '',
    `url = ${text(url)}`,
    `response = requests.${method.toLowerCase()}(${call})`,
    'response.raise_for_status()',
    ...reading,
    ...(save.length > 0 ? ['', `# ${RUN_WHAT_IS_PRINTED}`] : []),
    ...save.map(([name, path]) => {
      const value = access(path, (part) => `[${typeof part === 'number' ? part : `'${part}'`}]`);
      return `print(f"export ${name}={quote(str(data${value}))}")`;
    }),
  ].join('\n');
}

function php({ method, url, headers, certificate, body, response, save, file }: SampleRequest): string {
  const single = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
  const text = (value: string): string => joinParts(value, single, (name) => `getenv('${name}')`, ' . ');
  const style: Style = {
    text,
    key: (name) => `${text(name)} => `,
    object: ['[', ']'],
    emptyObject: 'new stdClass()',
    padding: '',
    lastComma: ',',
    indent: '    ',
  };
  const options = [
    ...(method === 'GET' ? [] : [`CURLOPT_CUSTOMREQUEST => '${method}',`]),
    ...(headers.length > 0
      ? [
          `CURLOPT_HTTPHEADER => ${printValue(
            headers.map(([name, value]) => `${name}: ${value}`),
            style,
            '    ',
          )},`,
        ]
      : []),
    ...(body === undefined ? [] : [`CURLOPT_POSTFIELDS => json_encode(${printValue(body, style, '    ')}),`]),
    ...(certificate ? [`CURLOPT_SSLCERT => '${CERTIFICATE}',`, `CURLOPT_SSLKEY => '${KEY}',`] : []),
    ...(response === 'file' ? [`CURLOPT_FILE => fopen('${file}', 'w'),`] : []),
    ...(response === 'headers' ? ['CURLOPT_HEADER => true,'] : []),
    ...(save.length > 0 ? ['CURLOPT_RETURNTRANSFER => true,'] : []),
  ];
  return [
    '<?php',
    '',
    `$curl = curl_init(${text(url)});`,
    ...(options.length > 0 ? ['curl_setopt_array($curl, [', ...options.map((option) => `    ${option}`), ']);'] : []),
    ...(save.length > 0
      ? ['$data = json_decode(curl_exec($curl), true);', 'print_r($data);', '', `// ${RUN_WHAT_IS_PRINTED}`]
      : ['curl_exec($curl);']),
    ...(response === 'status' ? ['echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE);'] : []),
    ...save.map(([name, path]) => {
      const value = access(path, (part) => `[${typeof part === 'number' ? part : single(part)}]`);
      return `echo 'export ${name}=' . escapeshellarg($data${value}) . PHP_EOL;`;
    }),
  ].join('\n');
}

function go({ method, url, headers, certificate, body, response, save, file, header }: SampleRequest): string {
  const environment = (name: string): string => `os.Getenv("${name}")`;
  // A raw string can't contain a backquote.
  const raw = (text: string): string => `\`${text.replaceAll('`', '` + "`" + `')}\``;
  const json = body === undefined ? undefined : printValue(body, jsonStyle(escapeJson));
  const unless = ['\tif err != nil {', '\t\tpanic(err)', '\t}'];
  const reading = {
    json: save.length > 0 ? ['var data map[string]any', 'json.NewDecoder(response.Body).Decode(&data)'] : undefined,
    file: [`file, err := os.Create("${file}")`, ...unless.map((line) => line.slice(1)), 'io.Copy(file, response.Body)'],
    headers: [`fmt.Println(response.Header.Get("${header}"))`],
    status: ['fmt.Println(response.Status)'],
  }[response] ?? ['io.Copy(os.Stdout, response.Body)'];
  const saved = save.map(([name, path]) => {
    const value = splitPath(path).map((part, index) => {
      const type = typeof part === 'number' ? '[]any' : 'map[string]any';
      return `${index > 0 ? `.(${type})` : ''}[${JSON.stringify(part)}]`;
    });
    return `fmt.Printf("export ${name}='%v'\\n", data${value.join('')})`;
  });
  const lines = [...reading, ...(saved.length > 0 ? [`// ${RUN_WHAT_IS_PRINTED}`, ...saved] : [])];
  const uses = (name: string): boolean => lines.some((line) => line.includes(`${name}.`));
  const imports = [
    'net/http',
    'os',
    ...(body === undefined ? [] : ['strings']),
    ...(certificate ? ['crypto/tls'] : []),
  ];
  imports.push(...['fmt', 'io'].filter(uses), ...(uses('json') ? ['encoding/json'] : []));
  return [
    'package main',
    '',
    'import (',
    ...imports.sort().map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    `\turl := ${joinParts(url, (text) => JSON.stringify(text), environment, ' + ')}`,
    ...(json === undefined ? [] : [`\tbody := strings.NewReader(${joinParts(json, raw, environment, ' + ')})`]),
    `\trequest, err := http.NewRequest("${method}", url, ${json === undefined ? 'nil' : 'body'})`,
    ...unless,
    ...(certificate
      ? [
          `\tcertificate, err := tls.LoadX509KeyPair("${CERTIFICATE}", "${KEY}")`,
          ...unless,
          '\tconfig := &tls.Config{Certificates: []tls.Certificate{certificate}}',
          '\thttp.DefaultTransport.(*http.Transport).TLSClientConfig = config',
        ]
      : []),
    ...headers.map(([name, value]) => {
      const text = joinParts(value, (part) => JSON.stringify(part), environment, '+');
      return `\trequest.Header.Set("${name}", ${text})`;
    }),
    '\tresponse, err := http.DefaultClient.Do(request)',
    ...unless,
    '\tdefer response.Body.Close()',
    ...lines.map((line) => `\t${line}`),
    '}',
  ].join('\n');
}

/** Prints a request in each language. */
export const PRINTERS: Record<SampleLanguage, (request: SampleRequest) => string> = {
  curl,
  javascript,
  python,
  php,
  go,
};
