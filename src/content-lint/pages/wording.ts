/**
 * Words and phrases that readers' texts don't use (STYLEGUIDE.md). Some are errors; the others have a recorded number
 * that can only go down, so that a text that is rewritten never falls back.
 */
import type { Finding, Report } from '../../coverage/finding';
import type { Area, Text } from './texts';

/** A phrase to avoid. */
interface Phrase {
  /** Its name in `wording-counts.json`. */
  readonly name: string;
  readonly phrase: RegExp;
  readonly advice: string;
}

/** Recorded numbers: by area and phrase, and clauses about what isn't documented by file. */
export interface WordingCounts {
  readonly phrases: Readonly<Record<Area, Readonly<Record<string, number>>>>;
  readonly undocumented: Readonly<Record<string, number>>;
  /** Clauses on the built site, and operation pages that have more than one; `tests/site` measures them. */
  readonly site: { readonly clauses: number; readonly operations: number };
}

export const WORDING_COUNTS = 'src/content-lint/pages/wording-counts.json';

/** Most clauses of a page about what isn't documented. */
const UNDOCUMENTED_PER_PAGE = 2;

/** Words that were never allowed. */
const BANNED: readonly Phrase[] = [
  {
    name: 'belittling',
    phrase: /\b(simply|just|easy|easily|obviously|please)\b/gi,
    advice: "it doesn't help readers whose request failed; leave it out",
  },
  {
    name: 'British spelling',
    phrase: /\b(cancelled|cancelling)\b/gi,
    advice: 'write "canceled" and "canceling"; put field names such as `cancelledAt` in code style',
  },
  { name: 'unfinished', phrase: /\b(TODO|FIXME|lorem ipsum)\b/gi, advice: 'finish the sentence or remove it' },
];

const VERBS_BEFORE_IF =
  'says?|said|tells?|told|shows?|decides?|specif(?:y|ies)|indicates?|checks?|asks?|sees?|knows?|determines?|find out|tries|learn';

/** Phrases that are wrong wherever they appear. */
const ERRORS: readonly Phrase[] = [
  {
    name: 'stands',
    phrase: /\b(?:stands?|stood|standing)\b(?! (?:in for|out))/gi,
    advice: 'say that it is, appears in, or is listed in',
  },
  { name: 'reply', phrase: /\b(?:reply|replies|replied|replying)\b/gi, advice: 'write "response"' },
  {
    name: 'by itself',
    phrase: /\bby (?:itself|themselves)\b|\bon (?:its|their) own\b/gi,
    advice: 'write "automatically" or "alone"',
  },
  { name: 'at once', phrase: /\bat once\b/gi, advice: 'write "immediately" or "at the same time"' },
  { name: 'anew', phrase: /\banew\b/gi, advice: 'write "again", "new", or the verb with "re-"' },
  {
    name: 'somebody',
    phrase: /\b(?:somebody|whoever|whomever|anybody|everybody)\b/gi,
    advice: 'write "someone" or "anyone who"',
  },
  {
    name: 'present, former',
    phrase: /\b(?:the|its|your|their|a|an) present (?!\b(?:in|on|at|if|when|only|and|or)\b)\w+|\bformer\b/gi,
    advice: 'write "current" or "previous"',
  },
  { name: 'what becomes of', phrase: /\bwhat (?:becomes|became) of\b/gi, advice: 'write "what happens to"' },
  {
    name: 'by for over',
    phrase: /\bby (?:HTTPS?|TLS|the API|API|POST|GET|PUT|webhook|e-?mail|wire)\b/g,
    advice: 'write "over HTTPS", "through the API", or "with"',
  },
  {
    name: 'if for whether',
    phrase: new RegExp(`\\b(?:${VERBS_BEFORE_IF}) if\\b`, 'gi'),
    advice: 'write "whether"',
  },
  { name: 'rhythm', phrase: /\brhythms?\b/gi, advice: 'write "billing interval"' },
  {
    name: 'use this to',
    phrase: /\buse this (?:call|operation|endpoint|method|request) to\b|^specifies (?:if|whether|the)\b/gim,
    advice: 'start with the verb or the noun: "Creates a customer."',
  },
];

/** Phrases that are wrong most of the time: their numbers can only go down. */
const COUNTED: readonly Phrase[] = [
  { name: 'say, tell', phrase: /\b(?:says?|said|tells?|told)\b/gi, advice: 'write "shows", "indicates", or "see"' },
  {
    name: 'answer',
    phrase: /\banswer(?:s|ed|ing)?\b/gi,
    advice: 'write "response", "returns", or "responds with"',
  },
  {
    name: 'call as a noun',
    phrase:
      /\b(?:an?|the|this|that|each|every|any|no|one|two|three|which|per|same|all|first|second|next|other|more|these|those|its|of|for|subscription|create|update|delete|list) calls?\b|\bcalls (?:that|of|for|which|to|and|or|are|is)\b/gi,
    advice: 'write "request", "endpoint", or "operation"',
  },
  {
    name: 'the API has no',
    phrase: /\bthe API (?:has no|does not have|doesn't have|knows no)\b/gi,
    advice: 'write "You can\'t … through the API"',
  },
  {
    name: 'make',
    phrase: /\b(?:makes?|making|made)\b(?! sure)/gi,
    advice: 'write "create", "generate", or "issue"',
  },
  {
    name: 'hold',
    phrase: /\b(?:holds?|held|holding)\b/gi,
    advice: 'write "contain", "include", or "can be up to"',
  },
  { name: 'may', phrase: /\bmay\b/g, advice: 'write "can" (permission) or "might" (possibility)' },
  {
    name: 'of its own',
    phrase: /\bof (?:its|your|their|his|her|our|my) own\b/gi,
    advice: 'write "own", "separate", or "custom"',
  },
  { name: 'record', phrase: /\brecords?\b(?! (?:the|it|a|an|what|this|in)\b)/gi, advice: 'write "object"' },
  { name: 'identifier', phrase: /\bidentifiers?\b/gi, advice: 'write "ID"' },
  {
    name: 'old terms',
    phrase:
      /\b(?:buyers?|envelopes?|the provider|the platform|temporal keys?|read again|legal persons?|rows?\b(?= of the table)|webhook address(?:es)?|means of payment|in words|worked example)\b/gi,
    advice: 'see the table of terms in STYLEGUIDE.md',
  },
  { name: 'refuse', phrase: /\brefus(?:e|es|ed|ing|al|als)\b/gi, advice: 'write "decline", "reject", or "fail"' },
];

/** Clauses that admit a gap, in any wording. */
const UNDOCUMENTED = new RegExp(
  [
    "(?:does|do|did)(?:n't| not) (?:specify|document|define|describe|publish|state|promise)",
    "(?:is|are|was|were|be)(?:n't| not| nowhere)(?: (?:publicly|further|yet))? (?:specified|documented|defined|described|published|stated|known)",
    '(?:unspecified|undocumented(?! (?:behavior|status))|undefined behavior)',
    'not (?:specified|documented|part of the API contract)',
    '(?:is|are|remains?) (?:unknown|left open|not known)',
    'no (?:page|numbers?|rules?|formula) (?:is|are) published',
    'leaves? (?:it )?open',
  ]
    .map((part) => `\\b${part}\\b`)
    .join('|'),
  'gi',
);

/**
 * Finds the clauses of a text that admit a gap of the API contract, in any wording.
 *
 * @param text - Prose without code.
 * @returns The clauses as written.
 */
export function findUndocumented(text: string): string[] {
  return [...text.matchAll(UNDOCUMENTED)].map(([found]) => found);
}

const AREAS: readonly Area[] = ['pages', 'specification', 'interface'];

/** Where phrases were found: `area/name` with the findings. */
function findPhrases(texts: readonly Text[], phrases: readonly Phrase[]): Map<string, Finding[]> {
  const found = new Map<string, Finding[]>();
  for (const { file, line, text, area } of texts) {
    for (const { name, phrase, advice } of phrases) {
      for (const [match] of text.matchAll(phrase)) {
        const key = `${area}/${name}`;
        const list = found.get(key) ?? [];
        list.push({ file, line, message: `"${match}": ${advice}` });
        found.set(key, list);
      }
    }
  }
  return found;
}

/** Clauses about what isn't documented by file of a page. */
function countUndocumented(texts: readonly Text[]): Map<string, Finding[]> {
  const found = new Map<string, Finding[]>();
  for (const { file, line, text, area } of texts) {
    if (area !== 'pages') continue;
    // The title of the note that collects the gaps of a page is not a gap.
    if (text.trim() === 'Not documented') continue;
    for (const clause of findUndocumented(text)) {
      const list = found.get(file) ?? [];
      list.push({ file, line, message: `"${clause}"` });
      found.set(file, list);
    }
  }
  return found;
}

/**
 * Counts the phrases and clauses as they are, for the file of recorded numbers.
 *
 * @param texts - Everything that readers see.
 * @param recorded - The numbers recorded so far; no number of the result is higher.
 * @returns The numbers to record. A phrase or page without any is left out.
 */
export function lowerCounts(texts: readonly Text[], recorded?: WordingCounts): WordingCounts {
  const found = findPhrases(texts, [...ERRORS, ...COUNTED]);
  const phrases = Object.fromEntries(
    AREAS.map((area) => [
      area,
      Object.fromEntries(
        [...ERRORS, ...COUNTED].flatMap(({ name }) => {
          const count = found.get(`${area}/${name}`)?.length ?? 0;
          const lowest = recorded ? Math.min(count, recorded.phrases[area][name] ?? 0) : count;
          return lowest === 0 ? [] : [[name, lowest]];
        }),
      ),
    ]),
  ) as Record<Area, Record<string, number>>;
  const undocumented = Object.fromEntries(
    [...countUndocumented(texts)].flatMap(([file, { length }]) => {
      const lowest = recorded ? Math.min(length, recorded.undocumented[file] ?? UNDOCUMENTED_PER_PAGE) : length;
      return lowest <= UNDOCUMENTED_PER_PAGE ? [] : [[file, lowest]];
    }),
  );
  return { phrases, undocumented, site: recorded?.site ?? { clauses: 0, operations: 0 } };
}

/**
 * Checks the wording of pages for banned words, whatever was recorded.
 *
 * @param texts - Everything that readers see.
 * @returns A finding for each banned word of a page.
 */
function checkBanned(texts: readonly Text[]): Finding[] {
  return [
    ...findPhrases(
      texts.filter(({ area }) => area === 'pages'),
      BANNED,
    ).values(),
  ].flat();
}

/**
 * Checks the wording of everything that readers see against the style guide and the recorded numbers.
 *
 * @param texts - Everything that readers see.
 * @param recorded - The numbers that can only go down.
 * @returns A finding for each banned word, for each phrase that appears more often than recorded, and for each page that
 *   admits more gaps than it may.
 */
export function checkWording(texts: readonly Text[], recorded: WordingCounts): Report {
  const findings = checkBanned(texts);
  const counts: Record<string, number> = {
    'texts of pages': 0,
    'texts of the specification': 0,
    'texts of the interface': 0,
  };
  for (const { area } of texts) {
    const key = area === 'pages' ? 'texts of pages' : `texts of the ${area}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  for (const [key, found] of findPhrases(texts, [...ERRORS, ...COUNTED])) {
    const [area, name] = key.split('/') as [Area, string];
    const allowed = recorded.phrases[area][name] ?? 0;
    if (found.length <= allowed) continue;
    const surplus =
      allowed === 0
        ? ''
        : `; "${name}" appears ${found.length} times in the ${area}, and the recorded number is ${allowed}; rewrite as many as you added`;
    findings.push(...found.map((finding) => ({ ...finding, message: finding.message + surplus })));
  }
  for (const [file, found] of countUndocumented(texts)) {
    const allowed = Math.max(recorded.undocumented[file] ?? 0, UNDOCUMENTED_PER_PAGE);
    if (found.length <= allowed) continue;
    findings.push(
      ...found.map((finding) => ({
        ...finding,
        message: `${finding.message}: the page has ${found.length} clauses about what isn't documented; keep ${allowed}, and move what concerns many endpoints to "Undocumented behavior" in docs/api/introduction.mdx`,
      })),
    );
  }
  return { findings, counts };
}

/** Names of all phrases, to find numbers that belong to none. */
export const PHRASES: readonly string[] = [...ERRORS, ...COUNTED].map(({ name }) => name);
