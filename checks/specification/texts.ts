/**
 * What Redocly can't check about the texts, because it doesn't look beside a `$ref`: that each field and enum value
 * has a description, and how long descriptions are. And that each file is used, and each event is in all lists of events.
 */
import path from 'node:path';
import { isMap, isPair, isScalar, isSeq, type Pair, visit } from 'yaml';
import type { Finding, Report } from '../../src/site/finding';
import { FORBIDDEN } from '../pages/density';
import { type Source, SpecificationSource } from '../../src/specification/source';

const OPERATION_WORDS = 60;
const FIELD_WORDS = 25;

/** The event type of an item of a list: itself, or by the file of its payload, such as `events/DisputeWonEvent.yaml`. */
const eventOf = (item: unknown): string =>
  isMap(item)
    ? path.posix
        .basename(String(item.get('$ref')), 'Event.yaml')
        .replace(/(?!^)[A-Z]/g, '-$&')
        .toLowerCase()
    : String(item);

const keyOf = (pair: Pair): string => (isScalar(pair.key) ? String(pair.key.value) : '');

/** Findings of one file, and the files that it refers to. */
function checkFile(source: Source, used: Set<string>): { findings: Finding[]; texts: number } {
  const findings: Finding[] = [];
  let texts = 0;
  const report = (node: unknown, message: string): void => {
    findings.push({ ...source.place(node), message });
  };
  const isExample = source.file.includes('/components/examples/');
  visit(source.document, {
    Pair(_, pair, ancestors) {
      const key = keyOf(pair);
      const { value } = pair;
      if (key === '$ref' && isScalar(value))
        used.add(path.posix.join(path.posix.dirname(source.file), String(value.value)));
      if (isExample && key === 'value') return visit.SKIP;
      const parents = ancestors.filter(isPair).map(keyOf);
      const isName = parents.at(-1) === 'properties' && parents.at(-2) !== 'properties';
      if (isName && !(isMap(value) && value.has('description'))) {
        report(pair.key, `"${key}" has no description; add one sentence that says what it means`);
      }
      const map = ancestors.at(-1);
      const sentences = isMap(map) ? map.get('x-enumDescriptions') : undefined;
      if (key === 'enum' && isSeq(value) && isMap(sentences)) {
        const values = value.items.filter(isScalar);
        for (const item of values.filter((name) => name.value !== null && !sentences.has(name)))
          report(item, `"${String(item.value)}" has no sentence in \`x-enumDescriptions\`; add one`);
        for (const sentence of sentences.items.filter(
          (each) => !values.some((item) => String(item.value) === keyOf(each)),
        ))
          report(sentence.key, `"${keyOf(sentence)}" isn't a value of \`enum\`; add it there, or remove the sentence`);
      }
      if (key === 'description' && !isName && isScalar(value) && parents.at(0) !== 'info') {
        texts += 1;
        const isOperation = /\/(paths|webhooks)\//.test(source.file) && parents.length === 1;
        const limit = isOperation ? OPERATION_WORDS : FIELD_WORDS;
        const words = String(value.value).split(/\s+/).filter(Boolean).length;
        if (words > limit) report(pair.key, `the description has ${words} words; write at most ${limit}`);
      }
      return undefined;
    },
  });
  source.text.split('\n').forEach((line, index) => {
    for (const [phrase] of line.matchAll(FORBIDDEN))
      findings.push({
        file: source.file,
        line: index + 1,
        message: `"${phrase}"; state what's certain, or leave it out`,
      });
  });
  return { findings, texts };
}

/** The lists that name every event. */
const EVENT_LISTS: [file: string, ...keys: string[]][] = [
  ['openapi.yaml', 'webhooks'],
  ['components/schemas/enums/WebhookEventType.yaml', 'enum'],
  ['components/schemas/WebhookEvent.yaml', 'oneOf'],
  ['components/schemas/WebhookEvent.yaml', 'discriminator', 'mapping'],
];

/** Finds events that a list lacks, and another list has. */
function checkEvents(sources: readonly Source[]): Finding[] {
  const lists = EVENT_LISTS.map(([name, ...keys]) => {
    const source = sources.find(({ file }) => file.endsWith(`/${name}`));
    const node = source?.document.getIn(keys, true);
    const items = isMap(node) ? node.items.map(keyOf) : isSeq(node) ? node.items.map(eventOf) : [];
    return { place: source?.place(node) ?? { file: name, line: 1 }, key: keys.join('.'), events: new Set(items) };
  });
  const all = [...new Set(lists.flatMap(({ events }) => [...events]))];
  return lists.flatMap(({ place, key, events }) =>
    all
      .filter((event) => !events.has(event))
      .map((event) => ({ ...place, message: `\`${key}\` lacks the event "${event}"; add it` })),
  );
}

/**
 * Checks the texts of a specification.
 *
 * @param folder - Its folder.
 */
export function checkTexts(folder: string): Report {
  const sources = new SpecificationSource(folder).list();
  const used = new Set<string>();
  const reports = sources.map((source) => checkFile(source, used));
  const unused = sources
    .filter(({ file }) => !used.has(file) && !file.endsWith('/openapi.yaml'))
    .map(({ file }) => ({ file, line: 1, message: 'no other file refers to this one; remove it, or add the `$ref`' }));
  return {
    findings: [...reports.flatMap(({ findings }) => findings), ...unused, ...checkEvents(sources)],
    counts: { files: sources.length, descriptions: reports.reduce((sum, { texts }) => sum + texts, 0) },
  };
}
