/**
 * A request as a Python 3 script with the `requests` package, made by httpsnippet. A time limit, the check of the status
 * and what is done with the response are ours.
 */
import type { JsonValue } from '../../description/types';
import { API_VARIABLE, splitVariables, splitPath, type SampleRequest } from './request';
import { RUN_WHAT_IS_PRINTED, Snippet, indented, splitAt } from './snippet';

function string(text: string): string {
  const parts = splitVariables(text);
  const [first] = parts;
  if (parts.length === 1 && first?.variable) return `os.environ["${first.variable}"]`;
  // JSON's escapes are Python's as well, but for pairs of surrogates, which JSON.stringify does not write.
  if (!parts.some(({ variable }) => variable)) return JSON.stringify(text);
  const written = parts.map(({ text: literal, variable }) => {
    if (!variable)
      return JSON.stringify(literal ?? '')
        .slice(1, -1)
        .replace(/[{}]/g, '$&$&');
    return variable === API_VARIABLE ? '{api}' : `{os.environ['${variable}']}`;
  });
  return `f"${written.join('')}"`;
}

/** Texts with brackets, which `spread` must not take for structure. */
function isWrong(value: JsonValue): boolean {
  return typeof value === 'string' && /[{}[\]]/.test(value);
}

/** Each entry of a body on a line of its own: the library crams dictionaries of one entry and lists into one line. */
function spread(code: string): string {
  const lines = code
    .replace(/^querystring = .*$/m, (line) => line.replace(/(["\]][:,])(?=["[])/g, '$1 '))
    .replace(/\{ (?=")/g, '{\n')
    .replace(/(?<=\S) \}/g, '\n}')
    .replace(/\[\{/g, '[\n{')
    .replace(/\}\]/g, '}\n]')
    .replace(/\}, \{/g, '},\n{');
  return indented(lines, '    ');
}

export function python(request: SampleRequest, host: string): string {
  const snippet = new Snippet(request, { isWrong });
  const [, afterImports] = splitAt(snippet.code('python', 'requests'), 'import requests\n\n');
  const [code] = splitAt(afterImports, ')\n\nprint(response.json())');
  const reading = {
    json: ['data = response.json()', 'print(data)'],
    file: [`with open("${request.file}", "wb") as file:`, '    file.write(response.content)'],
    headers: [`print(response.headers["${request.header}"])`],
    status: ['print(response.status_code)'],
  }[request.response];
  const saved = request.save.map(([name, path]) => {
    const value = splitPath(path)
      .map((part) => (typeof part === 'number' ? `[${part}]` : `['${part}']`))
      .join('');
    return `print(f"export ${name}={shlex.quote(str(data${value}))}")`;
  });
  return [
    'import os',
    ...(saved.length > 0 ? ['import shlex'] : []),
    '',
    'import requests',
    '',
    `api = os.environ.get("${API_VARIABLE}", "${host}")`,
    `${snippet.fill(spread(code), string)}, timeout=30)`,
    'response.raise_for_status()',
    '',
    ...reading,
    ...(saved.length > 0 ? ['', `# ${RUN_WHAT_IS_PRINTED}`, ...saved] : []),
  ].join('\n');
}
