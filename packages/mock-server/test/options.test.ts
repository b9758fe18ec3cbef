import { definitionOf } from '@trickle/sdk/contract';
import { afterAll, describe, expect, it } from 'vitest';
import type { Argument, Signature } from '../src/admin/arguments.ts';
import { isOperation, type Tree } from '../src/admin/functions.ts';
import { adminRoutes, takesAccount } from '../src/admin/http/routes.ts';
import { time } from '../src/admin/operations/clock.ts';
import { sharedOperations } from '../src/admin/operations/shared.ts';
import { tenantSignatures } from '../src/admin/operations/tenant.ts';
import { serverSignatures } from '../src/admin/server-control.ts';
import { createServer, OptionsError, type Server, UnknownAccount } from '../src/index.ts';
import { SCHEMA_VERSION } from '../src/store/engine/migrations/migrations.ts';
import { neededBy, queryOf } from './admin-inputs.ts';
import { scenarios, startServer } from './harness.ts';

/** All functions of a signature table by name, as in `time.advance`. */
function signaturesIn(table: object, path = ''): [name: string, signature: Signature][] {
  return Object.entries(table).flatMap(([name, entry]: [string, Signature | object]) =>
    'takes' in entry ? [[path + name, entry]] : signaturesIn(entry, `${path}${name}.`),
  );
}

const functions = signaturesIn(serverSignatures);
const ofTenants = signaturesIn(tenantSignatures);

/** A server for calls that are refused before they change anything. */
const started = createServer();
const before = started.then((server) => server.exportState());
afterAll(async () => {
  await using server = await started;
  expect((await server.exportState()).tables).toEqual((await before).tables);
});

/** Calls a function by name, sync or async. */
async function call(owner: object, name: string, args: readonly unknown[]): Promise<unknown> {
  const work = name.split('.').reduce((at, part) => Reflect.get(at, part), owner) as unknown as (
    ...args: readonly unknown[]
  ) => unknown;
  return work(...args);
}

/** Arguments with one wrong value. */
const argumentsWith = (signature: Signature, at: number, value: unknown) =>
  signature.takes.map((argument, i) => (i === at ? value : exampleOf(argument)));

function exampleOf({ isOptional, problems }: Argument): unknown {
  if (isOptional) return undefined;
  const fitting = ['subscriber.created', 'none', 'https://acme.test', 1, {}].find(
    (value) => problems(value).length === 0,
  );
  return fitting ?? {};
}

/** The arguments that are options objects. */
const optionsOf = ([name, signature]: [string, Signature]) =>
  signature.takes.flatMap((argument, i) =>
    argument.problems({ unheardOf: 1 }).some((problem) => problem.includes('unknown member unheardOf'))
      ? [[name, signature, i] as const]
      : [],
  );

describe('argument checks', () => {
  it('every function of a server has a signature', async () => {
    await using server = await createServer();
    const names = (owner: object, path = ''): string[] =>
      Object.entries(owner).flatMap(([name, member]) => {
        if (typeof member === 'function') return [path + name];
        return typeof member === 'object' && !Array.isArray(member) && name !== 'connection'
          ? names(member, `${path}${name}.`)
          : [];
      });
    const guarded = functions.map(([name]) => name);
    expect(names(server).sort()).toEqual([...guarded, 'close', 'fetch'].sort());
    await using account = await server.createAccount();
    expect(names(account).sort()).toEqual(ofTenants.map(([name]) => name).sort());
  });

  it.each(functions.flatMap(optionsOf))('%s rejects an unknown member', async (name, signature, at) => {
    const args = argumentsWith(signature, at, { unheardOf: 1 });
    const error = await call(await started, name, args).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OptionsError);
    expect((error as Error).message).toMatch(new RegExp(`^${name}: .*unknown member unheardOf`));
  });

  it.each(functions)('%s rejects an argument that it does not have', async (name, { takes }) => {
    const args = [...takes.map(exampleOf), { accountId: '1' }];
    await expect(call(await started, name, args)).rejects.toThrow('unknown argument {"accountId":"1"}');
  });

  const withAccount = functions.flatMap(([name, signature]) =>
    signature.takes.flatMap(({ accountIn, problems }, i) => {
      if (!accountIn) return [];
      const value = [{ accountId: '1' }, '1', { account: '1' }].find(
        (one) => accountIn(one) === '1' && problems(one).length === 0,
      );
      return value === undefined ? [] : [[name, signature, i, value] as const];
    }),
  );

  it.each(withAccount)('%s rejects an unknown account', async (name, signature, at, value) => {
    const args = argumentsWith(signature, at, value);
    // The other required arguments are valid.
    const given = args.map((argument, i) => (i === at ? argument : (FORMS[name]?.[i] ?? argument)));
    await expect(call(await started, name, given)).rejects.toThrow(UnknownAccount);
  });

  it('errors suggest the most similar name', async () => {
    await using server = await createServer({ seed: { accounts: [{ id: '9999999' }] } });
    for (const [name, given, problem] of [
      [
        'createServer',
        { limits: { individul: 3 } },
        'limits: unknown member individul, did you mean individual?',
      ],
      ['createServer', { sead: {} }, 'did you mean seed?'],
      ['createAccount', { sead: 1 }, 'createAccount: unknown member sead, did you mean seed?'],
      ['expectRequest', { operaton: 'subscribers.upsert' }, 'did you mean operation?'],
      ['expectRequest', { operation: 'subscriber.upsert' }, 'did you mean subscribers.upsert?'],
      ['events', { event: 'subscriber.create' }, 'did you mean subscriber.created?'],
      ['time.freeze', { accountId: '999999' }, "unknown account '999999', did you mean 9999999?"],
      ['time.now', { accountId: '1' }, "unknown account '1'; known accounts: 9999999"],
      ['reset', { accountId: '9999999' }, 'unknown argument'],
    ] as const) {
      await expect(call({ ...server, createServer }, name, [given])).rejects.toThrow(problem);
    }
  });

  it("a tenant's functions reject unknown members, and cannot reach another account", async () => {
    await using server = await createServer();
    await using account = await server.createAccount();
    for (const name of ['advance', 'events', 'faults.add']) {
      await expect(call(account, name, [{ unheardOf: 1 }])).rejects.toThrow('unknown member unheardOf');
    }
    const { accountId } = account;
    await expect(account.events({ accountId: '9999999' })).rejects.toThrow(
      `this is account '${accountId}'; use the server's functions for account '9999999'`,
    );
    expect(await account.events({ accountId })).toEqual([]);
    await account.remove();
    await expect(account.events()).rejects.toThrow(UnknownAccount);
  });
});

/** The functions whose first argument is an object, with the names of its members. */
function functionsIn(tree: Tree, path: readonly string[] = []): [string, readonly string[]][] {
  return Object.entries(tree).flatMap(([name, node]) => {
    const at = [...path, name];
    if (!isOperation(node)) return functionsIn(node as Tree, at);
    const type = node.input()[node.first[0] ?? ''];
    const { shape } = type ? definitionOf(type) : {};
    return shape ? [[at.join('.'), Object.keys(shape)]] : [];
  });
}

const withObject = functionsIn({ ...sharedOperations, time, advance: time.advance });

it('functions that take an object are known', () => {
  const names = withObject.map(([name]) => name);
  expect(names).toContain('advance');
  expect(names).toContain('expectRequest');
});

it.each(withObject)('%s with a string or a number shows its members', async (name, members) => {
  const server = await started;
  for (const value of ['3 days', 3]) {
    await expect(call(server, name, [value])).rejects.toThrow(`must be an object of ${members.join(', ')}`);
  }
});

/** Valid values besides the account, by position. */
const FORMS: Readonly<Record<string, readonly unknown[]>> = {
  'mail.preview': [{ subscriber: 'x', campaignId: '1' }],
  'mail.sendTest': [{ subscriber: 'x', campaignId: '1', to: 'ann@acme.test' }],
  rehearse: [async () => undefined],
  'broadcasts.schedule': ['1', { send_at: '2030-01-01T00:00:00Z' }],
};

describe('assertions that a request was not received', () => {
  const misspelled: readonly [Parameters<Server['expectRequest']>[0], string][] = [
    [{ path: '/v2/*/subscribrs' }, 'no operation is at /v2/*/subscribrs, did you mean /v2/*/subscribers?'],
    [{ path: '/subscribers' }, 'no operation is at /subscribers'],
    [{ method: 'PUT', path: '/v2/*/tags' }, 'no operation is at PUT /v2/*/tags'],
    [{ operation: 'tags.list', path: '/v2/*/subscribers' }, 'tags.list is not at /v2/*/subscribers'],
    [
      { operation: 'subscribers.upsert', body: { frist_name: 'Ann' } },
      'unknown member frist_name, did you mean first_name?',
    ],
    [{ operation: 'tags.list', body: { email: 'ann@acme.test' } }, 'tags.list takes no body'],
    [{ body: { emial: /./ } }, 'unknown member emial, did you mean email?'],
    [
      { operation: 'subscribers.list', query: { staus: 'all' } },
      'unknown parameter staus, did you mean status?',
    ],
  ];

  // U-161
  it.each(misspelled)('an assertion with the misspelling %j is rejected', async (filter, message) => {
    const server = await started;
    await expect(server.expectRequest(filter, { times: 0 })).rejects.toThrow(OptionsError);
    await expect(server.expectRequest(filter, { times: 0 })).rejects.toThrow(message);
    await expect(server.requests.find(filter)).rejects.toThrow(message);
    await expect(server.warnings(filter)).rejects.toThrow(message);
  });

  // U-161
  it.each<Parameters<Server['expectRequest']>[0]>([
    {},
    { operation: 'subscribers.upsert', body: { email: expect.any(String), custom_fields: { any: 'thing' } } },
    { operation: 'subscribers.upsertBatch', body: { email: 'ann@acme.test' } },
    { path: '/v2/**', body: { tags: ['vip'] } },
    { path: '/v2/9999999/subscribers/ann@acme.test', method: 'get' },
    { path: '/v2/{account_id}/subscribers/{id}/unsubscribe', method: 'POST' },
    { path: '/client/*/messages', body: { command: 'track' } },
    { path: '/forms/1/submissions' },
    { body: { command: 'track' } },
    { operation: 'shopperActivity.order', body: { own: 'member' } },
    { operation: 'subscribers.list', query: { status: 'all' } },
    { body: { subscribers: [{ email: 'ann@acme.test' }] } },
  ])('an assertion that could match passes: %j', async (filter) => {
    expect(await (await started).expectRequest(filter, { times: 0 })).toEqual([]);
  });

  it('requests to unknown paths can be found', async () => {
    await using server = await startServer();
    await server.get('subscribrs');
    expect(await server.requests.find({ path: '/v2/*/subscribrs' })).toMatchObject([{ status: 404 }]);
  });
});

scenarios('every operation of the admin API', (start) => {
  it('an unknown member and an unknown parameter are rejected', async () => {
    await using server = await start();
    for (const { name, method, path } of adminRoutes) {
      const filled = path.replace('/_admin', '').replaceAll(/\{(\w+)\}/g, 'none');
      const byQuery = [`${filled}?unheard_of=1`, method === 'PUT' ? {} : undefined] as const;
      const byBody = [filled, { ...(name === 'state.import' && STATE), unheard_of: 1 }] as const;
      for (const [to, sent] of method === 'GET' ? [byQuery] : [byQuery, byBody]) {
        const { status, body } = await server.admin.call(method, to, sent);
        expect(status, name).toBe(422);
        expect(JSON.stringify(body), name).toContain('unknown member unheard_of');
      }
    }
  });

  it('an unknown account is rejected', async () => {
    await using server = await start();
    const { admin } = server;
    for (const route of adminRoutes.filter(takesAccount)) {
      const { name, method, path } = route;
      const filled = path.replace('/_admin', '').replaceAll(/\{(\w+)\}/g, '1');
      const members = { ...(!path.includes('{account_id}') && { account_id: '1' }), ...neededBy(route) };
      const { status, body } =
        method === 'GET'
          ? await admin.get(`${filled}?${queryOf(members)}`)
          : await admin.call(method, filled, members);
      expect(status, name).toBe(404);
      expect(JSON.stringify(body), name).toContain("unknown account '1'");
    }
    for (const name of ['events', 'changes']) {
      expect((await admin.get(`/${name}/stream?account_id=1`)).status).toBe(404);
    }
  });

  it('a repeated member is rejected', async () => {
    await using server = await start();
    const { admin } = server;
    expect((await admin.get('/events?account_id=9999999&account_id=8888888')).body.errors).toMatchObject([
      { message: 'account_id is given more than once' },
    ]);
    const twice = await admin.post('/accounts/9999999/goals', { account_id: '8888888', name: 'x' });
    expect(twice.body.errors).toMatchObject([{ message: 'account_id is given in more than one place' }]);
  });

  it('only the first of many unknown members are listed', async () => {
    await using server = await start();
    const many = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`unknown_${i}`, 1]));
    for (const path of ['/clock/advance', '/reset', '/faults', '/accounts/9999999/seed']) {
      const { status, body } = await server.admin.post(path, many);
      expect([path, status, body.errors.length]).toEqual([path, 422, 21]);
    }
  });
});

const STATE = { format: 'trickle-state', version: SCHEMA_VERSION, clocks: [], faults: [], tables: {} };
