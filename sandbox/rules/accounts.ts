/** Accounts, API keys, sessions, organizations and webhook destinations. */
import { testCards } from '../../src/data/test-cards';
import { Refusal } from '../errors';
import { Reply } from '../reply';
import { randomBytes } from 'node:crypto';
import type { Account, Destination, Entity, Fields } from '../records';
import { type Call, type Handlers, makeId, type World } from '../state';
import { getNamed } from './crud';

function checkSecretRules(secret: string, field: string): void {
  if (secret.length < 12 || !/[A-Z]/.test(secret) || !/[a-z0-9]/i.test(secret)) {
    throw new Refusal(400, `${field} must have at least 12 characters, an uppercase letter among them.`);
  }
}

/** The account of the path. The sandbox hands one out for every ID that it's asked for. */
function openAccount({ world, params }: Call): Account {
  const id = params['accountId'] ?? '';
  return (
    world.store.get('accounts', id) ??
    world.create('accounts', 'acc', { id, organizationId: '', userType: 'merchant', activatedAt: null })
  );
}

/** The account of the path, for a caller who knows its secret. */
function openWithSecret(call: Call): Account {
  const account = openAccount(call);
  const secret = String(call.body['secret']);
  if (account.secret === undefined) {
    checkSecretRules(secret, 'secret');
    return call.world.change('accounts', account, { secret });
  }
  if (account.secret !== secret) throw new Refusal(403, 'The secret isn’t that of the account.');
  return account;
}

function createKey(world: World, accountId: string): Entity {
  return world.create('apiKeys', 'key', { accountId, organizationId: '', revokedAt: null, rotatedAt: null });
}

function listKeys(world: World, accountId: string): Entity[] {
  return world.list('apiKeys', '').filter((key) => key['accountId'] === accountId);
}

function createOrganization({ world, body, accountId }: Call): Entity {
  const { organizationName, website, country, reportCurrency } = body;
  const id = crypto.randomUUID();
  return world.create('organizations', 'org', {
    ...body,
    id,
    organizationId: '',
    accountId,
    isBillingConnected: false,
    canDownloadGatewayReports: false,
    isRegistered: false,
    registeredAt: null,
    business: { name: organizationName, website, country },
    account: { reportCurrency },
    isTaxJarConnected: false,
    defaultGatewaySlug: 'None',
    websiteId: makeId('web'),
    hostedOnboardingFormStatus: 'not-started',
  });
}

function createPermit(world: World, organizationId: string): Fields {
  const token = randomBytes(16).toString('hex');
  world.create('sessions', 'ses', { id: token, organizationId });
  return { redirectUrl: `${world.baseUrl}/sandbox/sign-in?sessionToken=${token}`, organizationId };
}

/** Webhooks go to HTTPS addresses; a receiver on the reader's own machine needs none. */
function checkUrl({ url }: Partial<Destination>): void {
  if (url === undefined) return;
  const { protocol, hostname } = new URL(url);
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) {
    throw new Refusal(
      400,
      `url is "${url}": it must begin with https://. The sandbox also takes http:// for a receiver on this machine.`,
    );
  }
}

/** A destination's fields from a body, with the password where no reply shows it. */
function destinationFields({ auth, ...rest }: Fields): Fields {
  if (auth === undefined) return rest;
  const { password, ...shown } = auth as { password: string };
  return { ...rest, auth: shown, password };
}

export const accounts: Handlers = {
  activateAccount: (call) => {
    const { world } = call;
    const account = openWithSecret(call);
    if (listKeys(world, account.id).length === 0) createKey(world, account.id);
    const apiKey = randomBytes(16).toString('hex');
    return { ...world.change('accounts', account, { activatedAt: account.activatedAt ?? world.now }), apiKey };
  },
  changeAccountSecret: (call) => {
    const { secret, newSecret } = call.body as { secret: string; newSecret: string };
    const account = openWithSecret(call);
    checkSecretRules(newSecret, 'newSecret');
    if (newSecret === secret) throw new Refusal(400, 'newSecret must differ from secret.');
    return call.world.change('accounts', account, { secret: newSecret });
  },
  retrieveApiKey: (call) => {
    const { id } = openWithSecret(call);
    return listKeys(call.world, id).at(-1) ?? createKey(call.world, id);
  },
  createApiKey: (call) => createKey(call.world, openWithSecret(call).id),
  rotateApiKey: ({ world, params }) => {
    const key = world.store.get('apiKeys', params['apiKeyId'] ?? '');
    if (key?.['accountId'] !== params['accountId']) throw new Refusal(404, 'The account has no key with this ID.');
    return world.change('apiKeys', key as Entity, { rotatedAt: world.now });
  },
  createAccessPermit: (call) => {
    const { world, body, query } = call;
    const id = body['organizationId'] as string | undefined;
    if (id !== undefined) world.refer('organizations', 'organizationId', id, { organizationId: '' });
    return createPermit(world, id ?? createOrganization({ ...call, accountId: String(query['accountId']) }).id);
  },
  createOrganizationAccessPermit: ({ world, organizationId }) => createPermit(world, organizationId),
  redeemSession: ({ world, query }) => {
    const session = world.store.get('sessions', String(query['sessionToken']));
    if (!session || session.usedAt !== undefined)
      throw new Refusal(401, 'The session token is unknown or was used before.');
    world.change('sessions', session, { usedAt: world.now });
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${part({ alg: 'none', typ: 'JWT' })}.${part({ sub: session.organizationId, iat: Math.floor(world.clock.time / 1000) })}.`;
    return new Reply(undefined, { 'X-New-Token': token });
  },
  createOrganization,
  getOrganization: ({ world, organizationId }) => world.store.get('organizations', organizationId),
  getPublishableKey: ({ organizationId }) => ({ value: `pk_sandbox_${organizationId.replace(/-/g, '')}` }),
  getReadyToPay: () => ({
    paymentMethods: ['payment-card'],
    creditCardBrand: [...new Set(testCards.map(({ brand }) => brand))],
  }),
  createWebhookDestination: ({ world, body }) => {
    checkUrl(body);
    return world.create('destinations', 'whd', {
      ...(destinationFields(body) as unknown as Destination),
      organizationId: '',
    });
  },
  updateWebhookDestination: (call) => {
    checkUrl(call.body);
    return call.world.change('destinations', getNamed(call, 'destinations'), destinationFields(call.body));
  },
};
