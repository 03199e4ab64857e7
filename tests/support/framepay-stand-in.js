/**
 * A small stand-in of the FramePay script for tests: it does what the documentation says and refuses everything else.
 *
 * Every name that it takes or sends stands in `contract`, which a check compares with `src/data/framepay.ts`. A name
 * outside the contract throws, so that a page which uses one fails its test. Fields are frames of the script's own
 * host, like the real ones; `framepay-host.ts` serves them. In: `window.framepayStandInOptions` (`readyEarly`: announce
 * `ready` while initializing). Out: `window.Framepay` and, for the check, `window.framepayStandIn`.
 */
(() => {
  const contract = {
    settings: [
      ...['publishableKey', 'organizationId', 'websiteId', 'locale', 'i18n', 'style', 'classes'],
      ...['transactionData', 'transactionData.amount', 'transactionData.currency', 'transactionData.label'],
      ...['icon.display', 'icon.color', 'placeholders.card', 'placeholders.bankAccount', 'placeholders.iban'],
      ...['card.expiry.type', 'card.cvv.type', 'card.brands', 'applePay', 'googlePay', 'paypal'],
    ],
    expressOptions: [
      ...['applePay.buttonType', 'applePay.buttonColor', 'applePay.buttonLanguage'],
      ...['googlePay.buttonType', 'googlePay.buttonColor', 'googlePay.buttonHeight'],
      ...['paypal.buttonShape', 'paypal.buttonColor', 'paypal.buttonHeight'],
    ],
    events: ['ready', 'error', 'token-ready'],
    elementEvents: ['ready', 'change', 'focus', 'blur', 'error'],
    extraData: [
      ...['method', 'leadSource', 'billingAddress.firstName', 'billingAddress.lastName', 'billingAddress.organization'],
      ...['billingAddress.address', 'billingAddress.address2', 'billingAddress.city', 'billingAddress.region'],
      ...[
        'billingAddress.country',
        'billingAddress.postalCode',
        'billingAddress.phoneNumbers',
        'billingAddress.emails',
      ],
    ],
    formFields: [
      ...['fullName', 'firstName', 'lastName', 'organization', 'address', 'address2', 'city', 'region', 'country'],
      ...['postalCode', 'phoneNumbers', 'emails', 'token'],
    ],
    errors: ['network-error', 'invalidPaymentCard', 'incompleteCardNumber', 'incompleteExpiry', 'incompleteCvv'],
  };
  const script = document.currentScript;
  const field = new URL('field.html', script instanceof HTMLScriptElement ? script.src : undefined);
  const options = /** @type {{ framepayStandInOptions?: { readyEarly?: boolean } }} */ (window).framepayStandInOptions;

  /** @param {string} code @param {string} type @param {string} message @returns {FramepayError} */
  const failure = (code, type, message) => ({ code, type, message, details: [] });

  /**
   * Throws if an object holds a name that is not documented. A documented name without documented parts is free inside.
   * @param {string} what @param {readonly string[]} known @param {object} value @param {string} [above]
   */
  function requireKnown(what, known, value, above = '') {
    for (const [key, inner] of Object.entries(value)) {
      const path = above + key;
      const hasParts = known.some((name) => name.startsWith(`${path}.`));
      if (!known.includes(path) && !hasParts) throw new TypeError(`${what}: "${path}" is not documented`);
      if (hasParts && typeof inner === 'object' && inner !== null) requireKnown(what, known, inner, `${path}.`);
    }
  }

  /** Handlers by event, for the events of a list. @param {readonly string[]} names */
  function bus(names) {
    /** @type {Map<string, Set<(...payload: any[]) => void>>} */
    const handlers = new Map(names.map((name) => [name, new Set()]));
    /** @param {string} name */
    const listHandlers = (name) => {
      const found = handlers.get(name);
      if (found === undefined) throw new TypeError(`the event "${name}" is not documented`);
      return found;
    };
    return {
      /** @param {string} name @param {(...payload: any[]) => void} handler */
      on: (name, handler) => void listHandlers(name).add(handler),
      /** @param {string} name @param {(...payload: any[]) => void} handler */
      off: (name, handler) => void listHandlers(name).delete(handler),
      /** @param {string} name @param {unknown[]} payload */
      emit: (name, ...payload) => {
        for (const handler of listHandlers(name)) handler(...payload);
      },
    };
  }

  /** @param {string} digits */
  function hasCheckDigit(digits) {
    const sum = [...digits].reverse().reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
    return sum % 10 === 0;
  }

  /**
   * What is wrong with one input of a field, if anything. `isOpen` says that more typing can still mend it.
   * @param {string} part @param {string} value @returns {{ code: string, message: string, isOpen: boolean } | undefined}
   */
  function inputFault(part, value) {
    if (part === 'cardNumber') {
      if (value.length < 15)
        return { code: 'incompleteCardNumber', message: 'The card number is incomplete', isOpen: true };
      if (!hasCheckDigit(value))
        return { code: 'invalidPaymentCard', message: 'The card number is not valid', isOpen: false };
    }
    if (part === 'cardExpiry' && !/^\d\d\/\d\d$/.test(value)) {
      return { code: 'incompleteExpiry', message: 'The expiry date is incomplete', isOpen: true };
    }
    if (part === 'cardCvv' && !/^\d{3,4}$/.test(value)) {
      return { code: 'incompleteCvv', message: 'The verification value is incomplete', isOpen: true };
    }
    // The codes of bank account fields are not documented: an empty one is simply not complete.
    return undefined;
  }

  const parts = {
    card: ['cardNumber', 'cardExpiry', 'cardCvv'],
    bankAccount: ['bankAccountType', 'bankAccountNumber', 'bankRoutingNumber'],
    iban: ['iban'],
  };
  const global = bus(contract.events);
  /** @type {FramepaySettings | undefined} */
  let settings;
  let isReady = false;
  let tokens = 0;
  /** @type {Set<{ method: string, parts: readonly string[], isComplete: () => boolean, fault: () => FramepayError | undefined }>} */
  const mounted = new Set();

  const token = () => {
    tokens += 1;
    return { id: `tok_StandIn${tokens}` };
  };

  /** @param {Element} node */
  function requireMountable(node) {
    if (!isReady) throw new Error('mount was called before the global event "ready"');
    if (!(node instanceof Element)) throw new TypeError('mount takes an element of the page');
  }

  /** @param {keyof typeof parts} method @param {Element} node @param {readonly string[]} shown @returns {FramepayElement} */
  function mountField(method, node, shown) {
    requireMountable(node);
    const events = bus(contract.elementEvents);
    const values = new Map(shown.map((part) => [part, '']));
    const frame = document.createElement('iframe');
    frame.title = 'Payment field';
    frame.src = `${field.href}?parts=${shown.join()}`;
    const fault = () => {
      const found = shown.map((part) => inputFault(part, values.get(part) ?? '')).find(Boolean);
      return found && { ...failure(found.code, 'validation', found.message), isOpen: found.isOpen };
    };
    const isComplete = () => fault() === undefined && [...values.values()].every((value) => value !== '');
    const state = { method, parts: shown, isComplete, fault };
    /** @param {MessageEvent<{ part: string, kind: 'ready' | 'input' | 'focus' | 'blur', value: string }>} message */
    const listen = ({ source, origin, data }) => {
      if (source !== frame.contentWindow || origin !== field.origin) return;
      if (data.kind !== 'input') return events.emit(data.kind);
      values.set(data.part, data.value);
      const wrong = inputFault(data.part, data.value);
      events.emit('change', {
        valid: wrong === undefined || wrong.isOpen,
        completed: isComplete(),
        ...(wrong === undefined ? {} : { error: failure(wrong.code, 'validation', wrong.message) }),
        source: data.part,
      });
    };
    const unmount = () => {
      window.removeEventListener('message', listen);
      mounted.delete(state);
      frame.remove();
    };
    window.addEventListener('message', listen);
    mounted.add(state);
    node.append(frame);
    if (!node.isConnected) {
      setTimeout(() => {
        unmount();
        events.emit('error', failure('stand-in-not-connected', 'mount', 'The node is not part of the page'));
      });
    }
    return { on: events.on, unmount, destroy: unmount };
  }

  /** @param {keyof typeof parts} method @param {boolean} takesAll */
  const fields = (method, takesAll) => ({
    /** @param {Element} node @param {string} [part] */
    mount: (node, part) => {
      const known =
        part === undefined ? takesAll : !(takesAll && parts[method].length === 1) && parts[method].includes(part);
      if (!known) throw new TypeError(`${method}.mount: the part "${part}" is not documented`);
      return mountField(method, node, part === undefined ? parts[method] : [part]);
    },
  });

  /** @param {string} label */
  const express = (label) => ({
    /** @param {Element} node @param {FramepayExpressOptions} [mountOptions] */
    mount: (node, mountOptions = {}) => {
      requireMountable(node);
      requireKnown('options', ['form', 'extraData'], mountOptions);
      if (!settings?.organizationId || !settings.websiteId || !settings.transactionData) {
        throw new Error('express methods need organizationId, websiteId and transactionData');
      }
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = label;
      button.addEventListener('click', () => global.emit('token-ready', token()));
      node.append(button);
    },
  });

  /** Inputs of a form by what their attribute says they hold. @param {HTMLFormElement} form */
  function listInputs(form) {
    /** @type {Map<string, HTMLInputElement>} */
    const inputs = new Map();
    for (const input of Array.from(form.querySelectorAll('[data-framepay]'))) {
      const name = input.getAttribute('data-framepay') ?? '';
      if (!contract.formFields.includes(name)) throw new TypeError(`data-framepay: "${name}" is not documented`);
      if (input instanceof HTMLInputElement) inputs.set(name, input);
    }
    return inputs;
  }

  /** @type {FramepayScript} */
  const Framepay = {
    version: 'stand-in',
    locales: { en: 'en', es: 'es' },
    errorCodes: {
      invalidPaymentCard: 'invalidPaymentCard',
      incompleteCardNumber: 'incompleteCardNumber',
      incompleteExpiry: 'incompleteExpiry',
      incompleteCvv: 'incompleteCvv',
    },
    on: global.on,
    off: global.off,
    initialize(given) {
      if (settings !== undefined) throw new Error('initialize is called once');
      requireKnown('settings', [...contract.settings, ...contract.expressOptions], given);
      settings = given;
      const start = () => {
        if (!/^pk_(sandbox|live)/.test(given.publishableKey)) {
          return global.emit('error', failure('stand-in-wrong-key', 'configuration', 'The publishable key is wrong'));
        }
        isReady = true;
        global.emit('ready');
      };
      if (options?.readyEarly) start();
      else setTimeout(start);
    },
    update(changes) {
      if (settings === undefined) throw new Error('update was called before initialize');
      requireKnown('settings', [...contract.settings, ...contract.expressOptions], changes);
      if ('publishableKey' in changes || 'i18n' in changes || changes.card?.expiry !== undefined) {
        throw new TypeError('publishableKey, card.expiry.type and i18n cannot be changed');
      }
      settings = /** @type {FramepaySettings} */ ({ ...settings, ...changes });
    },
    async createToken(form, extraData = {}) {
      if (!(form instanceof HTMLFormElement)) throw failure('stand-in-no-form', 'usage', 'createToken takes a form');
      requireKnown('extraData', contract.extraData, extraData);
      const inputs = listInputs(form);
      const elements = [...mounted];
      const methods = new Set(elements.map(({ method }) => method));
      if (methods.size === 0) throw failure('stand-in-not-mounted', 'usage', 'No field is mounted');
      if (methods.size > 1 && extraData.method === undefined) {
        throw failure('stand-in-no-method', 'usage', 'Several methods are mounted; name one');
      }
      const incomplete = elements.find((element) => !element.isComplete());
      if (incomplete)
        throw incomplete.fault() ?? failure('stand-in-incomplete', 'validation', 'The fields are incomplete');
      const { firstName, lastName } = extraData.billingAddress ?? {};
      const hasFullName = (inputs.get('fullName')?.value ?? '') !== '';
      if (
        !hasFullName &&
        !((firstName ?? inputs.get('firstName')?.value) && (lastName ?? inputs.get('lastName')?.value))
      ) {
        throw failure('stand-in-no-name', 'validation', 'First and last name are needed');
      }
      const made = token();
      const target = inputs.get('token');
      if (target) target.value = made.id;
      return made;
    },
    card: fields('card', true),
    bankAccount: fields('bankAccount', false),
    iban: fields('iban', true),
    applePay: express('Apple Pay'),
    googlePay: express('Google Pay'),
    paypal: express('PayPal'),
  };
  Object.assign(window, { Framepay, framepayStandIn: { contract } });
})();
