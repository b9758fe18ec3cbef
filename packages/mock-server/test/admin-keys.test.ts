import { afterAll, describe, expect, it, test } from 'vitest';
import { type AdminRoute, accessTo, adminRoutes, takesAccount } from '../src/admin/http/routes.ts';
import { ChangesQuery } from '../src/admin/http/streams.ts';
import { createServer, type Seed, type Server } from '../src/index.ts';
import { neededBy, queryOf } from './admin-inputs.ts';
import { basic } from './harness.ts';

const PASSWORD = 'open sesame';
const [OWN, OTHER] = ['1111111', '2222222'];
const [OWN_KEY, OTHER_KEY] = ['key_of_ann', 'key_of_bob'];
const SECRET = 'nobody-else-reads-this';

/** Two accounts with a record of each noun. Each text of the other one contains a mark. */
const accountSeed = (id: string, owner: string, token: string, mark: string) => ({
  id,
  name: mark,
  default_from_email: `${mark}@acme.test`,
  default_postal_address: mark,
  users: [{ email: `${owner}@acme.test`, token }],
  subscribers: [{ id: `subscriber${id}`, email: `${mark}@example.com`, tags: [mark] }],
  events: [{ email: `${mark}@example.com`, action: mark }],
  campaigns: [{ id: `campaign${id}`, name: mark, emails: [{ subject: mark }] }],
  broadcasts: [{ id: `broadcast${id}`, name: mark, subject: mark }],
  workflows: [{ id: `workflow${id}`, name: mark, steps: [] }],
  forms: [{ id: `form${id}`, headline: mark }],
  goals: [{ id: `goal${id}`, name: mark }],
  webhooks: [{ id: `webhook${id}`, post_url: `http://localhost:1/${mark}` }],
});

const seed: Seed = {
  accounts: [accountSeed(OWN, 'ann', OWN_KEY, 'ours'), accountSeed(OTHER, 'bob', OTHER_KEY, SECRET)],
};

async function start(): Promise<Server> {
  const server = await createServer({ adminPassword: PASSWORD, time: { speed: 0 } });
  for (const one of seed.accounts ?? []) await server.createAccount({ seed: one, clock: { speed: 0 } });
  return server;
}

const NOUNS = ['subscriber', 'campaign', 'broadcast', 'workflow', 'form', 'goal', 'webhook'];

/** Values of path parameters and required members, for records of an account. */
const valuesOf = (accountId: string): Record<string, unknown> =>
  Object.fromEntries(NOUNS.map((noun) => [`${noun}_id`, `${noun}${accountId}`]));

const filled = (path: string, values: Record<string, unknown>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? 'x'));

type Operation = Pick<AdminRoute, 'name' | 'method' | 'path' | 'input'> & { readonly isNaming: boolean };

type Choice = { accountId: string; records?: string; authorization?: string };

/** A request of an operation for an account, which names records of another account if `records` says so. */
function requestOf(operation: Operation, choice: Choice): Request {
  const { accountId, records = accountId, authorization } = choice;
  const { method, path, isNaming } = operation;
  const values = { ...valuesOf(records), account_id: accountId };
  const url = new URL(`http://trickle.localhost${filled(path, values)}`);
  const isInBody = method !== 'GET' && isNaming && !path.includes('{account_id}');
  if (!isInBody && !path.includes('{account_id}')) url.searchParams.set('account_id', accountId);
  const [subscriber, campaign] = [`subscriber${records}`, `campaign${records}`];
  const needed = neededBy(operation, { of: subscriber, subscriber, campaign, campaign_id: campaign });
  if (method === 'GET') for (const [name, value] of queryOf(needed)) url.searchParams.set(name, value);
  const body = { ...needed, ...(isInBody && { account_id: accountId }) };
  return new Request(url, {
    method,
    headers: authorization === undefined ? {} : { authorization },
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
  });
}

const operations = adminRoutes.map((operation) => ({ ...operation, isNaming: takesAccount(operation) }));

const streams = ['events', 'changes', 'webhooks'].map((name) => ({
  name: `${name}.stream`,
  method: 'GET' as const,
  path: `/_admin/${name}/stream`,
  input: ChangesQuery,
  isNaming: true,
}));

/** The operations that only operators may run. Everything else is open to the key of an account, for this account. */
const SERVER_ONLY = [
  'accounts.create',
  'applications.list',
  'applications.register',
  'applications.remove',
  'applications.revoke',
  'applications.tokens',
  'applications.update',
  'server.reset',
  'server.seed',
  'state.import',
  'tokens.create',
  'tokens.revoke',
  'users.change',
  'users.create',
];

/** The status of an answer, whose stream is ended. */
async function statusOf(server: Server, request: Request): Promise<number> {
  const { status, body } = await server.fetch(request);
  await body?.cancel();
  return status;
}

const isRefusal = (status: number) => status === 401 || status === 403;

// U-278
describe('access to the admin API', () => {
  /** For requests that are refused or only read, which change nothing. */
  const shared = start();
  /** For requests that change something: before each, it has its first state again. */
  const changing = start();
  const first = changing.then((server) => server.exportState());
  const fresh = async () => {
    const server = await changing;
    await server.importState(await first);
    return server;
  };
  afterAll(async () => {
    await (await shared).close();
    await (await changing).close();
  });

  test('only these operations need the password', () => {
    const found = adminRoutes.filter((operation) => accessTo(operation) === 'server');
    expect(found.map(({ name }) => name).sort()).toEqual(SERVER_ONLY);
  });

  // U-278
  const ways = [basic(OWN_KEY), `Basic ${btoa(`:${OWN_KEY}`)}`, `Bearer ${OWN_KEY}`];
  test.each(ways)('a key opens an operation of its account as %s', async (authorization) => {
    const list = operations.find(({ name }) => name === 'subscribers.list') ?? expect.unreachable();
    expect(await statusOf(await shared, requestOf(list, { accountId: OWN, authorization }))).toBe(200);
  });

  describe.each([...operations, ...streams])('of $name', (operation) => {
    const isReading = operation.method === 'GET';
    const ask = async (choice: Choice) => {
      if (isReading) return await askShared(choice);
      return await statusOf(await fresh(), requestOf(operation, choice));
    };
    const askShared = async (choice: Choice) => statusOf(await shared, requestOf(operation, choice));

    it('is refused without credentials, and with a key that nobody has', async () => {
      expect(await askShared({ accountId: OWN })).toBe(401);
      for (const authorization of [basic('no_such_key'), `Basic ${btoa(`${OWN_KEY}:wrong`)}`]) {
        expect(await askShared({ accountId: OWN, authorization })).toBe(401);
      }
    });

    it('is open to the password', async () => {
      // An input without an account is answered with 422: the account is unknown.
      const status = await ask({ accountId: OWN, authorization: `Basic ${btoa(`:${PASSWORD}`)}` });
      expect(status).not.toBe(500);
      expect(isRefusal(status)).toBe(false);
    });

    it('is open to the key of the account, unless it concerns the server', async () => {
      const status = await ask({ accountId: OWN, authorization: basic(OWN_KEY) });
      expect(status).not.toBe(500);
      expect([isRefusal(status), status === 403]).toEqual(
        SERVER_ONLY.includes(operation.name) ? [true, true] : [false, false],
      );
    });

    it('is refused to the key of another account', async () => {
      expect(await askShared({ accountId: OTHER, authorization: basic(OWN_KEY) })).toBe(403);
    });

    it('with a key of one account shows and changes nothing of another, even by the ids of its records', async () => {
      const server = await (isReading ? shared : fresh());
      const before = JSON.stringify((await server.exportState({ accountId: OTHER })).tables);
      const choice = { accountId: OWN, records: OTHER, authorization: basic(OWN_KEY) };
      const answer = await server.fetch(requestOf(operation, choice));
      const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
      const text = isStream ? '' : await answer.text();
      await (isStream ? answer.body?.cancel() : undefined);
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain(OTHER_KEY);
      expect(JSON.stringify((await server.exportState({ accountId: OTHER })).tables)).toBe(before);
    });
  });
});
