/**
 * A request as a PHP script with the curl extension, made by httpsnippet. The library's reading of the response is replaced
 * by ours.
 */
import type { JsonValue } from '../../description/types';
import { API_VARIABLE, splitVariables, splitPath, type SampleRequest } from './request';
import { RUN_WHAT_IS_PRINTED, Snippet, indented, splitAt } from './snippet';

const INDENT = '    ';

function single(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

function literal(text: string, value: JsonValue): string {
  if (typeof value === 'boolean') return text;
  if (typeof value !== 'string') return Array.isArray(value) ? '[]' : 'new stdClass()';
  return splitVariables(text)
    .map(({ text: part, variable }) => {
      if (!variable) return single(part ?? '');
      return variable === API_VARIABLE ? '$api' : `getenv('${variable}')`;
    })
    .join(' . ');
}

/** The library writes `null` for a truth value and an empty list for an object without fields. */
function isWrong(value: JsonValue): boolean {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}

export function php(request: SampleRequest, host: string): string {
  const snippet = new Snippet(request, { isWrong });
  const call = '$response = curl_exec($curl);';
  const [, afterTag] = splitAt(snippet.code('php', 'curl', { indent: INDENT }), '<?php\n\n');
  const [setup] = splitAt(afterTag, call);
  const header = `\nCURLOPT_HEADER => true,$&`;
  // The library doubles the indentation with each level.
  const code = indented(request.response === 'headers' ? setup.replace('\n]);', header) : setup, INDENT);
  const reading = {
    json: ['$data = json_decode($response, true);', 'print_r($data);'],
    file: [`file_put_contents('${request.file}', $response);`],
    headers: ['echo $response;'],
    status: ['echo $status;'],
  }[request.response];
  const saved = request.save.map(([name, path]) => {
    const value = splitPath(path)
      .map((part) => (typeof part === 'number' ? `[${part}]` : `[${single(part)}]`))
      .join('');
    return `echo 'export ${name}=' . escapeshellarg($data${value}) . PHP_EOL;`;
  });
  return [
    '<?php',
    '',
    `$api = getenv('${API_VARIABLE}') ?: '${host}';`,
    `${snippet.fill(code, literal)}${call}`,
    '$status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);',
    'if ($response === false || $status >= 400) {',
    '    throw new RuntimeException("$status $response" . curl_error($curl));',
    '}',
    '',
    ...reading,
    ...(saved.length > 0 ? ['', `// ${RUN_WHAT_IS_PRINTED}`, ...saved] : []),
  ].join('\n');
}
