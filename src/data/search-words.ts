/** Words that readers search with: the ones that find nothing, and the ones that the documentation spells differently. */

/** Stop words, which don't help to find anything. `haven` and the like are what's left of `haven't`. */
export const STOP_WORDS = new Set(
  (
    'a about after again all am an and any are aren as at be been before between but by can could did didn do ' +
    'does doesn doing don done for from get gets give gives giving got had hadn happen happens has hasn have ' +
    'haven how i if in into is isn it its let like make me my need no not of on one or our out please possible s ' +
    'should so some someone something t that the their them then there these they this to too up use used ' +
    'using want wanted wants was wasn we were weren what when where which while who why will with work works ' +
    'would you your'
  ).split(' '),
);

/**
 * The documentation's word → readers' words for it. A reader's word also finds pages with the documentation's word, ranked
 * slightly below pages with their own.
 */
export const SYNONYMS: Readonly<Record<string, string>> = {
  '3ds': '3d sca psd2 secure',
  '401': 'unauthorized',
  '403': 'forbidden permission',
  '409': 'conflict',
  '422': 'unprocessable',
  amount: 'cents money price',
  authenticate: 'auth genuine sign signature spoof verify',
  authentication: 'auth login signin',
  authorization: 'hold reservation reserve',
  // The API spells it `bilingCycle`.
  biling: 'billing',
  cancel: 'abort end stop terminate unsubscribe',
  change: 'edit modify move replace swap',
  collect: 'charge',
  create: 'add make save',
  customer: 'buyer client subscriber user',
  declined: 'bounce decline fail failed refused rejected',
  deduplication: 'duplicate twice idempotency',
  delete: 'erase remove revoke',
  dispute: 'chargeback',
  downgrade: 'cheaper lower',
  framepay: 'checkout javascript sdk widget',
  idempotency: 'duplicate repeat twice',
  instrument: 'method',
  interval: 'annual annually cycle frequency monthly quarterly recurring schedule weekly yearly',
  invoice: 'bill receipt',
  list: 'find lookup query search',
  live: 'production',
  migrate: 'import migration',
  month: 'monthly quarterly',
  object: 'record',
  order: 'buy purchase sell',
  organization: 'merchant seller',
  pagination: 'pages paging results totalcount',
  pause: 'break freeze hold holiday resume skip suspend vacation',
  payout: 'fee settlement',
  permit: 'colleague invite staff teammate',
  primary: 'default',
  // The API spells it `proRataCredit`.
  proratacredit: 'prorate proration',
  reactivate: 'bring reopen restart resubscribe resume undo winback',
  reconcile: 'accounting bookkeeping match reconciliation',
  refund: 'back money return',
  reminder: 'remind',
  retry: 'again repeat',
  retrieve: 'forgot lose lost',
  rotate: 'compromised regenerate roll stolen',
  sandbox: 'mock',
  tax: 'vat',
  test: 'sandbox',
  tier: 'band',
  trial: 'free',
  unpaid: 'delinquent dunning overdue',
  upgrade: 'expensive higher seat switch',
  verification: 'cvc cvv',
  void: 'cancel',
  wallet: 'express',
  webhook: 'callback notification notify postback',
  year: 'annual annually yearly',
};
