/**
 * The FramePay sample page as a reader pastes it, in a browser, under its own content-security policy, against the
 * stand-in of the script; and the samples of the FramePay pages in a page of their own.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type FrameLocator, type Page, test as base } from '@playwright/test';
import { SAMPLE_PAGE } from '../../scripts/lib/example-hash';
import { codeBlocks, guidePage } from '../check/guides/guide-pages';
import { serveFramePay } from '../support/framepay-host';
import { root } from '../support/routes';

const SHOP = 'https://shop.example';
const GOOD_CARD = '4111111111111111';
const sample = readFileSync(path.join(root, SAMPLE_PAGE), 'utf8');
const filledIn = sample.replace('YOUR_PUBLISHABLE_KEY', 'pk_sandbox_Tidewick3xample');

interface ShopOptions {
  readonly html: string;
  /** The script does not load. */
  readonly isBlocked?: boolean;
  /** The script announces that it is ready while it initializes. */
  readonly readyEarly?: boolean;
  /** Status that the shop's own endpoint answers with. */
  readonly status?: number;
  /** What the shop's own endpoint answers. */
  readonly answer?: Readonly<Record<string, string>>;
}

/** A page of a shop, with what it did. */
class Shop {
  /** Violations of the policy, as the browser reports them. */
  readonly violations: string[] = [];
  /** Uncaught errors: the stand-in throws on every name that is not documented. */
  readonly errors: string[] = [];
  /** Bodies that the page has sent to the shop's endpoints. */
  readonly posts: { path: string; body: unknown }[] = [];

  constructor(readonly page: Page) {}

  get card(): FrameLocator {
    return this.page.frameLocator('#card iframe');
  }

  async open({ html, isBlocked = false, readyEarly = false, status = 201, answer = {} }: ShopOptions): Promise<void> {
    const { page } = this;
    await page.exposeFunction('reportViolation', (text: string) => this.violations.push(text));
    await page.addInitScript((early) => {
      Object.assign(window, { framepayStandInOptions: { readyEarly: early } });
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        const { reportViolation } = window as unknown as { reportViolation: (text: string) => void };
        reportViolation(`${violatedDirective} ${blockedURI}`);
      });
    }, readyEarly);
    page.on('pageerror', ({ message }) => this.errors.push(message));
    await page.route(`${SHOP}/**`, (route) => {
      const request = route.request();
      const { pathname } = new URL(request.url());
      if (request.method() === 'POST') {
        this.posts.push({ path: pathname, body: request.postDataJSON() as unknown });
        return route.fulfill({ status, json: answer });
      }
      return pathname === '/'
        ? route.fulfill({ contentType: 'text/html', body: html })
        : route.fulfill({ status: 204 });
    });
    await serveFramePay(page, isBlocked);
    await page.goto(`${SHOP}/`);
  }

  async fillNames(): Promise<void> {
    await this.page.getByLabel('First name').fill('Maya');
    await this.page.getByLabel('Last name').fill('Lindqvist');
  }

  async fillCard(number = GOOD_CARD): Promise<void> {
    await this.card.getByLabel('Card number').fill(number);
    await this.card.getByLabel('Expiry date').fill('12/30');
    await this.card.getByLabel('Verification value').fill('123');
  }

  get save() {
    return this.page.getByRole('button', { name: 'Save card' });
  }
}

/** `shop` fails the test if the page broke its policy or threw. */
const test = base.extend<{ shop: Shop }>({
  shop: async ({ page }, use) => {
    const shop = new Shop(page);
    await use(shop);
    expect(shop.violations, 'violations of the content-security policy').toEqual([]);
    expect(shop.errors, 'uncaught errors').toEqual([]);
  },
});

for (const readyEarly of [false, true]) {
  test(`sample page: saves a card, each time with a new token${readyEarly ? ', when ready comes early' : ''}`, async ({
    shop,
  }) => {
    await shop.open({ html: filledIn, readyEarly });
    await expect(shop.save).toBeDisabled();
    await shop.fillNames();
    await shop.fillCard();
    await shop.save.click();
    await expect(shop.page.getByRole('status')).toHaveText('Your card is saved.');
    await shop.save.click();
    await expect.poll(() => shop.posts).toHaveLength(2);
    expect(shop.posts).toEqual([
      { path: '/cards', body: { token: 'tok_StandIn1' } },
      { path: '/cards', body: { token: 'tok_StandIn2' } },
    ]);
    await expect(shop.page.getByRole('alert')).toHaveText('');
    await expect(shop.page.locator('#card iframe'), 'the field is mounted once').toHaveCount(1);
  });
}

test('sample page: disables the button with a reason while the card is invalid', async ({ shop }) => {
  await shop.open({ html: filledIn });
  await shop.fillNames();
  await shop.fillCard('4111');
  await shop.card.getByLabel('Card number').fill('41111');
  await expect(shop.page.getByRole('alert')).toHaveText('The card number is incomplete');
  await expect(shop.save).toBeDisabled();
  await shop.card.getByLabel('Card number').fill('4111111111111112');
  await expect(shop.page.getByRole('alert')).toHaveText('The card number is not valid');
  await expect(shop.save).toBeDisabled();
  await shop.card.getByLabel('Card number').fill(GOOD_CARD);
  await expect(shop.page.getByRole('alert')).toHaveText('');
  await expect(shop.save).toBeEnabled();
  expect(shop.posts).toEqual([]);
});

test('sample page: asks for names before it creates a token', async ({ shop }) => {
  await shop.open({ html: filledIn });
  await shop.fillCard();
  await shop.page.getByLabel('First name').fill(' ');
  await shop.page.getByLabel('Last name').fill('Lindqvist');
  await shop.save.click();
  await expect(shop.page.getByRole('alert')).toHaveText('First and last name are needed');
  expect(shop.posts).toEqual([]);
});

test('sample page: shows that the server rejected the request, and lets the customer try again', async ({ shop }) => {
  await shop.open({ html: filledIn, status: 500 });
  await shop.fillNames();
  await shop.fillCard();
  await shop.save.click();
  await expect(shop.page.getByRole('alert')).toHaveText("We couldn't save your card. Check it and try again.");
  await expect(shop.page.getByRole('status')).toHaveText('');
  await expect(shop.save).toBeEnabled();
});

test("sample page: shows that the script didn't load", async ({ shop }) => {
  await shop.open({ html: filledIn, isBlocked: true });
  await expect(shop.page.getByRole('alert')).toContainText("couldn't load");
  await expect(shop.save).toBeDisabled();
});

test('sample page: shows that the key is wrong', async ({ shop }) => {
  await shop.open({ html: sample });
  await expect(shop.page.getByRole('alert')).toContainText("couldn't start");
  await expect(shop.save).toBeDisabled();
  await expect(shop.page.locator('#card iframe')).toHaveCount(0);
});

base('the tests notice a violated policy and an undocumented name', async ({ page }) => {
  const shop = new Shop(page);
  const broken = filledIn.replace('frame-src https://framepay.pai.example', "frame-src 'none'");
  await shop.open({ html: broken });
  await expect.poll(() => shop.violations).toEqual([expect.stringContaining('frame-src')]);

  const other = new Shop(await page.context().newPage());
  // Without a policy of its own the changed script runs.
  const renamed = filledIn.replace(/<meta\s+http-equiv[^>]*>/, '').replace("card.on('change'", "card.on('input'");
  await other.open({ html: renamed });
  await expect.poll(() => other.errors).toEqual([expect.stringContaining('"input" is not documented')]);
});

/** A page with the elements that a sample of the guide names, and the sample as its script. */
function createPage(code: string, body: string): string {
  return `<!doctype html><html lang="en"><title>Sample</title><body>${body}
    <script src="https://framepay.pai.example/framepay.js"></script><script>${code}</script></body></html>`;
}

/** The sample of a FramePay page that contains a piece of code. */
function sampleWith(page: string, piece: string): string {
  const found = codeBlocks(guidePage(`framepay/${page}`)).find(
    ({ language, code }) => language === 'js' && code.includes(piece),
  );
  if (found === undefined) throw new Error(`docs/api/framepay/${page}.mdx: no sample has ${piece}; correct the test`);
  return found.code;
}

/** What the sample of the express methods finds in its page. */
const CHECKOUT = `<form id="checkout" data-publishable-key="pk_sandbox_Test" data-organization-id="o" data-website-id="w"></form>
  <p id="apple-pay"></p><p id="google-pay"></p><p id="paypal"></p><p id="status" role="status"></p>`;

const start = "Framepay.initialize({publishableKey: 'pk_sandbox_Test'});";

const expressMethods = (): string => createPage(sampleWith('framepay-express-methods', 'token-ready'), CHECKOUT);
const PENDING = 'Your payment is being processed. We will email you the result.';

test('sample of the express methods: one press, one payment', async ({ shop }) => {
  await shop.open({ html: expressMethods(), answer: { outcome: 'paid' } });
  for (const name of ['Apple Pay', 'Google Pay', 'PayPal']) {
    await expect(shop.page.getByRole('button', { name })).toBeVisible();
  }
  await shop.page.getByRole('button', { name: 'Google Pay' }).click();
  await expect(shop.page.getByRole('status')).toHaveText('Paid. Thank you.');
  await shop.page.getByRole('button', { name: 'Google Pay' }).click();
  expect(shop.posts).toEqual([{ path: '/payments', body: { token: 'tok_StandIn1' } }]);
});

test('sample of the express methods: a failed payment can be tried again', async ({ shop }) => {
  await shop.open({ html: expressMethods(), answer: { outcome: 'failed' } });
  const button = shop.page.getByRole('button', { name: 'PayPal' });
  await button.click();
  await expect(shop.page.getByRole('status')).toContainText('The payment failed.');
  await button.click();
  await expect.poll(() => shop.posts).toHaveLength(2);
});

test('sample of the express methods: a lost response offers no second payment', async ({ shop }) => {
  await shop.open({ html: expressMethods() });
  await shop.page.route('**/payments', (route) => route.abort());
  const button = shop.page.getByRole('button', { name: 'PayPal' });
  await button.click();
  await expect(shop.page.getByRole('status')).toHaveText(PENDING);
  await shop.page.unroute('**/payments');
  await button.click();
  await expect(shop.page.getByRole('status')).toHaveText(PENDING);
  expect(shop.posts).toEqual([]);
});

test("sample of the express methods: a pending payment sends the customer to the bank's page", async ({ shop }) => {
  await shop.open({ html: expressMethods(), answer: { outcome: 'pending', redirectUrl: `${SHOP}/bank` } });
  const bank = shop.page.waitForRequest(`${SHOP}/bank`);
  await shop.page.getByRole('button', { name: 'Apple Pay' }).click();
  await bank;
});

test('sample of the events: the button follows the field', async ({ shop }) => {
  const body = '<p id="card"></p><p id="card-error" role="alert"></p><button id="save" disabled>Save card</button>';
  await shop.open({ html: createPage(sampleWith('framepay-events', 'showState') + start, body) });
  await shop.fillCard('4111111111111112');
  await shop.card.getByLabel('Card number').fill('4111111111111113');
  await expect(shop.page.getByRole('alert')).toHaveText('The card number is not valid');
  await expect(shop.save).toBeDisabled();
  await shop.card.getByLabel('Card number').fill(GOOD_CARD);
  await expect(shop.save).toBeEnabled();
});

test('sample of the split card: the button waits for all three parts', async ({ shop }) => {
  const body = '<p id="number"></p><p id="expiry"></p><p id="cvv"></p><button id="save" disabled>Save card</button>';
  const code = `Framepay.on('ready', () => { ${sampleWith('framepay-events', 'cardExpiry')} }); ${start}`;
  await shop.open({ html: createPage(code, body) });
  const part = (id: string): FrameLocator => shop.page.frameLocator(`#${id} iframe`);
  await part('number').getByLabel('Card number').fill(GOOD_CARD);
  await part('expiry').getByLabel('Expiry date').fill('12/30');
  await expect(shop.save).toBeDisabled();
  await part('cvv').getByLabel('Verification value').fill('123');
  await expect(shop.save).toBeEnabled();
  await part('expiry').getByLabel('Expiry date').fill('1');
  await expect(shop.save).toBeDisabled();
});

test('sample of createToken: form inputs and extra data create a token', async ({ shop }) => {
  const inputs = '<input data-framepay="firstName" value="Maya"><input type="hidden" data-framepay="token">';
  const body = `<form id="card-form"><p id="card"></p>${inputs}<button id="save">Save card</button></form>`;
  const create = sampleWith('framepay-reference', 'createToken');
  const code = `const form = document.getElementById('card-form');
    form.addEventListener('submit', async (event) => { event.preventDefault(); ${create} });
    Framepay.on('ready', () => Framepay.card.mount(document.getElementById('card'))); ${start}`;
  await shop.open({ html: createPage(code, body) });
  const logged = shop.page.waitForEvent('console');
  await shop.fillCard();
  await shop.save.click();
  expect((await logged).text()).toBe('tok_StandIn1');
  await expect(shop.page.locator('[data-framepay="token"]')).toHaveValue('tok_StandIn1');
});
