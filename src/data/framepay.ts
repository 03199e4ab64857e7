/**
 * The contract of the FramePay script as this documentation states it: the single source of the tables on the
 * FramePay pages (`<FramePayTable part="settings" />`) and of the stand-in script that the browser test runs the
 * sample page against.
 *
 * Goes in: nothing. Comes out: `framePay`, a record of named parts, each a list of entries. Nothing is thrown; a
 * check ties every part to a row of the project's ledger of sources by `ledger`.
 */

import { provider } from '../config/provider';

/** Where a statement comes from; the project's ledger of sources uses the same words. */
type FramePayGround =
  'public documentation of the payments engine' | 'public pages of the API family' | 'decision of this documentation';

/** One row of a table: a setting, an element, a method, an event, an error or a field of a payload. */
export interface FramePayEntry {
  /** The name as code spells it; nested names are joined by dots. */
  readonly name: string;
  /** The type in TypeScript's words; for events the payload, for methods what they return. */
  readonly type: string;
  /** What it means or does, in one or two sentences. Backticks mark code. */
  readonly meaning: string;
  /** Only where it is known that the script insists on it. */
  readonly required?: boolean;
  /** The value that applies when the entry is left out, where one is known. */
  readonly default?: string;
  readonly ground: FramePayGround;
}

/** A table of the FramePay pages. */
export interface FramePayPart {
  /** Accessible name of the table. */
  readonly caption: string;
  /** Head of the first column. */
  readonly heading: string;
  /** Id of the row in the ledger of sources that covers the part. */
  readonly ledger: string;
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

const ground: FramePayGround = 'public documentation of the payments engine';

/** Where the script and its stylesheet are served from, and the global that the script defines. */
export const framePayAssets = {
  script: `${provider.framepay}/framepay.js`,
  stylesheet: `${provider.framepay}/framepay.css`,
  global: 'Framepay',
} as const;

/** All parts by name. */
export const framePay: Readonly<Record<FramePayPartName, FramePayPart>> = {
  settings: {
    caption: 'Options of Framepay.initialize',
    heading: 'Option',
    ledger: 'framepay-settings',
    entries: [
      {
        name: 'publishableKey',
        type: 'string',
        required: true,
        meaning: "Your organization's publishable key. It's meant for the browser and doesn't replace the API key.",
        ground,
      },
      {
        name: 'organizationId',
        type: 'string',
        meaning: 'Your organization ID. Always send it, because wallet buttons require it.',
        ground,
      },
      {
        name: 'websiteId',
        type: 'string',
        meaning: "Your organization's `websiteId`. Always send it, because wallet buttons require it.",
        ground,
      },
      {
        name: 'transactionData',
        type: 'object',
        meaning:
          "What the wallet's sheet shows: `amount`, `currency`, and `label`. Required for wallet buttons. It doesn't charge the customer.",
        ground,
      },
      { name: 'transactionData.amount', type: 'number', meaning: "Amount that the wallet's sheet shows.", ground },
      {
        name: 'transactionData.currency',
        type: 'string',
        meaning: 'Three-letter currency code of the amount.',
        ground,
      },
      {
        name: 'transactionData.label',
        type: 'string',
        meaning: 'Text beside the amount on the sheet.',
        ground,
      },
      {
        name: 'locale',
        type: "'auto' | 'en' | 'es'",
        default: "'auto'",
        meaning: 'Language of placeholders and messages. An unsupported language falls back to `en`.',
        ground,
      },
      {
        name: 'i18n',
        type: 'object',
        meaning:
          "Your own wording per locale, such as validation messages under `i18n.en.validations`. You can't change it with `update`.",
        ground,
      },
      {
        name: 'icon.display',
        type: 'boolean',
        default: 'true',
        meaning: 'Whether the card field shows the icon of the card brand.',
        ground,
      },
      { name: 'icon.color', type: 'string', default: "'#A1B2C1'", meaning: 'Color of that icon.', ground },
      {
        name: 'placeholders.card',
        type: 'object',
        meaning:
          'Placeholder texts of the card fields, all optional: `number`, `expiry`, `cvv`, `expirySeparator`, `expiryYear`.',
        ground,
      },
      {
        name: 'placeholders.bankAccount',
        type: 'object',
        meaning:
          'Placeholder texts of the bank account fields, all optional: `routingNumber`, `accountNumber`, and `type` with `savings`, `checking`, and `other`.',
        ground,
      },
      {
        name: 'placeholders.iban',
        type: 'object',
        meaning: 'Placeholder text of the IBAN field: `accountNumber`.',
        ground,
      },
      {
        name: 'style',
        type: 'object',
        meaning:
          "CSS properties of the text inside the fields, per state: `base`, `focus`, `valid`, `invalid`, `buttons`. Each state can nest `:hover`, `:focus`, `:disabled`, `::placeholder`, and `::selection`. Your page's CSS doesn't apply inside the fields.",
        ground,
      },
      {
        name: 'classes',
        type: 'object',
        meaning:
          'Class names that the script sets on your mount nodes per state: `base`, `focus`, `valid`, `invalid`, `buttons`, `secondary`, `dropdown`, `group`, `webkitAutofill`. Set your own, because the built-in names can change.',
        ground,
      },
      {
        name: 'card.expiry.type',
        type: "'text' | 'dropdown'",
        meaning: "How customers enter the expiry date. You can't change it with `update`.",
        ground,
      },
      {
        name: 'card.cvv.type',
        type: "'text' | 'password'",
        meaning: 'Whether the security code is shown or masked while the customer types it.',
        ground,
      },
      {
        name: 'card.brands',
        type: 'string[] | null',
        meaning: 'Card brands that the field accepts. `null` accepts all brands that FramePay supports.',
        ground,
      },
      {
        name: 'applePay',
        type: 'object',
        meaning: 'Styling of the Apple Pay button: `buttonType`, `buttonColor`, and `buttonLanguage`.',
        ground,
      },
      {
        name: 'googlePay',
        type: 'object',
        meaning: 'Styling of the Google Pay button: `buttonType`, `buttonColor`, and `buttonHeight`.',
        ground,
      },
      {
        name: 'paypal',
        type: 'object',
        meaning: 'Styling of the PayPal button: `buttonShape`, `buttonColor`, and `buttonHeight`.',
        ground,
      },
    ],
  },
  elements: {
    caption: 'Elements that FramePay mounts',
    heading: 'Call',
    ledger: 'framepay-elements',
    entries: [
      {
        name: 'Framepay.card.mount(node)',
        type: 'element',
        meaning: 'One combined card field: number, expiry date, and security code.',
        ground,
      },
      {
        name: "Framepay.card.mount(node, 'cardNumber')",
        type: 'element',
        meaning: 'Card number only. If you split the card, mount all three parts.',
        ground,
      },
      {
        name: "Framepay.card.mount(node, 'cardExpiry')",
        type: 'element',
        meaning: 'Expiry date only. If you split the card, mount all three parts.',
        ground,
      },
      {
        name: "Framepay.card.mount(node, 'cardCvv')",
        type: 'element',
        meaning: 'Security code only. If you split the card, mount all three parts.',
        ground,
      },
      {
        name: "Framepay.bankAccount.mount(node, 'bankAccountType')",
        type: 'element',
        meaning: 'Account type. Mount all three bank account parts.',
        ground,
      },
      {
        name: "Framepay.bankAccount.mount(node, 'bankAccountNumber')",
        type: 'element',
        meaning: 'Account number. Mount all three bank account parts.',
        ground,
      },
      {
        name: "Framepay.bankAccount.mount(node, 'bankRoutingNumber')",
        type: 'element',
        meaning: 'Routing number. Mount all three bank account parts.',
        ground,
      },
      { name: 'Framepay.iban.mount(node)', type: 'element', meaning: 'One field for an IBAN.', ground },
    ],
  },
  methods: {
    caption: 'Methods and properties of Framepay',
    heading: 'Name',
    ledger: 'framepay-methods',
    entries: [
      {
        name: 'Framepay.initialize(options)',
        type: 'void',
        meaning: 'Starts the script with your options. Call it once, after you add handlers for `ready` and `error`.',
        ground,
      },
      {
        name: 'Framepay.update(options)',
        type: 'void',
        meaning:
          'Merges your changes into the current options. Options that you omit keep their value; `null` resets an option.',
        ground,
      },
      {
        name: 'Framepay.createToken(form, extraData)',
        type: 'Promise<token>',
        meaning:
          'Turns the contents of the mounted fields into a token. Mount the fields first. The promise rejects with `{code, message}`.',
        ground,
      },
      {
        name: 'Framepay.on(name, handler)',
        type: 'void',
        meaning: 'Adds a handler for a global event.',
        ground,
      },
      {
        name: 'Framepay.off(name, handler)',
        type: 'void',
        meaning: 'Removes a handler from a global event.',
        ground,
      },
      {
        name: 'Framepay.version',
        type: 'string',
        meaning: 'Version of the script. Include it when you report a problem.',
        ground,
      },
      { name: 'Framepay.locales', type: 'object', meaning: 'Locales that the script supports.', ground },
      {
        name: 'Framepay.errorCodes',
        type: 'object',
        meaning: 'Codes of validation errors. Compare against these instead of hardcoding strings.',
        ground,
      },
    ],
  },
  elementMethods: {
    caption: 'Methods of a mounted element',
    heading: 'Method',
    ledger: 'framepay-element-methods',
    entries: [
      {
        name: 'element.on(name, handler)',
        type: 'void',
        meaning: 'Adds a handler for an event of this element.',
        ground,
      },
      { name: 'element.unmount()', type: 'void', meaning: 'Removes the field from the page.', ground },
      {
        name: 'element.destroy()',
        type: 'void',
        meaning: 'Destroys the element. To show the field again, mount a new one.',
        ground,
      },
    ],
  },
  events: {
    caption: 'Global events',
    heading: 'Event',
    ledger: 'framepay-global-events',
    entries: [
      {
        name: 'ready',
        type: 'no payload',
        meaning:
          "The script is initialized. Mount your elements now. FramePay doesn't emit it if initialization failed.",
        ground,
      },
      {
        name: 'error',
        type: '{code, type, message, details}',
        meaning: 'Initialization failed, or there was a network or configuration error.',
        ground,
      },
      {
        name: 'token-ready',
        type: 'token',
        meaning: 'A wallet button created a token. For cards, bank accounts, and IBANs, use `createToken` instead.',
        ground,
      },
    ],
  },
  elementEvents: {
    caption: 'Events of an element',
    heading: 'Event',
    ledger: 'framepay-element-events',
    entries: [
      { name: 'ready', type: 'no payload', meaning: 'The field is mounted and visible.', ground },
      {
        name: 'change',
        type: '{valid, completed, error, source}',
        meaning: "The field's contents changed. Use it to enable your button and to show errors.",
        ground,
      },
      { name: 'focus', type: 'no payload', meaning: 'The field received focus.', ground },
      { name: 'blur', type: 'no payload', meaning: 'The field lost focus.', ground },
      {
        name: 'error',
        type: '{code, type, message, details}',
        meaning: "The field couldn't be mounted, so FramePay unmounted it.",
        ground,
      },
    ],
  },
  changePayload: {
    caption: 'Payload of the change event',
    heading: 'Field',
    ledger: 'framepay-change-payload',
    entries: [
      {
        name: 'valid',
        type: 'boolean, optional',
        meaning: 'Whether the input is valid, or can still become valid while the field has focus.',
        ground,
      },
      {
        name: 'completed',
        type: 'boolean, optional',
        meaning: 'Whether the field is valid and complete. Use it to enable your button.',
        ground,
      },
      {
        name: 'error',
        type: 'object, optional',
        meaning: "What's wrong, with `code`, `type`, `message`, and `details`. Show `message` to the customer.",
        ground,
      },
      { name: 'source', type: 'string', meaning: 'The part that changed, such as `cardNumber`.', ground },
    ],
  },
  errorPayload: {
    caption: 'Payload of the error event',
    heading: 'Field',
    ledger: 'framepay-error-payload',
    entries: [
      { name: 'code', type: 'string', meaning: 'Code of the error, such as `network-error`. Log it.', ground },
      { name: 'type', type: 'string', meaning: 'Kind of error. Log it.', ground },
      { name: 'message', type: 'string', meaning: 'Description of the error for people.', ground },
      { name: 'details', type: 'array', meaning: 'More about the cause. Can be empty.', ground },
    ],
  },
  errors: {
    caption: 'Known error codes',
    heading: 'Code',
    ledger: 'framepay-error-codes',
    entries: [
      {
        name: 'network-error',
        type: 'global error event',
        meaning: "The script couldn't reach its server. Let the customer try again.",
        ground,
      },
      {
        name: 'invalidPaymentCard',
        type: 'validation',
        meaning: "The card number doesn't belong to a card that the field accepts.",
        ground,
      },
      { name: 'incompleteCardNumber', type: 'validation', meaning: 'The card number is too short.', ground },
      { name: 'incompleteExpiry', type: 'validation', meaning: 'The expiry date is incomplete.', ground },
      { name: 'incompleteCvv', type: 'validation', meaning: 'The security code is incomplete.', ground },
    ],
  },
  extraData: {
    caption: 'Fields of extraData',
    heading: 'Field',
    ledger: 'framepay-extra-data',
    entries: [
      {
        name: 'method',
        type: 'string',
        meaning: 'Name of the payment method. Send it if you mounted elements of several methods.',
        ground,
      },
      {
        name: 'billingAddress.firstName',
        type: 'string',
        required: true,
        meaning: 'First name. Required for a token, here or in the form.',
        ground,
      },
      {
        name: 'billingAddress.lastName',
        type: 'string',
        required: true,
        meaning: 'Last name. Required for a token, here or in the form.',
        ground,
      },
      { name: 'billingAddress.organization', type: 'string', meaning: 'Name of the company.', ground },
      { name: 'billingAddress.address', type: 'string', meaning: 'First line of the address.', ground },
      { name: 'billingAddress.address2', type: 'string', meaning: 'Second line of the address.', ground },
      { name: 'billingAddress.city', type: 'string', meaning: 'City.', ground },
      { name: 'billingAddress.region', type: 'string', meaning: 'State, province, or region.', ground },
      { name: 'billingAddress.country', type: 'string', meaning: 'Two-letter country code.', ground },
      { name: 'billingAddress.postalCode', type: 'string', meaning: 'Postal code.', ground },
      {
        name: 'billingAddress.phoneNumbers',
        type: '{label, value}[]',
        meaning: 'Phone numbers.',
        ground,
      },
      { name: 'billingAddress.emails', type: '{label, value}[]', meaning: 'Email addresses.', ground },
      {
        name: 'leadSource',
        type: 'object',
        meaning: 'Marketing source that the customer came from.',
        ground,
      },
    ],
  },
  formFields: {
    caption: 'Form inputs that createToken reads',
    heading: 'Value of data-framepay',
    ledger: 'framepay-form-fields',
    entries: [
      {
        name: 'fullName',
        type: 'string',
        meaning: 'First and last name in one input. Use this or the next two.',
        ground,
      },
      { name: 'firstName', type: 'string', meaning: 'First name.', ground },
      { name: 'lastName', type: 'string', meaning: 'Last name.', ground },
      { name: 'organization', type: 'string', meaning: 'Name of the company.', ground },
      { name: 'address', type: 'string', meaning: 'First line of the address.', ground },
      { name: 'address2', type: 'string', meaning: 'Second line of the address.', ground },
      { name: 'city', type: 'string', meaning: 'City.', ground },
      { name: 'region', type: 'string', meaning: 'State, province, or region.', ground },
      { name: 'country', type: 'string', meaning: 'Two-letter country code.', ground },
      { name: 'postalCode', type: 'string', meaning: 'Postal code.', ground },
      { name: 'phoneNumbers', type: 'string', meaning: 'A phone number.', ground },
      { name: 'emails', type: 'string', meaning: 'An email address.', ground },
      {
        name: 'token',
        type: 'hidden input',
        meaning: "The script writes the token's ID into this input.",
        ground,
      },
    ],
  },
  expressMethods: {
    caption: 'Wallet buttons',
    heading: 'Call',
    ledger: 'framepay-express-mount',
    entries: [
      {
        name: 'Framepay.applePay.mount(node, options)',
        type: '{form?, extraData?}',
        meaning: 'Shows the Apple Pay button in the node.',
        ground,
      },
      {
        name: 'Framepay.googlePay.mount(node, options)',
        type: '{form?, extraData?}',
        meaning: 'Shows the Google Pay button in the node.',
        ground,
      },
      {
        name: 'Framepay.paypal.mount(node, options)',
        type: '{form?, extraData?}',
        meaning: 'Shows the PayPal button in the node.',
        ground,
      },
    ],
  },
  expressOptions: {
    caption: 'Styling of the wallet buttons',
    heading: 'Option',
    ledger: 'framepay-express-options',
    entries: [
      { name: 'applePay.buttonType', type: 'string', meaning: 'Text on the Apple Pay button.', ground },
      { name: 'applePay.buttonColor', type: 'string', meaning: 'Color of the Apple Pay button.', ground },
      { name: 'applePay.buttonLanguage', type: 'string', meaning: 'Language of the Apple Pay button.', ground },
      { name: 'googlePay.buttonType', type: 'string', meaning: 'Text on the Google Pay button.', ground },
      { name: 'googlePay.buttonColor', type: 'string', meaning: 'Color of the Google Pay button.', ground },
      { name: 'googlePay.buttonHeight', type: 'not documented', meaning: 'Height of the Google Pay button.', ground },
      { name: 'paypal.buttonShape', type: 'string', meaning: 'Shape of the PayPal button.', ground },
      { name: 'paypal.buttonColor', type: 'string', meaning: 'Color of the PayPal button.', ground },
      { name: 'paypal.buttonHeight', type: 'not documented', meaning: 'Height of the PayPal button.', ground },
    ],
  },
};
