/**
 * A request as a Go program with the standard library, made by httpsnippet. The address of the API, the imports and what
 * is done with the response are ours.
 */
import { API_VARIABLE, splitVariables, splitPath, type SampleRequest } from './request';
import { RUN_WHAT_IS_PRINTED, Snippet, splitAt } from './snippet';

/** A text as an expression; gofmt wants no spaces around the sign where an argument is one of several. */
function expression(text: string, literal: (text: string) => string, plus = ' + '): string {
  return splitVariables(text)
    .map(({ text: part, variable }) => {
      if (!variable) return literal(part ?? '');
      return variable === API_VARIABLE ? 'api' : `os.Getenv("${variable}")`;
    })
    .join(plus);
}

/** A text over several lines. A raw string cannot hold a backquote. */
function raw(text: string): string {
  return `\`${text.replaceAll('`', '` + "`" + `')}\``;
}

function fieldName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replace(/Id$/, 'ID');
}

function goName(name: string): string {
  return name === 'id' ? 'ID' : fieldName(name);
}

interface Shape {
  list?: Shape;
  fields: Map<string, Shape>;
}

function createShape(paths: string[]): Shape {
  const root: Shape = { fields: new Map() };
  for (const path of paths) {
    let current = root;
    for (const part of splitPath(path)) {
      if (typeof part === 'number') current = current.list ??= { fields: new Map() };
      else {
        const next: Shape = current.fields.get(part) ?? { fields: new Map() };
        current.fields.set(part, next);
        current = next;
      }
    }
  }
  return root;
}

function printStruct(shape: Shape, indent: string): string {
  if (shape.list) return `[]${printStruct(shape.list, indent)}`;
  if (shape.fields.size === 0) return 'string';
  const inner = `${indent}\t`;
  const width = Math.max(...[...shape.fields.keys()].map((name) => goName(name).length));
  const single = [...shape.fields.values()].every((entry) => entry.fields.size === 0 && !entry.list);
  const lines = [...shape.fields].map(
    ([name, entry]) =>
      `${inner}${single ? goName(name).padEnd(width) : goName(name)} ${printStruct(entry, inner)} \`json:"${name}"\`\n`,
  );
  return `struct {\n${lines.join('')}${indent}}`;
}

/** What the sample does with the response, which is in the variable `body`. */
function reading(request: SampleRequest): string[] {
  const lines = {
    json: ['fmt.Println(string(body))'],
    file: [`if err := os.WriteFile("${request.file}", body, 0o600); err != nil {`, '\tpanic(err)', '}'],
    headers: [`fmt.Println(res.Header.Get("${request.header}"))`],
    status: ['fmt.Println(res.Status)'],
  }[request.response];
  if (request.save.length === 0) return lines;
  const saved = request.save.map(([name, path]) => {
    const value = splitPath(path)
      .map((part) => (typeof part === 'number' ? `[${part}]` : `.${goName(part)}`))
      .join('');
    return `fmt.Println("export ${name}=" + quoted(saved${value}))`;
  });
  return [
    ...lines,
    '',
    `var saved ${printStruct(createShape(request.save.map(([, path]) => path)), '\t')}`,
    'if err := json.Unmarshal(body, &saved); err != nil {',
    '\tpanic(err)',
    '}',
    'quoted := func(value string) string {',
    `\treturn "'" + strings.ReplaceAll(value, "'", \`'\\''\`) + "'"`,
    '}',
    `// ${RUN_WHAT_IS_PRINTED}`,
    ...saved,
  ];
}

export function go(request: SampleRequest, host: string): string {
  const snippet = new Snippet(request);
  const [, afterImports] = splitAt(
    snippet.code('go', 'native', { checkErrors: true, timeout: 30 }),
    'func main() {\n\n',
  );
  const [program] = splitAt(afterImports, '\n\n\tfmt.Println(res)');
  // The library writes the client over several lines, and converts its timeout.
  const client = '\tclient := http.Client{\n\t\tTimeout: time.Duration(30 * time.Second),\n\t}\n\n';
  const setup = splitAt(program, client).join('\tclient := &http.Client{Timeout: 30 * time.Second}\n');
  // The library writes the body as one line with escapes: here it is a raw string over several lines.
  const readable = setup.replace(/(strings\.NewReader\()("(?:\\.|[^"\\\n])*")/, (_, start: string, body: string) => {
    const json = snippet.fill(JSON.parse(body) as string, (text) => JSON.stringify(text), `(")(MARK)"`);
    return `${start}${expression(json, raw)}`;
  });
  const fill = (part: string, plus?: string): string =>
    snippet.fill(part, (text) => expression(text, (literal) => JSON.stringify(literal), plus));
  const code = fill(
    readable.replace(/req\.Header\.Add\(.*\)/g, (line) => fill(line, '+')).replaceAll('\n\n\tif err', '\n\tif err'),
  );

  const imports = ['io', 'net/http', 'os', 'time'];
  if (request.response !== 'file') imports.push('fmt');
  if (request.save.length > 0) imports.push('encoding/json');
  if (request.body !== undefined || request.save.length > 0) imports.push('strings');
  return [
    'package main',
    '',
    'import (',
    ...imports.sort().map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    `\tapi := os.Getenv("${API_VARIABLE}")`,
    '\tif api == "" {',
    `\t\tapi = "${host}"`,
    '\t}',
    code,
    '\tif res.StatusCode >= 400 {',
    '\t\tpanic(res.Status + " " + string(body))',
    '\t}',
    '',
    ...reading(request).map((line) => line && `\t${line}`),
    '}',
  ].join('\n');
}
