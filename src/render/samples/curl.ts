/**
 * A request as a curl command for bash and zsh, made by httpsnippet. Variables stand in double quotes, or in the
 * here-document of a body; what follows the call is ours.
 */
import { API_VARIABLE, splitVariables, splitPath, type SampleRequest } from './request';
import { Snippet } from './snippet';

/** A word in double quotes. */
function quoted(text: string, host: string): string {
  const parts = splitVariables(text);
  const inside = parts.map(({ text: literal, variable }, index) => {
    if (!variable) return (literal ?? '').replace(/[\\"`$]/g, '\\$&');
    if (variable === API_VARIABLE) return `\${${variable}:-${host}}`;
    // A variable that runs into letters needs braces.
    return /^\w/.test(parts[index + 1]?.text ?? '') ? `\${${variable}}` : `$${variable}`;
  });
  return `"${inside.join('')}"`;
}

/** A JSON text in a here-document, where the shell fills in variables. */
function documentText(text: string): string {
  return splitVariables(JSON.stringify(text))
    .map(({ text: literal, variable }) => (variable ? `$${variable}` : (literal ?? '').replace(/[\\`$]/g, '\\$&')))
    .join('');
}

export function curl(request: SampleRequest, host: string): string {
  // For a body with an apostrophe the library writes a here-document: one around the marks makes it do so for them.
  const snippet = new Snippet(request, { around: "'" });
  const code = snippet.code('shell', 'curl', { prettifyJson: true });
  const bodyAt = code.indexOf('--data ');
  const timeout = ' \\\n  --max-time 30';
  const options = { file: ` \\\n  --output ${request.file}`, headers: ' \\\n  --include', json: '', status: '' };
  const head = snippet
    .fill(
      bodyAt < 0 ? code : code.slice(0, bodyAt),
      (text) => quoted(text, host),
      `('?)((?<=')[^'\\n]*MARK[^'\\n]*(?=')|https:\\/\\/MARK[^\\s']*)\\1`,
    )
    .replace(/^curl --request \w+/, `$&${timeout}${options[request.response]}`);
  const body = bodyAt < 0 ? '' : snippet.fill(code.slice(bodyAt), documentText, `("')(MARK)'"`);

  const keep = request.save.length > 0 ? ' | tee response.json' : '';
  const hasDocument = body.includes('<<EOF\n');
  const command = hasDocument ? `${head}${body.replace('<<EOF', `$&${keep}`)}` : `${head}${body}${keep}`;
  const saved = request.save.map(([name, path]) => {
    const filter = splitPath(path)
      .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
      .join('');
    return `export ${name}="$(jq --raw-output '${filter}' response.json)"`;
  });
  return [command, ...(saved.length > 0 ? ['', ...saved] : [])].join('\n');
}
