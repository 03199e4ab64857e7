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
export type FramePayGround =
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
    caption: 'Settings of Framepay.initialize',
    heading: 'Setting',
    ledger: 'framepay-settings',
    entries: [
      {
        name: 'publishableKey',
        type: 'string',
        required: true,
        meaning:
          'The publishable key of the organization. It is meant for the browser and does not replace the API key.',
        ground,
      },
      {
        name: 'organizationId',
        type: 'string',
        meaning: 'Identifier of the organization. Send it always: express methods need it.',
        ground,
      },
      {
        name: 'websiteId',
        type: 'string',
        meaning:
          'Identifier of the website, the `websiteId` of the organization. Send it always: express methods need it.',
        ground,
      },
      {
        name: 'transactionData',
        type: 'object',
        meaning:
          'What the sheet of a wallet shows: `amount`, `currency` and `label`. Express methods need it. It charges nothing.',
        ground,
      },
      { name: 'transactionData.amount', type: 'number', meaning: 'Amount on the sheet of the wallet.', ground },
      {
        name: 'transactionData.currency',
        type: 'string',
        meaning: 'Three-letter currency code of the amount.',
        ground,
      },
      {
        name: 'transactionData.label',
        type: 'string',
        meaning: 'Words that stand beside the amount on the sheet.',
        ground,
      },
      {
        name: 'locale',
        type: "'auto' | 'en' | 'es'",
        default: "'auto'",
        meaning: 'Language of placeholders and messages. An unknown language falls back to `en`.',
        ground,
      },
      {
        name: 'i18n',
        type: 'object',
        meaning:
          'Your own wording per locale, for example of validation messages under `i18n.en.validations`. Cannot be changed by `update`.',
        ground,
      },
      {
        name: 'icon.display',
        type: 'boolean',
        default: 'true',
        meaning: 'Specifies if the card field shows the icon of the card brand.',
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
          'Placeholder texts of the bank account fields, all optional: `routingNumber`, `accountNumber`, and `type` with `savings`, `checking` and `other`.',
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
          'CSS properties of the text inside the fields, per state: `base`, `focus`, `valid`, `invalid`, `buttons`. Each state may nest `:hover`, `:focus`, `:disabled`, `::placeholder` and `::selection`. CSS of your page does not reach into the fields.',
        ground,
      },
      {
        name: 'classes',
        type: 'object',
        meaning:
          'Class names that the script sets on your mount nodes per state: `base`, `focus`, `valid`, `invalid`, `buttons`, `secondary`, `dropdown`, `group`, `webkitAutofill`. Name your own, so that your CSS does not depend on the built-in names.',
        ground,
      },
      {
        name: 'card.expiry.type',
        type: "'text' | 'dropdown'",
        meaning: 'How the expiry date is entered. Cannot be changed by `update`.',
        ground,
      },
      {
        name: 'card.cvv.type',
        type: "'text' | 'password'",
        meaning: 'Specifies if the verification value is shown or masked while it is typed.',
        ground,
      },
      {
        name: 'card.brands',
        type: 'string[] | null',
        meaning: 'The card brands that the field accepts; `null` accepts all that FramePay knows.',
        ground,
      },
      {
        name: 'applePay',
        type: 'object',
        meaning: 'Look of the Apple Pay button: `buttonType`, `buttonColor`, `buttonLanguage`.',
        ground,
      },
      {
        name: 'googlePay',
        type: 'object',
        meaning: 'Look of the Google Pay button: `buttonType`, `buttonColor`, `buttonHeight`.',
        ground,
      },
      {
        name: 'paypal',
        type: 'object',
        meaning: 'Look of the PayPal button: `buttonShape`, `buttonColor`, `buttonHeight`.',
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
        meaning: 'One combined card field: number, expiry date and verification value.',
        ground,
      },
      {
        name: "Framepay.card.mount(node, 'cardNumber')",
        type: 'element',
        meaning: 'The card number alone. When you split the card, mount all three parts.',
        ground,
      },
      {
        name: "Framepay.card.mount(node, 'cardExpiry')",
        type: 'element',
        meaning: 'The expiry date alone. When you split the card, mount all three parts.',
        ground,
      },
      {
        name: "Framepay.card.mount(node, 'cardCvv')",
        type: 'element',
        meaning: 'The verification value alone. When you split the card, mount all three parts.',
        ground,
      },
      {
        name: "Framepay.bankAccount.mount(node, 'bankAccountType')",
        type: 'element',
        meaning: 'Type of the bank account. Mount all three bank account parts.',
        ground,
      },
      {
        name: "Framepay.bankAccount.mount(node, 'bankAccountNumber')",
        type: 'element',
        meaning: 'Number of the bank account. Mount all three bank account parts.',
        ground,
      },
      {
        name: "Framepay.bankAccount.mount(node, 'bankRoutingNumber')",
        type: 'element',
        meaning: 'Routing number of the bank. Mount all three bank account parts.',
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
        name: 'Framepay.initialize(settings)',
        type: 'void',
        meaning:
          'Starts the script with your settings. Call it once, after the handlers of `ready` and `error` are set.',
        ground,
      },
      {
        name: 'Framepay.update(settings)',
        type: 'void',
        meaning: 'Merges settings over the current ones. Keys that you leave out stay; `null` resets a key.',
        ground,
      },
      {
        name: 'Framepay.createToken(form, extraData)',
        type: 'Promise<token>',
        meaning:
          'Turns what the mounted fields hold into a token. Mount first. The promise rejects with `{code, message}`.',
        ground,
      },
      {
        name: 'Framepay.on(name, handler)',
        type: 'void',
        meaning: 'Sets a handler of a global event.',
        ground,
      },
      {
        name: 'Framepay.off(name, handler)',
        type: 'void',
        meaning: 'Takes the handler away.',
        ground,
      },
      {
        name: 'Framepay.version',
        type: 'string',
        meaning: 'Version of the script. Name it when you report a problem.',
        ground,
      },
      { name: 'Framepay.locales', type: 'object', meaning: 'The locales that the script knows.', ground },
      {
        name: 'Framepay.errorCodes',
        type: 'object',
        meaning: 'The codes of validation errors. Compare with these instead of strings of your own.',
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
        meaning: 'Sets a handler of an event of this element.',
        ground,
      },
      { name: 'element.unmount()', type: 'void', meaning: 'Takes the field out of the page.', ground },
      {
        name: 'element.destroy()',
        type: 'void',
        meaning: 'Ends the element for good. Mount a new one to show the field again.',
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
        meaning: 'The script is initialized. Mount your elements now. It is not sent when initialization failed.',
        ground,
      },
      {
        name: 'error',
        type: '{code, type, message, details}',
        meaning: 'Initialization, the network or the configuration failed.',
        ground,
      },
      {
        name: 'token-ready',
        type: 'token',
        meaning: 'An express method made a token. Card, bank account and IBAN tokens come from `createToken` instead.',
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
        meaning: 'What the field holds has changed. Use it to enable the button and to show what is wrong.',
        ground,
      },
      { name: 'focus', type: 'no payload', meaning: 'The field has received the focus.', ground },
      { name: 'blur', type: 'no payload', meaning: 'The field has lost the focus.', ground },
      {
        name: 'error',
        type: '{code, type, message, details}',
        meaning: 'The field could not be mounted. It is unmounted again.',
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
        meaning: 'Specifies if what was typed is valid, or still can become valid while the field has the focus.',
        ground,
      },
      {
        name: 'completed',
        type: 'boolean, optional',
        meaning: 'Specifies if the field is valid and complete. Enable the button by this one.',
        ground,
      },
      {
        name: 'error',
        type: 'object, optional',
        meaning: 'What is wrong, with `code`, `type`, `message` and `details`. Show `message` to the customer.',
        ground,
      },
      { name: 'source', type: 'string', meaning: 'The part that changed, for example `cardNumber`.', ground },
    ],
  },
  errorPayload: {
    caption: 'Payload of the error event',
    heading: 'Field',
    ledger: 'framepay-error-payload',
    entries: [
      { name: 'code', type: 'string', meaning: 'What failed, for example `network-error`. Log it.', ground },
      { name: 'type', type: 'string', meaning: 'The kind of the error. Log it.', ground },
      { name: 'message', type: 'string', meaning: 'Words for people.', ground },
      { name: 'details', type: 'array', meaning: 'More about the cause, possibly empty.', ground },
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
        meaning: 'The script did not reach its server. Offer to try again.',
        ground,
      },
      {
        name: 'invalidPaymentCard',
        type: 'validation',
        meaning: 'The card number is not one of a card that the field accepts.',
        ground,
      },
      { name: 'incompleteCardNumber', type: 'validation', meaning: 'The card number is too short.', ground },
      { name: 'incompleteExpiry', type: 'validation', meaning: 'The expiry date is not complete.', ground },
      { name: 'incompleteCvv', type: 'validation', meaning: 'The verification value is not complete.', ground },
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
        meaning: 'Name of the payment method. Send it when elements of several methods are mounted.',
        ground,
      },
      {
        name: 'billingAddress.firstName',
        type: 'string',
        required: true,
        meaning: 'First name. A token needs it, from here or from the form.',
        ground,
      },
      {
        name: 'billingAddress.lastName',
        type: 'string',
        required: true,
        meaning: 'Last name. A token needs it, from here or from the form.',
        ground,
      },
      { name: 'billingAddress.organization', type: 'string', meaning: 'Name of the company.', ground },
      { name: 'billingAddress.address', type: 'string', meaning: 'First line of the address.', ground },
      { name: 'billingAddress.address2', type: 'string', meaning: 'Second line of the address.', ground },
      { name: 'billingAddress.city', type: 'string', meaning: 'City.', ground },
      { name: 'billingAddress.region', type: 'string', meaning: 'State, province or region.', ground },
      { name: 'billingAddress.country', type: 'string', meaning: 'Two-letter country code.', ground },
      { name: 'billingAddress.postalCode', type: 'string', meaning: 'Postal code.', ground },
      {
        name: 'billingAddress.phoneNumbers',
        type: '{label, value}[]',
        meaning: 'Phone numbers.',
        ground,
      },
      { name: 'billingAddress.emails', type: '{label, value}[]', meaning: 'E-mail addresses.', ground },
      {
        name: 'leadSource',
        type: 'object',
        meaning: 'Where the customer came from, for your marketing reports.',
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
        meaning: 'First and last name in one input. Use this or the two below.',
        ground,
      },
      { name: 'firstName', type: 'string', meaning: 'First name.', ground },
      { name: 'lastName', type: 'string', meaning: 'Last name.', ground },
      { name: 'organization', type: 'string', meaning: 'Name of the company.', ground },
      { name: 'address', type: 'string', meaning: 'First line of the address.', ground },
      { name: 'address2', type: 'string', meaning: 'Second line of the address.', ground },
      { name: 'city', type: 'string', meaning: 'City.', ground },
      { name: 'region', type: 'string', meaning: 'State, province or region.', ground },
      { name: 'country', type: 'string', meaning: 'Two-letter country code.', ground },
      { name: 'postalCode', type: 'string', meaning: 'Postal code.', ground },
      { name: 'phoneNumbers', type: 'string', meaning: 'A phone number.', ground },
      { name: 'emails', type: 'string', meaning: 'An e-mail address.', ground },
      {
        name: 'token',
        type: 'hidden input',
        meaning: 'The script writes the identifier of the token into this input.',
        ground,
      },
    ],
  },
  expressMethods: {
    caption: 'Express methods',
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
    caption: 'Look of the express buttons',
    heading: 'Setting',
    ledger: 'framepay-express-options',
    entries: [
      { name: 'applePay.buttonType', type: 'string', meaning: 'Words on the Apple Pay button.', ground },
      { name: 'applePay.buttonColor', type: 'string', meaning: 'Color of the Apple Pay button.', ground },
      { name: 'applePay.buttonLanguage', type: 'string', meaning: 'Language of the Apple Pay button.', ground },
      { name: 'googlePay.buttonType', type: 'string', meaning: 'Words on the Google Pay button.', ground },
      { name: 'googlePay.buttonColor', type: 'string', meaning: 'Color of the Google Pay button.', ground },
      { name: 'googlePay.buttonHeight', type: 'not specified', meaning: 'Height of the Google Pay button.', ground },
      { name: 'paypal.buttonShape', type: 'string', meaning: 'Shape of the PayPal button.', ground },
      { name: 'paypal.buttonColor', type: 'string', meaning: 'Color of the PayPal button.', ground },
      { name: 'paypal.buttonHeight', type: 'not specified', meaning: 'Height of the PayPal button.', ground },
    ],
  },
};
