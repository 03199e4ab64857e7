/** Accounts, API keys, sessions, organizations and webhook destinations. */
import { randomBytes, randomUUID } from 'node:crypto';
import { Refusal } from '../errors';
import type { Destination, Entity, Fields, Records } from '../records';
import { type Call, type Handlers, makeId, type World } from '../state';
import { getNamed } from './crud';

function checkSecretRules(secret: string, field: string): void {
  if (secret.length < 12 || !/[A-Z]/.test(secret))
    throw new Refusal(400, `${field} must have at least 12 characters, an uppercase letter among them.`);
}

/** The account of the path, for a caller who knows its secret. The sandbox hands one out for every ID that's asked for. */
function openAccount({ world, params, body }: Call): Records['accounts'] {
  const id = params['accountId'] ?? '';
  const secret = String(body['secret']);
  const known = world.store.get('accounts', id);
  const fields = { id, organizationId: '', userType: 'merchant', activatedAt: null };
  const account = known ?? world.create('accounts', 'acc', fields);
  if (account.secret === undefined) {
    checkSecretRules(secret, 'secret');
    return world.change('accounts', account, { secret });
  }
  if (account.secret !== secret) throw new Refusal(403, 'The secret isn’t that of the account.');
  return account;
}

const createKey = (world: World, accountId: string): Entity =>
  world.create('apiKeys', 'key', { accountId, organizationId: '', revokedAt: null, rotatedAt: null });

const findLastKey = (world: World, accountId: string): Entity | undefined =>
  world.store.listOf('apiKeys', '').findLast((key) => key['accountId'] === accountId && key['rotatedAt'] === null);

function createOrganization({ world, body, accountId }: Call): Entity {
  const { organizationName, website, country, reportCurrency } = body;
  const no = { isBillingConnected: false, canDownloadGatewayReports: false, isRegistered: false, registeredAt: null };
  return world.create('organizations', 'org', {
    ...body,
    ...no,
    id: randomUUID(),
    organizationId: '',
    accountId,
    business: { name: organizationName, website, country },
    account: { reportCurrency },
    isTaxJarConnected: false,
    defaultGatewaySlug: 'None',
    websiteId: makeId('web'),
    hostedOnboardingFormStatus: 'not-started',
  });
}

/** A destination's fields from a body, with the password where no reply shows it. Throws a 400 if it needs HTTPS. */
function readDestination(body: Fields): Destination {
  const { auth, ...rest } = body as Partial<Destination>;
  const { protocol, hostname } = new URL(rest.url ?? 'https://localhost');
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal))
    throw new Refusal(400, 'url must begin with https://, or with http:// for a receiver on this machine.');
  const { password, ...shown } = (auth ?? {}) as Fields;
  return { ...rest, ...(auth === undefined ? {} : { auth: shown, password }) } as Destination;
}

export const accounts: Handlers = {
  activateAccount: (call) => {
    const { world } = call;
    const account = openAccount(call);
    if (!findLastKey(world, account.id)) createKey(world, account.id);
    const apiKey = randomBytes(16).toString('hex');
    return { ...world.change('accounts', account, { activatedAt: account.activatedAt ?? world.now }), apiKey };
  },
  changeAccountSecret: (call) => {
    const { secret, newSecret = '' } = call.body as Record<string, string>;
    const account = openAccount(call);
    checkSecretRules(newSecret, 'newSecret');
    if (newSecret === secret) throw new Refusal(400, 'newSecret must differ from secret.');
    return call.world.change('accounts', account, { secret: newSecret });
  },
  retrieveApiKey: (call) => {
    const { id } = openAccount(call);
    return findLastKey(call.world, id) ?? createKey(call.world, id);
  },
  createApiKey: (call) => createKey(call.world, openAccount(call).id),
  rotateApiKey: ({ world, params }) => {
    const key = world.store.get('apiKeys', params['apiKeyId'] ?? '');
    if (key?.['accountId'] !== params['accountId']) throw new Refusal(404, 'The account has no key with this ID.');
    return world.change('apiKeys', key as Entity, { rotatedAt: world.now });
  },
  createOrganizationAccessPermit: ({ world, organizationId }) => ({
    ...{ organizationId, redirectUrl: `${world.baseUrl}/sandbox/sign-in?sessionToken=${makeId('ses')}` },
  }),
  createOrganization,
  getOrganization: ({ world, organizationId }) => world.store.get('organizations', organizationId),
  getPublishableKey: ({ organizationId }) => ({ value: `pk_sandbox_${organizationId.replace(/-/g, '')}` }),
  createWebhookDestination: ({ world, body }) =>
    world.create('destinations', 'whd', { ...readDestination(body), organizationId: '' }),
  updateWebhookDestination: (call) =>
    call.world.change('destinations', getNamed(call, 'destinations'), readDestination(call.body)),
};
