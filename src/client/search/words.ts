/**
 * Words in the form that the search uses: identifiers split, endings removed, and synonyms that readers use. Pure
 * functions for the index, for queries, and for highlighting.
 */

/** Stop words, which don't help to find anything. */
const STOP_WORDS = new Set(
  (
    'a about after again all am an and any are as at be been before but by can could did do does doing done for from ' +
    'get gets got give gives giving had happen happens has have how i if in into is it its let like make me my need no of on one or our out please ' +
    'possible s should so some t that the their them then there these they this to too up use used using want wanted wants was we ' +
    'were what when where which while who why will with work works would you your'
  ).split(' '),
);

/**
 * Reader's word → the documentation's words. A word on the left also finds pages with the words on the right, ranked
 * slightly below pages with the reader's own word.
 */
const SYNONYMS: Readonly<Record<string, string>> = {
  '3d': '3ds',
  abort: 'cancel',
  add: 'create',
  annual: 'year interval',
  annually: 'year interval',
  answer: 'response',
  auth: 'authentication authenticate',
  authenticated: 'authentication',
  authorization: 'authentication',
  back: 'return refund',
  band: 'tier',
  bill: 'invoice',
  // The API spells it `bilingCycle`.
  billing: 'biling',
  bounce: 'declined',
  break: 'pause',
  bring: 'reactivate',
  buy: 'order',
  buyer: 'customer',
  callback: 'webhook',
  chargeback: 'dispute',
  cheaper: 'downgrade',
  checkout: 'framepay form',
  client: 'customer',
  cliff: 'jump',
  colleague: 'teammate permit',
  compromised: 'rotate',
  configure: 'set',
  conflict: '409',
  coupon: 'price',
  csp: 'policy',
  cvc: 'verification',
  cvv: 'verification',
  cycle: 'interval',
  daily: 'day',
  deadline: 'due',
  decline: 'declined',
  declined: 'fail fails',
  default: 'primary',
  discount: 'price',
  dunning: 'delinquency delinquent unpaid renewal',
  duplicate: 'repeat deduplication',
  edit: 'update upsert change',
  end: 'cancel',
  endpoint: 'destination',
  envelope: 'wrapper',
  erase: 'delete',
  expensive: 'upgrade',
  expired: 'expiration',
  expiry: 'expiration expire',
  fail: 'declined',
  failed: 'declined',
  find: 'list',
  forbidden: '403',
  forgot: 'retrieve',
  free: 'trial',
  freeze: 'pause',
  frequency: 'interval',
  genuine: 'authenticate',
  higher: 'upgrade',
  hold: 'pause authorization authorize',
  holiday: 'pause',
  idempotency: 'repeating deduplication idempotent',
  idempotent: 'repeating deduplication idempotency',
  import: 'migrate migrating',
  install: 'load',
  installed: 'load',
  invite: 'colleague permit',
  javascript: 'framepay',
  late: 'due',
  leaked: 'rotate',
  log: 'logged store',
  login: 'authentication session',
  lookup: 'list',
  lose: 'retrieve',
  lost: 'retrieve',
  lower: 'downgrade',
  match: 'reconcile',
  merchant: 'organization',
  method: 'instrument',
  migrate: 'change',
  migration: 'migrate',
  modify: 'update change',
  money: 'amount refund',
  monthly: 'interval recurring month',
  move: 'change upgrade',
  notification: 'webhook event',
  notify: 'webhook event',
  overdue: 'delinquent due',
  pagination: 'pages offset',
  paging: 'pages offset',
  pan: 'primaryAccountNumber',
  permission: 'permit 403',
  portal: 'session permit',
  postback: 'webhook',
  production: 'live',
  prorate: 'prorata',
  proration: 'prorata',
  psd2: '3ds strong',
  purchase: 'order',
  quarterly: 'month interval',
  query: 'list',
  receipt: 'invoice',
  reconciliation: 'reconcile',
  record: 'object',
  recurring: 'interval',
  refused: 'declined',
  regenerate: 'rotate',
  rejected: 'declined',
  remedy: 'fix',
  remind: 'reminder',
  remove: 'delete',
  renew: 'renewal',
  reopen: 'reactivate',
  repeat: 'retry retries duplicate',
  replace: 'update change',
  reply: 'response',
  reservation: 'authorization',
  reserve: 'authorize',
  response: 'reply',
  restart: 'reactivate',
  resubscribe: 'reactivate',
  results: 'response list pagination',
  resume: 'reactivate pause',
  retry: 'repeat repeats repeating again',
  revoke: 'delete rotate',
  rhythm: 'interval',
  roll: 'rotate',
  sandbox: 'test',
  save: 'store create',
  sca: '3ds strong customer authentication',
  schedule: 'interval',
  sdk: 'framepay',
  search: 'list',
  seat: 'quantity',
  secure: '3ds',
  sell: 'order product',
  settlement: 'proration',
  setup: 'set register',
  sign: 'authenticate',
  signature: 'authenticate',
  skip: 'pause',
  spoof: 'authenticate',
  staff: 'colleague permit',
  stolen: 'rotate',
  stop: 'cancel',
  subscriber: 'customer subscription',
  suspend: 'pause',
  swap: 'change',
  switch: 'change upgrade downgrade',
  take: 'collect',
  teammate: 'colleague permit',
  temporal: 'temporary',
  terminate: 'cancel',
  throttle: '429',
  timestamp: 'time',
  timezone: 'zone',
  totalcount: 'pagination',
  traps: 'mistakes',
  trust: 'authenticate',
  twice: 'repeat deduplication idempotency',
  unauthorized: '401',
  undo: 'reactivate',
  unprocessable: '422',
  unsubscribe: 'cancel',
  user: 'colleague permit',
  vacation: 'pause',
  validate: 'authenticate',
  vat: 'tax',
  verify: 'authenticate',
  void: 'voided',
  wallet: 'express',
  weekly: 'week',
  widget: 'framepay',
  winback: 'reactivate',
  yearly: 'year interval',
};

/** Removes endings, so that `charges`, `charged`, and `charging` match. Keeps identifiers unchanged. */
export function stem(word: string): string {
  let result = word.replace(/^(\d+)(st|nd|rd|th)$/, '$1');
  // Keep joined identifiers: `subscription-canceled` is not `subscription-cancellations`.
  if (/\d/.test(result) || result.length < 4 || result.length > 15) return result;
  if (/(ss|us|is)$/.test(result)) return result;
  if (result.endsWith('ies') && result.length > 4) result = `${result.slice(0, -3)}y`;
  else if (/(ches|shes|sses|xes)$/.test(result)) result = result.slice(0, -2);
  else if (result.endsWith('s')) result = result.slice(0, -1);
  if (/(ation|ations)$/.test(result) && result.length > 9) result = result.replace(/ation$/, '');
  if (result.endsWith('ing') && result.length > 5) result = result.slice(0, -3);
  else if (result.endsWith('ed') && result.length > 4) result = result.slice(0, -2);
  if (result.length > 4 && /([bdfglmnprt])\1$/.test(result)) result = result.slice(0, -1);
  if (result.length > 4 && result.endsWith('e')) result = result.slice(0, -1);
  return result;
}

/**
 * The words of a text. `proRataCredit` returns itself and its three parts; `dispute-created` returns itself, as one
 * word, and its two parts.
 */
export function wordsOf(text: string): string[] {
  const result: string[] = [];
  for (const piece of text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .split(/[^A-Za-z0-9_.-]+/)) {
    const parts = piece
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
      .split(/[^A-Za-z0-9]+/)
      .filter((part) => part !== '')
      .map((part) => part.toLowerCase());
    if (parts.length > 1) result.push(parts.join(''));
    result.push(...parts);
  }
  return result;
}

const others = new Map(Object.entries(SYNONYMS).map(([word, list]) => [stem(word), list.split(' ').map(stem)]));

/** A word as indexed, or nothing for a stop word. */
export function termOf(word: string): string | null {
  return STOP_WORDS.has(word) ? null : stem(word);
}

/** A concept of a query: the reader's word as typed and as indexed, and its synonyms. */
export interface Concept {
  readonly word: string;
  readonly term: string;
  readonly others: readonly string[];
}

/** The concepts of a query. A query of only stop words is used as is. */
export function conceptsOf(query: string): Concept[] {
  const all = [...new Set(wordsOf(query))];
  const telling = all.filter((word) => !STOP_WORDS.has(word));
  const words = telling.length > 0 ? telling : all;
  const seen = new Set<string>();
  return words.flatMap((word): Concept[] => {
    const term = stem(word);
    if (seen.has(term)) return [];
    seen.add(term);
    return [{ word, term, others: (others.get(term) ?? []).filter((other) => other !== term) }];
  });
}
