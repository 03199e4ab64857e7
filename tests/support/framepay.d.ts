/**
 * Types of the FramePay script as the documentation states it: what code on the pages is type-checked against and what
 * the stand-in script implements. A check compares every name and type with `src/data/framepay.ts`.
 */

/** What `createToken` resolves to and what `token-ready` carries. */
interface FramepayToken {
  readonly id: string;
}

interface FramepayError {
  code: string;
  type: string;
  message: string;
  details: unknown[];
}

interface FramepayChange {
  valid?: boolean;
  completed?: boolean;
  error?: FramepayError;
  source: string;
}

/** Payload of each global event. */
interface FramepayEvents {
  ready: [];
  error: [error: FramepayError];
  'token-ready': [token: FramepayToken];
}

/** Payload of each event of an element. */
interface FramepayElementEvents {
  ready: [];
  change: [change: FramepayChange];
  focus: [];
  blur: [];
  error: [error: FramepayError];
}

interface FramepayElement {
  on<Name extends keyof FramepayElementEvents>(
    name: Name,
    handler: (...payload: FramepayElementEvents[Name]) => void,
  ): void;
  unmount(): void;
  destroy(): void;
}

interface FramepayRules {
  [property: string]: string | number;
}

interface FramepayStateStyle {
  [property: string]: string | number | FramepayRules | undefined;
  ':hover'?: FramepayRules;
  ':focus'?: FramepayRules;
  ':disabled'?: FramepayRules;
  '::placeholder'?: FramepayRules;
  '::selection'?: FramepayRules;
}

interface FramepaySettings {
  publishableKey: string;
  organizationId?: string;
  websiteId?: string;
  transactionData?: { amount: number; currency: string; label: string };
  locale?: 'auto' | 'en' | 'es';
  i18n?: { [locale: string]: { validations?: { [code: string]: string } } };
  icon?: { display?: boolean; color?: string };
  placeholders?: {
    card?: { number?: string; expiry?: string; cvv?: string; expirySeparator?: string; expiryYear?: string };
    bankAccount?: {
      routingNumber?: string;
      accountNumber?: string;
      type?: { savings?: string; checking?: string; other?: string };
    };
    iban?: { accountNumber?: string };
  };
  style?: {
    base?: FramepayStateStyle;
    focus?: FramepayStateStyle;
    valid?: FramepayStateStyle;
    invalid?: FramepayStateStyle;
    buttons?: FramepayStateStyle;
  };
  classes?: {
    base?: string;
    focus?: string;
    valid?: string;
    invalid?: string;
    buttons?: string;
    secondary?: string;
    dropdown?: string;
    group?: string;
    webkitAutofill?: string;
  };
  card?: {
    expiry?: { type?: 'text' | 'dropdown' };
    cvv?: { type?: 'text' | 'password' };
    brands?: string[] | null;
  };
  applePay?: { buttonType?: string; buttonColor?: string; buttonLanguage?: string };
  googlePay?: { buttonType?: string; buttonColor?: string; buttonHeight?: unknown };
  paypal?: { buttonShape?: string; buttonColor?: string; buttonHeight?: unknown };
}

/** What `update` takes: `null` resets a key; the key of the organization and the wording stay as they are. */
type FramepayUpdate = {
  [Key in Exclude<keyof FramepaySettings, 'publishableKey' | 'i18n'>]?: FramepaySettings[Key] | null;
};

interface FramepayContact {
  label: string;
  value: string;
}

interface FramepayExtraData {
  method?: string;
  billingAddress?: {
    firstName: string;
    lastName: string;
    organization?: string;
    address?: string;
    address2?: string;
    city?: string;
    region?: string;
    country?: string;
    postalCode?: string;
    phoneNumbers?: FramepayContact[];
    emails?: FramepayContact[];
  };
  leadSource?: object;
}

interface FramepayExpressOptions {
  form?: HTMLFormElement;
  extraData?: FramepayExtraData;
}

interface FramepayExpressMethod {
  mount(node: Element, options?: FramepayExpressOptions): void;
}

interface FramepayScript {
  initialize(options: FramepaySettings): void;
  update(options: FramepayUpdate): void;
  createToken(form: HTMLFormElement, extraData?: FramepayExtraData): Promise<FramepayToken>;
  on<Name extends keyof FramepayEvents>(name: Name, handler: (...payload: FramepayEvents[Name]) => void): void;
  off<Name extends keyof FramepayEvents>(name: Name, handler: (...payload: FramepayEvents[Name]) => void): void;
  readonly version: string;
  readonly locales: object;
  /** The codes of validation errors by their names. */
  readonly errorCodes: {
    readonly invalidPaymentCard: string;
    readonly incompleteCardNumber: string;
    readonly incompleteExpiry: string;
    readonly incompleteCvv: string;
  };
  readonly card: { mount(node: Element, part?: 'cardNumber' | 'cardExpiry' | 'cardCvv'): FramepayElement };
  readonly bankAccount: {
    mount(node: Element, part: 'bankAccountType' | 'bankAccountNumber' | 'bankRoutingNumber'): FramepayElement;
  };
  readonly iban: { mount(node: Element): FramepayElement };
  readonly applePay: FramepayExpressMethod;
  readonly googlePay: FramepayExpressMethod;
  readonly paypal: FramepayExpressMethod;
}

/** The global object that the script defines. */
declare const Framepay: FramepayScript;

interface Window {
  Framepay?: FramepayScript;
}
