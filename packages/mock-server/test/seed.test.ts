import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createServer, type Seed, SeedError } from '../src/index.ts';
import { TOKENS } from './boat-shop.ts';
import { startServer, type TestServer } from './harness.ts';
import { message, postMessages } from './script-shop.ts';

/** The example of the project's specification, as a file would contain it. */
const example = readFileSync(new URL('./fixtures/example-seed.json', import.meta.url), 'utf8');

/** Starts a server with anything as the seed. Returns the problems. */
async function problemsOf(seed: unknown): Promise<readonly string[]> {
  try {
    const server = await createServer({ seed: seed as Seed });
    await server.close();
  } catch (error) {
    if (error instanceof SeedError) return error.problems;
    throw error;
  }
  return [];
}

const account = (members: object) => ({ accounts: [{ id: '1', ...members }] });

/** An account with an owner. */
const owned = (members: object) =>
  account({ users: [{ email: 'owner@acme.test', token: TOKENS.owner }], ...members }) as Seed;

describe('seeds', () => {
  it('the example seed is applied as it is', async () => {
    await using server = await startServer({ seed: JSON.parse(example) });
    expect(await server.accounts()).toEqual([{ id: '9999999', tokens: ['trickle_demo_token'] }]);
    const token = 'trickle_demo_token';
    const user = await server.send('GET', '/v2/user', { token });
    expect(user.body.users).toEqual([
      { email: 'owner@acme.test', name: 'Olive', time_zone: 'America/Los_Angeles' },
    ]);
    const { body } = await server.send('GET', '/v2/accounts/9999999', { token });
    expect(body.accounts).toMatchObject([
      { name: 'Acme', url: 'https://acme.test', default_from_email: 'ann@acme.test' },
    ]);
    for (const path of ['campaigns/111', 'workflows/222']) {
      expect((await server.send('GET', path, { token })).status).toBe(200);
    }
    expect((await server.send('GET', 'campaigns/222', { token })).status).toBe(404);
  });

  it('a seed can omit everything', async () => {
    await using server = await startServer({ seed: {} });
    expect(await server.accounts()).toEqual([]);
    expect((await server.get('tags')).status).toBe(401);
  });

  it('omitted ids, users and tokens are generated', async () => {
    await using server = await startServer({ seed: { accounts: [{}, { users: [{ email: 'a@b.test' }] }] } });
    const accounts = await server.accounts();
    const id = expect.stringMatching(/^\d{9}$/);
    const tokens = [expect.stringMatching(/^[0-9a-f]{32}$/)];
    expect(accounts).toEqual([
      { id, tokens },
      { id, tokens },
    ]);
    const { accountId, apiKey } = server.connection;
    expect([accountId, apiKey]).toEqual([accounts[0]?.id, accounts[0]?.tokens[0]]);
    expect((await server.send('GET', `/v2/accounts/${accountId}`, { token: apiKey })).status).toBe(200);
  });

  it('the default seed is one account with a known token', async () => {
    await using server = await createServer();
    expect(await server.accounts()).toEqual([{ id: '9999999', tokens: ['trickle_demo_token'] }]);
  });

  it('a seed can contain activities of subscribers', async () => {
    const seed = owned({
      subscribers: [{ email: 'ann@acme.test', created_at: '2026-01-01T00:00:00+01:00' }],
      events: [{ email: 'ANN@acme.test', action: 'Rowed' }],
    });
    await using server = await startServer({ seed });
    expect((await server.get('/v2/1/event_actions')).body.event_actions).toEqual(['Rowed']);
    expect((await server.get('/v2/1/subscribers/ann@acme.test')).body.subscribers).toMatchObject([
      { created_at: '2025-12-31T23:00:00Z' },
    ]);
  });
});

describe('names without subscribers', () => {
  const names = {
    custom_fields: ['plan', 'size'],
    tags: ['vip', 'trial'],
    event_actions: ['Viewed', 'Bought'],
  };
  const listed = async (server: TestServer) => ({
    ...(await server.get('/v2/1/tags')).body,
    ...(await server.get('/v2/1/custom_field_identifiers')).body,
    ...(await server.get('/v2/1/event_actions')).body,
  });

  it('the lists have the declared names and those of subscribers, each once', async () => {
    const ann = { email: 'ann@acme.test', tags: ['boats', 'vip'], custom_fields: { hat: 'L', plan: 'pro' } };
    const events = [{ email: 'ann@acme.test', action: 'Rowed' }];
    await using server = await startServer({ seed: owned({ ...names, subscribers: [ann], events }) });
    expect(await listed(server)).toMatchObject({
      tags: ['boats', 'trial', 'vip'],
      custom_field_identifiers: ['plan', 'size', 'hat'],
      event_actions: ['Bought', 'Rowed', 'Viewed'],
    });
    const { body } = await server.get('/v2/1/event_actions?page=2&per_page=2');
    expect(body).toMatchObject({ event_actions: ['Viewed'], meta: { total_count: 3, total_pages: 2 } });
  });

  it('an extension adds its names, and the account does not show them as attributes', async () => {
    await using server = await startServer({ seed: owned(names) });
    await server.extend({ tags: ['new', 'vip'], event_actions: ['Left'], custom_fields: ['hat'] });
    expect(await listed(server)).toMatchObject({
      tags: ['new', 'trial', 'vip'],
      custom_field_identifiers: ['plan', 'size', 'hat'],
      event_actions: ['Bought', 'Left', 'Viewed'],
    });
    const [shown] = (await server.get('/v2/accounts/1')).body.accounts as object[];
    expect(Object.keys(shown ?? {}).filter((name) => /tags|actions|fields/.test(name))).toEqual([]);
  });
});

describe('invalid seeds', () => {
  const a = { email: 'a@b.test' };

  it.each([
    [{ subscribes: [] }, ': unknown member subscribes, did you mean subscribers?'],
    [{ subscribers: [{ ...a, frist_name: 'Ann' }] }, 'unknown member frist_name, did you mean first_name?'],
    [{ subscribers: [{ ...a, firstName: 'Ann' }] }, 'unknown member firstName, did you mean first_name?'],
    [
      { campaigns: [{ name: 'x', emails: [{ subject: 'x', htmlbody: '' }] }] },
      '.campaigns[0].emails[0]: unknown member htmlbody, did you mean html_body?',
    ],
    [{ subscribers: [{}] }, '.subscribers[0].email is required'],
    [{ subscribers: [{ email: 'ann' }] }, '.subscribers[0].email must be a valid email address'],
    [{ subscribers: 'ann' }, '.subscribers must be a list'],
    [{ users: [{ ...a, role: 'boss' }] }, '.users[0].role must be one of owner, member, viewer'],
    [{ campaigns: [{ name: 'x', status: 'gone' }] }, '.status must be one of draft, active, paused'],
    [{ id: '' }, '.id is required'],
    [{ created_at: 'today' }, '.created_at must be a valid ISO 8601 time'],
    [{ webhooks: [{ post_url: 'x' }] }, '.webhooks[0].post_url must be a valid URL'],
  ])('an account with an unknown member or a wrong value is rejected: %j', async (members, problem) => {
    const [only = '', ...more] = await problemsOf(account(members));
    expect(more).toEqual([]);
    expect(only).toMatch(/^accounts\[0\]/);
    expect(only.endsWith(problem), only).toBe(true);
  });

  it.each([
    [{ acounts: [] }, 'unknown member acounts, did you mean accounts?'],
    [{ xyz: 1 }, 'unknown member xyz; known are $schema, $left_out, accounts, oauth_applications'],
  ])('a seed with an unknown member is rejected: %j', async (seed, problem) => {
    expect(await problemsOf(seed)).toEqual([problem]);
  });

  it('all problems of a seed are reported at once, in a message of one line', async () => {
    const seed = account({ subscribers: [{ email: 'x', nam: 'y' }], forms: 7 });
    const problems = await problemsOf(seed);
    expect(problems).toHaveLength(3);
    expect(new SeedError(problems).message).toBe(`${problems[0]} (and 2 more)`);
  });

  it.each([null, [], 'text', 7])('the seed %j is rejected', async (seed) => {
    expect(await problemsOf(seed)).toEqual([
      'a seed must be an object with "accounts" and "oauth_applications"',
    ]);
  });

  it.each([
    [{ accounts: [{ id: '1' }, { id: '1' }] }, "accounts: id: '1' is not unique"],
    [
      { accounts: ['a', 'b'].map((name) => ({ users: [{ email: `${name}@b.test`, token: 't' }] })) },
      "accounts: users: token: 't' is not unique",
    ],
  ])('a seed whose accounts share what is unique is rejected: %j', async (seed, problem) => {
    expect(await problemsOf(seed)).toEqual([problem]);
  });
});

describe('resets', () => {
  it('a reset deletes everything and applies the seed again', async () => {
    await using server = await startServer();
    const before = await server.state();
    await server.save({ email: 'cy@acme.test', tags: ['x'], custom_fields: { y: 'z' } });
    await server.post('events', { events: [{ id: 'p2', action: 'Rowed' }] });
    await server.delete('subscribers/p2');
    expect(await server.state()).not.toBe(before);
    await server.reset();
    expect(await server.state()).toBe(before);
  });

  it('a reset keeps generated ids and tokens', async () => {
    await using server = await startServer({ seed: { accounts: [{}] } });
    const accounts = await server.accounts();
    await server.reset();
    expect(await server.accounts()).toEqual(accounts);
    const { accountId, apiKey } = server.connection;
    expect((await server.send('GET', `/v2/${accountId}/tags`, { token: apiKey })).status).toBe(200);
  });

  it('a reset lets a message of the page script be applied again', async () => {
    await using server = await startServer();
    const messages = [message('track', { action: 'Rowed' })];
    await postMessages(server, messages);
    await server.reset();
    expect((await server.get('event_actions')).body.event_actions).toEqual([]);
    await postMessages(server, messages);
    expect((await server.get('event_actions')).body.event_actions).toEqual(['Rowed']);
  });
});
