/**
 * Highlighted code as lines that wrap well: each line is an element that hangs what it wraps by four characters more than
 * its own indent, short strings stay whole, and long ones break at the parts of an address. The text itself stays as it is.
 */

/** The deepest indent that the style sheet has a class for, and the longest string that always fits into a line. */
const DEEPEST = 8;
const LONGEST_WHOLE = 30;
const TAB_SIZE = 4;

/** A string with the variables in it. */
const STRING = /<span class="token string">((?:[^<\n]|<span class="token \w+">[^<\n]*<\/span>)*)<\/span>/g;

/** An ID at the end of a line, such as a UUID: it moves to the next line in one piece if it fits into one. */
const LONG_ID = /<span class="token string">(?:&quot;|["'])[\w-]{31,40}(?:&quot;|["'])<\/span>,?(?=\n|$)/g;

/** The number of characters that a reader sees. */
const countCharacters = (html: string): number => html.replace(/<[^>]+>/g, '').replace(/&[\w#]+;/g, '_').length;

/** Marks a string that stays whole, and one without spaces, which breaks at the parts of an address only. */
function keepWhole(whole: string, inside: string): string {
  if (countCharacters(inside) <= LONGEST_WHOLE) return `<span class="token string keep">${inside}</span>`;
  const address = inside.replace(/(?<=[^\s/<])\/(?=[^\s/])/g, '<wbr>/').replace(/(?=\?|&amp;)/g, '<wbr>');
  if (/\s/.test(address.replace(/<[^>]+>/g, '')) || address === inside) return whole;
  // A part that is longer than a line, such as a token, breaks anywhere.
  const fits = address.split('<wbr>').every((part) => countCharacters(part) <= LONGEST_WHOLE);
  return `<span class="token string${fits ? ' keep' : ''}">${address}</span>`;
}

function lineClass(line: string): string {
  const [indent = ''] = /^[ \t]*/.exec(line.replace(/^(?:<[^>]+>)+/, '')) ?? [];
  const depth = Math.min(DEEPEST, indent.replaceAll('\t', ' '.repeat(TAB_SIZE)).length);
  return depth < 2 ? 'line' : `line in${depth - (depth % 2)}`;
}

/**
 * Wraps each line of highlighted code in an element. Spans that cross lines are closed and opened again.
 *
 * @param html - Escaped HTML from the highlighter.
 */
export function wrapLines(html: string): string {
  const open: string[] = [];
  const result: string[] = [];
  let line = '';
  const end = (): void => {
    result.push(`<span class="${lineClass(line)}">${line}${'</span>'.repeat(open.length)}\n</span>`);
    line = open.join('');
  };
  for (const part of html
    .replace(STRING, keepWhole)
    .replace(LONG_ID, '<span class="whole">$&</span>')
    .replace(
      /<span class="token keyword">export<\/span> (?:<[^>]+>)?[A-Z_]+(?:<\/span>)?/g,
      '<span class="keep">$&</span>',
    )
    .replace(/(?<=<\/span>)=([\w-]+)(?=\n|$)/g, '=<wbr><span class="whole">$1</span>')
    .replace(/ \\(?=\n)/g, '<span class="keep"> \\</span>')
    .split(/(<[^>]+>|\n)/)) {
    if (part === '\n') {
      end();
      continue;
    }
    if (part.startsWith('<span')) open.push(part);
    else if (part === '</span>') open.pop();
    line += part;
  }
  if (line !== '') end();
  return result.join('');
}
