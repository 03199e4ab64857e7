/** The FramePay script: the single source of the tables on the FramePay pages (`<FramePayTable part="settings" />`). */

/** One row of a table: a setting, an element, a method, an event, an error or a field of a payload. */
interface FramePayEntry {
  /** The name as code spells it; nested names are joined by dots. */
  readonly name: string;
  /** The type in TypeScript's words; for events the payload, for methods what they return. */
  readonly type: string;
  /** What it means or does, in one or two sentences. Backticks mark code. */
  readonly meaning: string;
  /** Whether the script insists on it. */
  readonly required?: boolean;
  /** The value that applies when the entry is left out. */
  readonly default?: string;
}

/** A table of the FramePay pages. */
export interface FramePayPart {
  /** Accessible name of the table. */
  readonly caption: string;
  /** Head of the first column. */
  readonly heading: string;
  readonly entries: readonly FramePayEntry[];
}

/** The parts that `<FramePayTable part="…" />` can show. */
export type FramePayPartName =
  | 'settings'
  | 'elements'
  | 'methods'
  | 'elementMethods'
  | 'events'
  | 'elementEvents'
  | 'changePayload'
  | 'errorPayload'
  | 'errors'
  | 'extraData'
  | 'formFields'
  | 'expressMethods'
  | 'expressOptions';

/** All parts by name. */
export const framePay: Readonly<Record<FramePayPartName, FramePayPart>> = {
  settings: {
    caption: 'Options of Framepay.initialize',
    heading: 'Option',
    entries: [
      {
        name: 'publishableKey',
        type: 'string',
        required: true,
        meaning: "Your organization's publishable key. It's meant for the browser and doesn't replace the API key.",
      },
      {
        name: 'organizationId',
        type: 'string',
        meaning: 'Your organization ID. Always send it, because wallet buttons require it.',
      },
      {
        name: 'websiteId',
        type: 'string',
        meaning: "Your organization's `websiteId`. Always send it, because wallet buttons require it.",
      },
      {
        name: 'transactionData',
        type: 'object',
        meaning:
          "What the wallet's sheet shows: `amount`, `currency`, and `label`. Required for wallet buttons. It doesn't charge the customer.",
      },
      { name: 'transactionData.amount', type: 'number', meaning: "Amount that the wallet's sheet shows." },
      {
        name: 'transactionData.currency',
        type: 'string',
        meaning: 'Three-letter currency code of the amount.',
      },
      {
        name: 'transactionData.label',
        type: 'string',
        meaning: 'Text beside the amount on the sheet.',
      },
      {
        name: 'locale',
        type: "'auto' | 'en' | 'es'",
        default: "'auto'",
        meaning: 'Language of placeholders and messages. An unsupported language falls back to `en`.',
      },
      {
        name: 'i18n',
        type: 'object',
        meaning:
          "Your own wording per locale, such as validation messages under `i18n.en.validations`. You can't change it with `update`.",
      },
      {
        name: 'icon.display',
        type: 'boolean',
        default: 'true',
        meaning: 'Whether the card field shows the icon of the card brand.',
      },
      { name: 'icon.color', type: 'string', default: "'#A1B2C1'", meaning: 'Color of that icon.' },
      {
        name: 'placeholders.card',
        type: 'object',
        meaning:
          'Placeholder texts of the card fields, all optional: `number`, `expiry`, `cvv`, `expirySeparator`, `expiryYear`.',
      },
      {
        name: 'placeholders.bankAccount',
        type: 'object',
        meaning:
          'Placeholder texts of the bank account fields, all optional: `routingNumber`, `accountNumber`, and `type` with `savings`, `checking`, and `other`.',
      },
      {
        name: 'placeholders.iban',
        type: 'object',
        meaning: 'Placeholder text of the IBAN field: `accountNumber`.',
      },
      {
        name: 'style',
        type: 'object',
        meaning:
          "CSS properties of the text inside the fields, per state: `base`, `focus`, `valid`, `invalid`, `buttons`. Each state can nest `:hover`, `:focus`, `:disabled`, `::placeholder`, and `::selection`. Your page's CSS doesn't apply inside the fields.",
      },
      {
        name: 'classes',
        type: 'object',
        meaning:
          'Class names that the script sets on your mount nodes per state: `base`, `focus`, `valid`, `invalid`, `buttons`, `secondary`, `dropdown`, `group`, `webkitAutofill`. Set your own, because the built-in names can change.',
      },
      {
        name: 'card.expiry.type',
        type: "'text' | 'dropdown'",
        meaning: "How customers enter the expiry date. You can't change it with `update`.",
      },
      {
        name: 'card.cvv.type',
        type: "'text' | 'password'",
        meaning: 'Whether the security code is shown or masked while the customer types it.',
      },
      {
        name: 'card.brands',
        type: 'string[] | null',
        meaning: 'Card brands that the field accepts. `null` accepts all brands that FramePay supports.',
      },
      {
        name: 'applePay',
        type: 'object',
        meaning: 'Styling of the Apple Pay button: `buttonType`, `buttonColor`, and `buttonLanguage`.',
      },
      {
        name: 'googlePay',
        type: 'object',
        meaning: 'Styling of the Google Pay button: `buttonType`, `buttonColor`, and `buttonHeight`.',
      },
      {
        name: 'paypal',
        type: 'object',
        meaning: 'Styling of the PayPal button: `buttonShape`, `buttonColor`, and `buttonHeight`.',
      },
    ],
  },
  elements: {
    caption: 'Elements that FramePay mounts',
    heading: 'Call',
    entries: [
      {
        name: 'Framepay.card.mount(node)',
        type: 'element',
        meaning: 'One combined card field: number, expiry date, and security code.',
      },
      {
        name: "Framepay.card.mount(node, 'cardNumber')",
        type: 'element',
        meaning: 'Card number only. If you split the card, mount all three parts.',
      },
      {
        name: "Framepay.card.mount(node, 'cardExpiry')",
        type: 'element',
        meaning: 'Expiry date only. If you split the card, mount all three parts.',
      },
      {
        name: "Framepay.card.mount(node, 'cardCvv')",
        type: 'element',
        meaning: 'Security code only. If you split the card, mount all three parts.',
      },
      {
        name: "Framepay.bankAccount.mount(node, 'bankAccountType')",
        type: 'element',
        meaning: 'Account type. Mount all three bank account parts.',
      },
      {
        name: "Framepay.bankAccount.mount(node, 'bankAccountNumber')",
        type: 'element',
        meaning: 'Account number. Mount all three bank account parts.',
      },
      {
        name: "Framepay.bankAccount.mount(node, 'bankRoutingNumber')",
        type: 'element',
        meaning: 'Routing number. Mount all three bank account parts.',
      },
      { name: 'Framepay.iban.mount(node)', type: 'element', meaning: 'One field for an IBAN.' },
    ],
  },
  methods: {
    caption: 'Methods and properties of Framepay',
    heading: 'Name',
    entries: [
      {
        name: 'Framepay.initialize(options)',
        type: 'void',
        meaning: 'Starts the script with your options. Call it once, after you add handlers for `ready` and `error`.',
      },
      {
        name: 'Framepay.update(options)',
        type: 'void',
        meaning:
          'Merges your changes into the current options. Options that you omit keep their value; `null` resets an option.',
      },
      {
        name: 'Framepay.createToken(form, extraData)',
        type: 'Promise<token>',
        meaning:
          'Turns the contents of the mounted fields into a token. Mount the fields first. The promise rejects with `{code, message}`.',
      },
      {
        name: 'Framepay.on(name, handler)',
        type: 'void',
        meaning: 'Adds a handler for a global event.',
      },
      {
        name: 'Framepay.off(name, handler)',
        type: 'void',
        meaning: 'Removes a handler from a global event.',
      },
      {
        name: 'Framepay.version',
        type: 'string',
        meaning: 'Version of the script. Include it when you report a problem.',
      },
      { name: 'Framepay.locales', type: 'object', meaning: 'Locales that the script supports.' },
      {
        name: 'Framepay.errorCodes',
        type: 'object',
        meaning: 'Codes of validation errors. Compare against these instead of hardcoding strings.',
      },
    ],
  },
  elementMethods: {
    caption: 'Methods of a mounted element',
    heading: 'Method',
    entries: [
      {
        name: 'element.on(name, handler)',
        type: 'void',
        meaning: 'Adds a handler for an event of this element.',
      },
      { name: 'element.unmount()', type: 'void', meaning: 'Removes the field from the page.' },
      {
        name: 'element.destroy()',
        type: 'void',
        meaning: 'Destroys the element. To show the field again, mount a new one.',
      },
    ],
  },
  events: {
    caption: 'Global events',
    heading: 'Event',
    entries: [
      {
        name: 'ready',
        type: 'no payload',
        meaning:
          "The script is initialized. Mount your elements now. FramePay doesn't emit it if initialization failed.",
      },
      {
        name: 'error',
        type: '{code, type, message, details}',
        meaning: 'Initialization failed, or there was a network or configuration error.',
      },
      {
        name: 'token-ready',
        type: 'token',
        meaning: 'A wallet button created a token. For cards, bank accounts, and IBANs, use `createToken` instead.',
      },
    ],
  },
  elementEvents: {
    caption: 'Events of an element',
    heading: 'Event',
    entries: [
      { name: 'ready', type: 'no payload', meaning: 'The field is mounted and visible.' },
      {
        name: 'change',
        type: '{valid, completed, error, source}',
        meaning: "The field's contents changed. Use it to enable your button and to show errors.",
      },
      { name: 'focus', type: 'no payload', meaning: 'The field received focus.' },
      { name: 'blur', type: 'no payload', meaning: 'The field lost focus.' },
      {
        name: 'error',
        type: '{code, type, message, details}',
        meaning: "The field couldn't be mounted, so FramePay unmounted it.",
      },
    ],
  },
  changePayload: {
    caption: 'Payload of the change event',
    heading: 'Field',
    entries: [
      {
        name: 'valid',
        type: 'boolean, optional',
        meaning: 'Whether the input is valid, or can still become valid while the field has focus.',
      },
      {
        name: 'completed',
        type: 'boolean, optional',
        meaning: 'Whether the field is valid and complete. Use it to enable your button.',
      },
      {
        name: 'error',
        type: 'object, optional',
        meaning: "What's wrong, with `code`, `type`, `message`, and `details`. Show `message` to the customer.",
      },
      { name: 'source', type: 'string', meaning: 'The part that changed, such as `cardNumber`.' },
    ],
  },
  errorPayload: {
    caption: 'Payload of the error event',
    heading: 'Field',
    entries: [
      { name: 'code', type: 'string', meaning: 'Code of the error, such as `network-error`. Log it.' },
      { name: 'type', type: 'string', meaning: 'Kind of error. Log it.' },
      { name: 'message', type: 'string', meaning: 'Description of the error for people.' },
      { name: 'details', type: 'array', meaning: 'More about the cause. Can be empty.' },
    ],
  },
  errors: {
    caption: 'Known error codes',
    heading: 'Code',
    entries: [
      {
        name: 'network-error',
        type: 'global error event',
        meaning: "The script couldn't reach its server. Let the customer try again.",
      },
      {
        name: 'invalidPaymentCard',
        type: 'validation',
        meaning: "The card number doesn't belong to a card that the field accepts.",
      },
      { name: 'incompleteCardNumber', type: 'validation', meaning: 'The card number is too short.' },
      { name: 'incompleteExpiry', type: 'validation', meaning: 'The expiry date is incomplete.' },
      { name: 'incompleteCvv', type: 'validation', meaning: 'The security code is incomplete.' },
    ],
  },
  extraData: {
    caption: 'Fields of extraData',
    heading: 'Field',
    entries: [
      {
        name: 'method',
        type: 'string',
        meaning: 'Name of the payment method. Send it if you mounted elements of several methods.',
      },
      {
        name: 'billingAddress.firstName',
        type: 'string',
        required: true,
        meaning: 'First name. Required for a token, here or in the form.',
      },
      {
        name: 'billingAddress.lastName',
        type: 'string',
        required: true,
        meaning: 'Last name. Required for a token, here or in the form.',
      },
      { name: 'billingAddress.organization', type: 'string', meaning: 'Name of the company.' },
      { name: 'billingAddress.address', type: 'string', meaning: 'First line of the address.' },
      { name: 'billingAddress.address2', type: 'string', meaning: 'Second line of the address.' },
      { name: 'billingAddress.city', type: 'string', meaning: 'City.' },
      { name: 'billingAddress.region', type: 'string', meaning: 'State, province, or region.' },
      { name: 'billingAddress.country', type: 'string', meaning: 'Two-letter country code.' },
      { name: 'billingAddress.postalCode', type: 'string', meaning: 'Postal code.' },
      {
        name: 'billingAddress.phoneNumbers',
        type: '{label, value}[]',
        meaning: 'Phone numbers.',
      },
      { name: 'billingAddress.emails', type: '{label, value}[]', meaning: 'Email addresses.' },
      {
        name: 'leadSource',
        type: 'object',
        meaning: 'Marketing source that the customer came from.',
      },
    ],
  },
  formFields: {
    caption: 'Form inputs that createToken reads',
    heading: 'Value of data-framepay',
    entries: [
      {
        name: 'fullName',
        type: 'string',
        meaning: 'First and last name in one input. Use this or the next two.',
      },
      { name: 'firstName', type: 'string', meaning: 'First name.' },
      { name: 'lastName', type: 'string', meaning: 'Last name.' },
      { name: 'organization', type: 'string', meaning: 'Name of the company.' },
      { name: 'address', type: 'string', meaning: 'First line of the address.' },
      { name: 'address2', type: 'string', meaning: 'Second line of the address.' },
      { name: 'city', type: 'string', meaning: 'City.' },
      { name: 'region', type: 'string', meaning: 'State, province, or region.' },
      { name: 'country', type: 'string', meaning: 'Two-letter country code.' },
      { name: 'postalCode', type: 'string', meaning: 'Postal code.' },
      { name: 'phoneNumbers', type: 'string', meaning: 'A phone number.' },
      { name: 'emails', type: 'string', meaning: 'An email address.' },
      {
        name: 'token',
        type: 'hidden input',
        meaning: "The script writes the token's ID into this input.",
      },
    ],
  },
  expressMethods: {
    caption: 'Wallet buttons',
    heading: 'Call',
    entries: [
      {
        name: 'Framepay.applePay.mount(node, options)',
        type: '{form?, extraData?}',
        meaning: 'Shows the Apple Pay button in the node.',
      },
      {
        name: 'Framepay.googlePay.mount(node, options)',
        type: '{form?, extraData?}',
        meaning: 'Shows the Google Pay button in the node.',
      },
      {
        name: 'Framepay.paypal.mount(node, options)',
        type: '{form?, extraData?}',
        meaning: 'Shows the PayPal button in the node.',
      },
    ],
  },
  expressOptions: {
    caption: 'Styling of the wallet buttons',
    heading: 'Option',
    entries: [
      { name: 'applePay.buttonType', type: 'string', meaning: 'Text on the Apple Pay button.' },
      { name: 'applePay.buttonColor', type: 'string', meaning: 'Color of the Apple Pay button.' },
      { name: 'applePay.buttonLanguage', type: 'string', meaning: 'Language of the Apple Pay button.' },
      { name: 'googlePay.buttonType', type: 'string', meaning: 'Text on the Google Pay button.' },
      { name: 'googlePay.buttonColor', type: 'string', meaning: 'Color of the Google Pay button.' },
      { name: 'googlePay.buttonHeight', type: 'string', meaning: 'Height of the Google Pay button.' },
      { name: 'paypal.buttonShape', type: 'string', meaning: 'Shape of the PayPal button.' },
      { name: 'paypal.buttonColor', type: 'string', meaning: 'Color of the PayPal button.' },
      { name: 'paypal.buttonHeight', type: 'string', meaning: 'Height of the PayPal button.' },
    ],
  },
};
