/**
 * The example world: one merchant, Tidewick Coffee, with everything that happened in it, told once.
 *
 * Only what people did is written here: who bought what, when, with which card, what failed. Everything else that an
 * example shows (invoices, renewals, totals, taxes, revenue, next charges, reminders, statuses at a moment) is derived
 * from it in `timeline.ts` and put into the API's shapes in `objects.ts`.
 */
import type {
  CancellationFacts,
  CustomerFacts,
  DisputeFacts,
  InstrumentFacts,
  KeyFacts,
  OneTimeOrderFacts,
  PauseFacts,
  PlanFacts,
  ProductFacts,
  ReactivationFacts,
  RefundFacts,
  SubscriptionFacts,
  TokenFacts,
} from './types';

/** The present of all examples that name no other moment. */
export const NOW = '2026-11-20T12:00:00Z';

export const CURRENCY = 'USD';
export const GATEWAY = 'stripe';
/** Days between a renewal reminder and its renewal. */
export const REMINDER_DAYS = 7;
/** Seconds that an automatic charge takes. */
export const CHARGE_SECONDS = 5;

export const ACCOUNT = {
  id: '0b9f6a52-3c1d-4e87-a2f4-6d5e8c7b9a10',
  name: 'Tidewick Coffee',
  createdAt: '2026-01-12T09:00:00Z',
  activatedAt: '2026-01-12T09:20:00Z',
  secretChangedAt: '2026-04-10T08:10:00Z',
  secret: 'Tidewick-Roast-2026',
  newSecret: 'Tidewick-Grind-2026',
  webhookUrl: 'https://tidewick.example/hooks/pai',
} as const;

/** The key that the activation returns. */
export const API_KEY: KeyFacts = {
  id: 'key_7Hq2LsVd9TnX',
  createdAt: '2026-01-12T09:20:00Z',
};

/** The key that was created next, for one service. */
export const SERVICE_KEY: KeyFacts = {
  id: 'key_4Xw8RtQm2BvL',
  createdAt: '2026-01-12T09:25:00Z',
  rotatedAt: '2026-04-10T08:00:00Z',
};

export const ORGANIZATION = {
  id: '5f2b8c1e-7a94-4d3b-9c60-2e81f0a7d4b3',
  createdAt: '2026-01-12T09:30:00Z',
  registeredAt: '2026-01-12T09:45:00Z',
  name: 'Tidewick Coffee',
  website: 'https://tidewick.example',
  host: 'tidewick.example',
  country: 'US',
  workspace: 'tidewick-main',
  websiteId: 'web_3KpN8sYc',
  publishableKey: 'pk_sandbox_Tidewick3xample',
  taxNumber: 'WA-604-217-093',
  events: [
    'transaction-processed',
    'transaction-declined',
    'subscription-renewed',
    'subscription-canceled',
    'dispute-created',
  ],
  sandboxUrl: 'https://tidewick.example/hooks/pai-sandbox',
  sandboxEvents: ['transaction-processed', 'transaction-declined'],
} as const;

/** The merchant as invoices show it. */
export const SELLER = {
  name: 'Tidewick Coffee',
  email: 'office@tidewick.example',
  address: '5 Pier Street',
  city: 'Seattle',
  country: 'US',
  zip: '98104',
  phoneNumber: '2065550111',
  state: 'WA',
} as const;

export const SESSION_TOKEN = '3f8a1c5e9b7d2046f1e8a3c5d7b90264';

export const DESTINATION = {
  id: 'whd_TidewickMain',
  createdAt: '2026-01-12T10:00:00Z',
  url: 'https://tidewick.example/hooks/pai',
  username: 'pai-hooks',
  password: 'correct-horse-battery',
  newPassword: 'violet-harbor-lantern',
} as const;

/** Where PAI sends customers to pay or to confirm a payment. */
export const PAYMENT_PAGES = 'https://www.pai.example/pay/';
/** The merchant's page that customers come back to. */
export const RETURN_PAGE = 'https://tidewick.example/checkout/return';

export const CUSTOMERS: readonly CustomerFacts[] = [
  {
    id: 'cus_HanaSato',
    createdAt: '2026-01-24T17:30:00Z',
    firstName: 'Hana',
    lastName: 'Sato',
    email: 'hana@sato.example',
    address: { country: 'CA', city: 'Vancouver', region: 'BC', zip: 'V6B 1A1' },
    tags: [],
  },
  {
    id: 'cus_SamuelAdeyemi',
    createdAt: '2026-02-02T13:05:00Z',
    firstName: 'Samuel',
    lastName: 'Adeyemi',
    email: 'samuel@adeyemi.example',
    address: { country: 'US', city: 'Austin', region: 'TX', zip: '78701' },
    tags: [],
  },
  {
    id: 'cus_MayaLindqvist',
    createdAt: '2026-03-01T09:00:00Z',
    firstName: 'Maya',
    lastName: 'Lindqvist',
    email: 'maya@lindqvist.example',
    phoneNumber: '2065550100',
    address: {
      address1: '12 Harbor Lane',
      address2: 'Apt 4',
      country: 'US',
      city: 'Seattle',
      region: 'WA',
      zip: '98101',
    },
    tags: ['vip'],
    primaryInstrument: 'pin_MayaVisa1111',
  },
  {
    id: 'cus_ElenaPetrova',
    createdAt: '2026-04-18T08:45:00Z',
    firstName: 'Elena',
    lastName: 'Petrova',
    email: 'elena@petrova.example',
    address: { country: 'US', city: 'Denver', region: 'CO', zip: '80202' },
    tags: [],
  },
  {
    id: 'cus_JonasOkafor',
    createdAt: '2026-05-04T15:12:00Z',
    firstName: 'Jonas',
    lastName: 'Okafor',
    organization: 'Okafor Studio',
    email: 'jonas@okafor.example',
    phoneNumber: '3125550142',
    address: { address1: '88 Wells Street', country: 'US', city: 'Chicago', region: 'IL', zip: '60606' },
    tags: ['discounted'],
    primaryInstrument: 'pin_JonasMc4444',
  },
  {
    id: 'cus_GraceWhitfield',
    createdAt: '2026-06-21T19:10:00Z',
    firstName: 'Grace',
    lastName: 'Whitfield',
    organization: 'Whitfield Library',
    email: 'grace@whitfield.example',
    address: { country: 'US', city: 'Boise', region: 'ID', zip: '83702' },
    tags: [],
  },
  {
    id: 'cus_TomasRivera',
    createdAt: '2026-06-28T18:20:00Z',
    firstName: 'Tomás',
    lastName: 'Rivera',
    email: 'tomas@rivera.example',
    phoneNumber: '2065550177',
    address: { address1: '410 Alder Street', country: 'US', city: 'Seattle', region: 'WA', zip: '98104' },
    tags: [],
    primaryInstrument: 'pin_TomasMc5100',
  },
  {
    id: 'cus_TheoMarchand',
    createdAt: '2026-07-08T16:40:00Z',
    firstName: 'Théo',
    lastName: 'Marchand',
    email: 'theo@marchand.example',
    phoneNumber: '0472550123',
    language: 'fr',
    address: { address1: '7 Quai Tilsitt', country: 'FR', city: 'Lyon', zip: '69002' },
    tags: [],
    primaryInstrument: 'pin_TheoVisa1881',
  },
  {
    id: 'cus_LeilaHaddad',
    createdAt: '2026-09-20T11:45:00Z',
    firstName: 'ليلى',
    lastName: 'حداد',
    email: 'leila@haddad.example',
    address: { country: 'US', city: 'Dearborn', region: 'MI', zip: '48126' },
    tags: [],
    primaryInstrument: 'pin_LeilaVisa1881',
  },
  {
    id: 'cus_OskarLund',
    createdAt: '2026-10-04T08:20:00Z',
    firstName: 'Oskar',
    lastName: 'Lund',
    email: 'oskar@lund.example',
    phoneNumber: '6125550136',
    address: { address1: '29 Mill Road', country: 'US', city: 'Minneapolis', region: 'MN', zip: '55401' },
    tags: [],
    primaryInstrument: 'pin_OskarVisa1111',
  },
  {
    id: 'cus_PriyaRaman',
    createdAt: '2026-11-10T07:50:00Z',
    firstName: 'Priya',
    lastName: 'Raman',
    email: 'priya@raman.example',
    phoneNumber: '5035550158',
    address: { address1: '63 Alberta Street', country: 'US', city: 'Portland', region: 'OR', zip: '97211' },
    tags: [],
    primaryInstrument: 'pin_PriyaVisa1111',
  },
  {
    id: 'cus_AmaraDiallo',
    createdAt: '2026-11-16T13:50:00Z',
    firstName: 'Amara',
    lastName: 'Diallo',
    email: 'amara@diallo.example',
    address: { country: 'US', city: 'Atlanta', region: 'GA', zip: '30303' },
    tags: [],
  },
];

export const TOKEN: TokenFacts = {
  id: 'tok_5vXc0RmK2dQe',
  createdAt: '2026-03-01T09:04:00Z',
  expiresAt: '2026-03-01T09:34:00Z',
  card: { number: '4111111111111111', code: '123', month: 4, year: 2031 },
};

/** A token that nobody has used yet. */
export const NEW_TOKEN: TokenFacts = {
  id: 'tok_2mNb8QsV4hJw',
  createdAt: '2026-11-20T11:58:00Z',
  expiresAt: '2026-11-20T12:28:00Z',
  card: { number: '4111111111111111', code: '123', month: 4, year: 2031 },
};

export const TOKENS: readonly TokenFacts[] = [TOKEN, NEW_TOKEN];

export const INSTRUMENTS: readonly InstrumentFacts[] = [
  {
    id: 'pin_MayaVisa1111',
    customer: 'cus_MayaLindqvist',
    createdAt: '2026-03-01T09:05:00Z',
    card: { brand: 'Visa', lastFour: '1111', year: 2031, month: 4 },
  },
  {
    id: 'pin_MayaBank0532',
    customer: 'cus_MayaLindqvist',
    createdAt: '2026-03-02T17:40:00Z',
    bank: { name: 'Sound Harbor Bank', lastFour: '0532' },
  },
  {
    id: 'pin_JonasMc4444',
    customer: 'cus_JonasOkafor',
    createdAt: '2026-05-04T15:18:00Z',
    card: { brand: 'MasterCard', lastFour: '4444', year: 2029, month: 9 },
  },
  {
    id: 'pin_TomasMc5100',
    customer: 'cus_TomasRivera',
    createdAt: '2026-06-28T18:25:00Z',
    card: { brand: 'MasterCard', lastFour: '5100', year: 2028, month: 2 },
  },
  {
    id: 'pin_TheoVisa1881',
    customer: 'cus_TheoMarchand',
    createdAt: '2026-07-08T16:44:00Z',
    card: { brand: 'Visa', lastFour: '1881', year: 2030, month: 6 },
  },
  {
    id: 'pin_LeilaVisa1881',
    customer: 'cus_LeilaHaddad',
    createdAt: '2026-09-20T11:52:00Z',
    card: { brand: 'Visa', lastFour: '1881', year: 2029, month: 12 },
  },
  {
    id: 'pin_OskarVisa1111',
    customer: 'cus_OskarLund',
    createdAt: '2026-10-04T08:24:00Z',
    card: { brand: 'Visa', lastFour: '1111', year: 2026, month: 10 },
  },
  {
    id: 'pin_PriyaVisa1111',
    customer: 'cus_PriyaRaman',
    createdAt: '2026-11-10T07:55:00Z',
    card: { brand: 'Visa', lastFour: '1111', year: 2032, month: 1 },
  },
];

export const PRODUCTS: readonly ProductFacts[] = [
  {
    id: 'prd_BrewGuide',
    createdAt: '2026-01-20T09:00:00Z',
    name: 'Brew Guide Membership',
    unitLabel: 'seat',
    description: 'Brewing recipes and courses of Tidewick Coffee.',
    requiresShipping: false,
    options: [],
    accountingCode: '4010',
    creditAccount: '4010-membership-revenue',
    type: 'service',
    value: 'brew-guide',
    taxRate: 0,
  },
  {
    id: 'prd_HouseBlend',
    createdAt: '2026-01-20T09:05:00Z',
    name: 'House Blend Beans',
    unitLabel: 'bag',
    description: 'Whole beans of the house blend, roasted to order.',
    requiresShipping: true,
    options: ['color', 'size'],
    accountingCode: '4020',
    creditAccount: '4020-goods-revenue',
    type: 'good',
    value: 'house-blend',
    taxRate: 10,
  },
];

const BREW = 'prd_BrewGuide';
const BEANS = 'prd_HouseBlend';
const BANDS = 'The unit price falls from the 11th and from the 51st bag on.';

export const PLANS: readonly PlanFacts[] = [
  {
    id: 'pln_BrewMonthly',
    createdAt: '2026-01-20T10:00:00Z',
    product: BREW,
    name: 'Brew Guide Monthly',
    price: 29,
    formula: 'flat-rate',
    description: 'The Brew Guide, month by month.',
    richDescription: 'The Brew Guide, month by month. Fourteen days free, then 29.00 USD for each seat.',
    interval: { unit: 'month', length: 1, billingTiming: 'prepaid' },
    trial: { price: 0, period: { unit: 'day', length: 14 } },
  },
  {
    id: 'pln_BrewAnnual',
    createdAt: '2026-01-20T10:05:00Z',
    product: BREW,
    name: 'Brew Guide Annual',
    price: 290,
    formula: 'flat-rate',
    description: 'The Brew Guide, year by year.',
    richDescription: 'The Brew Guide, year by year: 290.00 USD for each seat.',
    interval: { unit: 'year', length: 1, billingTiming: 'prepaid' },
  },
  {
    id: 'pln_HouseBlendBag',
    createdAt: '2026-01-20T10:10:00Z',
    product: BEANS,
    name: 'House Blend, one bag',
    price: 18,
    formula: 'flat-rate',
    description: 'One bag of the house blend.',
    richDescription: 'One bag of the house blend, roasted to order.',
    productOptions: { color: 'black', size: '340 g' },
  },
  {
    id: 'pln_BrewTaster',
    createdAt: '2026-01-20T10:15:00Z',
    product: BREW,
    name: 'Brew Guide Taster',
    price: 0,
    formula: 'flat-rate',
    description: 'Two weeks of the Brew Guide.',
    richDescription: 'Two weeks of the Brew Guide, free of charge, with nothing billed afterward.',
    trial: { price: 0, period: { unit: 'day', length: 14 } },
    trialOnly: true,
  },
  {
    id: 'pln_CuppingClub',
    createdAt: '2026-08-03T09:00:00Z',
    product: BREW,
    name: 'Cupping Club',
    price: 45,
    formula: 'flat-rate',
    description: 'A guided tasting every month.',
    richDescription: 'A guided tasting every month. The first charge adds 20.00 USD for the tasting kit.',
    setupPrice: 20,
    interval: { unit: 'month', length: 1, billingTiming: 'prepaid' },
  },
  {
    id: 'pln_FirstOfMonth',
    createdAt: '2026-08-03T09:05:00Z',
    product: BEANS,
    name: 'Monthly Beans, on the first',
    price: 18,
    formula: 'flat-rate',
    description: 'A bag of the house blend on the first of every month.',
    richDescription: 'A bag of the house blend, charged on the first of every month.',
    productOptions: { color: 'black', size: '340 g' },
    interval: { unit: 'month', length: 1, billingTiming: 'prepaid', anchor: { method: 'day-of-month', day: 1 } },
  },
  {
    id: 'pln_OfficePostpaid',
    createdAt: '2026-08-03T09:10:00Z',
    product: BEANS,
    name: 'Office Beans, postpaid',
    price: 18,
    formula: 'flat-rate',
    description: 'Beans for offices, charged at the end of the month.',
    richDescription: 'Beans for offices, charged at the end of each month.',
    interval: { unit: 'month', length: 1, billingTiming: 'postpaid' },
  },
  {
    id: 'pln_OfficeTiered',
    createdAt: '2026-08-03T09:15:00Z',
    product: BEANS,
    name: 'Office Beans, tiered',
    price: 10,
    formula: 'tiered',
    description: 'Beans for offices: each tier of bags has its own price.',
    richDescription: BANDS,
    interval: { unit: 'month', length: 1, billingTiming: 'prepaid' },
  },
  {
    id: 'pln_OfficeVolume',
    createdAt: '2026-08-03T09:20:00Z',
    product: BEANS,
    name: 'Office Beans, volume',
    price: 10,
    formula: 'volume',
    description: 'Beans for offices: the number of bags sets the price of every bag.',
    richDescription: BANDS,
    interval: { unit: 'month', length: 1, billingTiming: 'prepaid' },
  },
  {
    id: 'pln_OfficeStairstep',
    createdAt: '2026-08-03T09:25:00Z',
    product: BEANS,
    name: 'Office Beans, stairstep',
    price: 50,
    formula: 'stairstep',
    description: 'Beans for offices: one price for all bags of a step.',
    richDescription: 'One price for up to 10 bags, one for up to 50, and one for more.',
    interval: { unit: 'month', length: 1, billingTiming: 'prepaid' },
  },
];

const MAYA_ADDRESS = '203.0.113.24';

export const SUBSCRIPTIONS: readonly SubscriptionFacts[] = [
  {
    id: 'sub_MayaMonthly',
    customer: 'cus_MayaLindqvist',
    plan: 'pln_BrewMonthly',
    quantity: 1,
    createdAt: '2026-03-01T09:10:00Z',
    instrument: 'pin_MayaVisa1111',
    invoices: [31, 49, 78, 97, 113, 131, 149, 169, 187],
    // Her card had paid nothing before, so it was not charged by itself: she paid on PAI's payment page.
    firstCharge: {
      payments: [
        {
          id: 'txn_MayaMar15',
          at: '2026-03-15T17:42:00Z',
          instrument: 'pin_MayaVisa1111',
          result: 'approved',
          ipAddress: MAYA_ADDRESS,
        },
      ],
    },
  },
  {
    id: 'sub_JonasAnnual',
    customer: 'cus_JonasOkafor',
    plan: 'pln_BrewAnnual',
    quantity: 2,
    createdAt: '2026-05-04T15:30:00Z',
    instrument: 'pin_JonasMc4444',
    invoices: [71],
    firstCharge: {
      payments: [
        {
          id: 'txn_JonasDeclined',
          at: '2026-05-04T15:32:00Z',
          instrument: 'pin_JonasMc4444',
          result: 'declined',
          ipAddress: '198.51.100.17',
        },
        {
          id: 'txn_JonasMay04',
          at: '2026-05-04T15:36:10Z',
          instrument: 'pin_JonasMc4444',
          result: 'approved',
          ipAddress: '198.51.100.17',
        },
      ],
    },
  },
  {
    id: 'sub_TomasAnnual',
    customer: 'cus_TomasRivera',
    plan: 'pln_BrewAnnual',
    quantity: 1,
    createdAt: '2026-06-28T18:30:00Z',
    instrument: 'pin_TomasMc5100',
    invoices: [102],
    firstCharge: {
      payments: [
        {
          id: 'txn_TomasJun28',
          at: '2026-06-28T18:31:00Z',
          instrument: 'pin_TomasMc5100',
          result: 'approved',
          ipAddress: '198.51.100.61',
        },
      ],
    },
  },
  {
    id: 'sub_LeilaMonthly',
    customer: 'cus_LeilaHaddad',
    plan: 'pln_BrewMonthly',
    quantity: 1,
    createdAt: '2026-09-20T12:00:00Z',
    instrument: 'pin_LeilaVisa1881',
    invoices: [162],
    firstCharge: {
      payments: [
        {
          id: 'txn_LeilaOct04',
          at: '2026-10-04T19:05:00Z',
          instrument: 'pin_LeilaVisa1881',
          result: 'approved',
          ipAddress: '198.51.100.88',
        },
      ],
    },
  },
  {
    id: 'sub_OskarMonthly',
    customer: 'cus_OskarLund',
    plan: 'pln_BrewMonthly',
    quantity: 1,
    createdAt: '2026-10-04T08:30:00Z',
    instrument: 'pin_OskarVisa1111',
    invoices: [172, 191],
    firstCharge: {
      payments: [
        {
          id: 'txn_OskarOct18',
          at: '2026-10-18T12:15:00Z',
          instrument: 'pin_OskarVisa1111',
          result: 'approved',
          ipAddress: '203.0.113.77',
        },
      ],
    },
    // The card expired at the end of October.
    failures: {
      '2026-11-18T08:30:00Z': {
        payments: [
          {
            id: 'txn_OskarNov18',
            at: '2026-11-18T08:30:05Z',
            instrument: 'pin_OskarVisa1111',
            result: 'declined',
          },
        ],
      },
    },
  },
  {
    id: 'sub_PriyaCupping',
    customer: 'cus_PriyaRaman',
    plan: 'pln_CuppingClub',
    quantity: 1,
    createdAt: '2026-11-10T08:00:00Z',
    instrument: 'pin_PriyaVisa1111',
    invoices: [184],
    firstCharge: {
      payments: [
        {
          id: 'txn_PriyaNov10',
          at: '2026-11-10T08:01:00Z',
          instrument: 'pin_PriyaVisa1111',
          result: 'approved',
          ipAddress: '203.0.113.140',
          avsResponse: 'Y',
          cvvResponse: 'M',
          arn: '74537606319100012345678',
        },
      ],
    },
  },
  {
    id: 'sub_AmaraTaster',
    customer: 'cus_AmaraDiallo',
    plan: 'pln_BrewTaster',
    quantity: 1,
    createdAt: '2026-11-16T14:00:00Z',
    invoices: [],
  },
];

export const ONE_TIME_ORDERS: readonly OneTimeOrderFacts[] = [
  {
    id: 'sub_MayaBeans',
    customer: 'cus_MayaLindqvist',
    plan: 'pln_HouseBlendBag',
    quantity: 2,
    createdAt: '2026-06-10T12:00:00Z',
    issuedAt: '2026-06-10T12:00:10Z',
    invoice: 93,
    shippingFee: 17,
    payments: [
      {
        id: 'txn_MayaBeans',
        at: '2026-06-10T12:00:20Z',
        instrument: 'pin_MayaVisa1111',
        result: 'approved',
        idempotencyKey: 'tw-2026-0093-attempt-1',
        ipAddress: MAYA_ADDRESS,
      },
    ],
  },
  {
    id: 'sub_TheoBeans',
    customer: 'cus_TheoMarchand',
    plan: 'pln_HouseBlendBag',
    quantity: 1,
    createdAt: '2026-07-08T16:45:00Z',
    issuedAt: '2026-07-08T16:45:10Z',
    invoice: 109,
    shippingFee: 24,
    payments: [
      {
        id: 'txn_TheoBeans',
        at: '2026-07-08T16:45:30Z',
        instrument: 'pin_TheoVisa1881',
        result: 'approved',
        ipAddress: '192.0.2.86',
        before: [
          { at: '2026-07-08T16:45:30Z', status: 'waiting' },
          { at: '2026-07-08T16:45:50Z', status: 'offsite' },
          { at: '2026-07-08T16:47:15Z', status: 'completed' },
        ],
      },
    ],
  },
];

/** The authentication by 3D Secure that came before Théo's sale. */
export const AUTHENTICATION = {
  id: 'txn_TheoBeans3ds',
  sale: 'txn_TheoBeans',
  at: '2026-07-08T16:45:25Z',
} as const;

export const REFUNDS: readonly RefundFacts[] = [
  { id: 'txn_MayaBeansRefund', at: '2026-06-14T10:30:00Z', sale: 'txn_MayaBeans', quantity: 1 },
];

export const DISPUTES: readonly DisputeFacts[] = [
  {
    id: 'dsp_JonasFraud',
    sale: 'txn_JonasMay04',
    createdAt: '2026-07-02T08:00:00Z',
    deadlineAt: '2026-07-16T23:59:59Z',
    caseId: 'CB-20391',
    category: 'fraud',
    type: 'first-chargeback',
    reasonCode: '37',
    commentedAt: '2026-07-03T09:00:00Z',
    changes: [
      { at: '2026-07-02T08:00:00Z', status: 'response-needed' },
      { at: '2026-07-09T13:20:00Z', status: 'under-review' },
    ],
  },
];

export const CANCELLATIONS: readonly CancellationFacts[] = [
  {
    id: 'can_JonasOct01',
    subscription: 'sub_JonasAnnual',
    cancelledBy: 'customer',
    reason: 'too-expensive',
    description: 'Prefers to brew without the annual plan.',
    credit: 290,
    // He looked at a credit first, and then kept what he had paid for.
    terms: [
      { at: '2026-10-01T09:56:00Z', status: 'draft' },
      { at: '2026-10-01T09:58:00Z', status: 'draft', prorated: true, churnTimePolicy: 'now' },
      { at: '2026-10-01T10:00:00Z', status: 'confirmed', prorated: false, churnTimePolicy: 'at-next-renewal' },
    ],
  },
  {
    id: 'can_TomasAug12',
    subscription: 'sub_TomasAnnual',
    cancelledBy: 'customer',
    reason: 'did-not-use',
    description: 'Moved abroad and does not brew there.',
    credit: 245,
    terms: [{ at: '2026-08-12T09:00:00Z', status: 'confirmed', prorated: true, churnTimePolicy: 'now' }],
  },
];

export const PAUSES: readonly PauseFacts[] = [
  {
    id: 'pau_LeilaWinter',
    subscription: 'sub_LeilaMonthly',
    createdAt: '2026-10-28T16:20:00Z',
    effectiveAt: '2026-11-01T00:00:00Z',
    endAt: '2027-01-01T00:00:00Z',
    pausedBy: 'customer',
    description: 'Away for the winter.',
  },
];

export const REACTIVATIONS: readonly ReactivationFacts[] = [
  {
    id: 'rea_JonasOct06',
    subscription: 'sub_JonasAnnual',
    cancellation: 'can_JonasOct01',
    createdAt: '2026-10-06T14:00:00Z',
    description: 'Came back after talking with support.',
  },
];
