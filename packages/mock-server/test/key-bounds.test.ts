import { expect, it } from 'vitest';
import { createServer } from '../src/index.ts';
import { callAs, type Json } from './admin-client.ts';
import { basic, startServer, type TestServer } from './harness.ts';

/** Calls the admin API with a key, or with the password. */
const call = (server: TestServer, key: string, route: string, body?: unknown) => {
  const [method, path] = route.split(' ');
  const authorization = key === 'secret' ? `Basic ${btoa(':secret')}` : basic(key);
  return callAs(server, authorization, `${method} /_admin${path}`, body);
};

/** A server with two accounts, each with an owner and two members. */
function shared(): Promise<TestServer> {
  const account = (id: string) => ({
    id,
    users: [
      { email: `owner@${id}.test`, token: `owner-${id}` },
      ...['member', 'helper'].map((name) => ({
        ...{ email: `${name}@${id}.test`, token: `${name}-${id}` },
        role: 'member' as const,
      })),
    ],
  });
  return startServer({ seed: { accounts: [account('1'), account('2')] }, adminPassword: 'secret' });
}

// U-278
it('the checkpoints of one account drop neither those of another nor those of the server', async () => {
  await using server = await shared();
  const take = (key: string, account?: string) =>
    call(server, key, 'POST /checkpoints', account === undefined ? {} : { account_id: account });
  const others = [await take('secret'), await take('owner-2', '2')].map(({ body }) => body.id);
  for (let i = 0; i < 52; i++) expect((await take('owner-1', '1')).status).toBe(201);
  const { body } = await call(server, 'secret', 'GET /checkpoints');
  const ids = body.checkpoints.map(({ id }: Json) => id);
  expect(ids).toEqual(expect.arrayContaining(others));
  expect(ids).toHaveLength(52);
});

// U-337
it('checkpoints of an account are bounded by their size too, and the error says that one was dropped', async () => {
  const seed = { accounts: [{ id: '1', users: [{ email: 'owner@1.test', token: 'owner-1' }] }] };
  await using server = await createServer({ seed, limits: false, retention: { characters: 40_000_000 } });
  const body = JSON.stringify({ padding: 'x'.repeat(4_900_000) });
  const headers = { authorization: `Basic ${btoa('owner-1:')}` };
  for (let i = 0; i < 6; i++)
    await server.fetch(new Request('http://localhost/v2/1/subscribers', { method: 'POST', headers, body }));
  const taken: string[] = [];
  for (let i = 0; i < 5; i++) taken.push((await server.snapshot({ accountId: '1' })).id);
  const whole = await server.snapshot();
  expect((await server.checkpoints()).map(({ id }) => id)).toEqual([...taken.slice(-3), whole.id]);
  await expect(server.restore(taken[0] ?? '')).rejects.toThrow(
    `unknown checkpoint '${taken[0]}'; older ones are dropped: an account keeps its newest 50 checkpoints, of up to 100 MB in all`,
  );
});

// U-278
it('a checkpoint that a key restores leaves tokens and roles as they are', async () => {
  await using server = await shared();
  const send = async (token: string, method: string, path: string, body?: object) =>
    (await server.send(method, `/v2/1/${path}`, { token, body })).status;
  const save = (key: string) =>
    send(key, 'POST', 'subscribers', { subscribers: [{ email: 'ann@acme.test' }] });
  const { body } = await call(server, 'owner-1', 'POST /checkpoints', { account_id: '1' });
  expect([await save('owner-1'), await save('member-1'), await save('helper-1')]).toEqual([200, 200, 200]);
  const { users } = (await call(server, 'secret', 'GET /accounts/1')).body;
  const helper = users.find(({ email }: Json) => email.startsWith('helper'));
  await call(server, 'secret', `PUT /accounts/1/users/${helper.id}`, { role: 'viewer' });
  await call(server, 'secret', 'DELETE /accounts/1/tokens/member-1');
  expect([await save('member-1'), await save('helper-1')]).toEqual([401, 403]);

  expect((await call(server, 'owner-1', `POST /checkpoints/${body.id}/restore`)).status).toBe(204);
  expect([await save('member-1'), await save('helper-1')]).toEqual([401, 403]);
  expect(await send('owner-1', 'GET', 'subscribers/ann@acme.test')).toBe(404);

  // A caller with the password restores all of it.
  expect((await call(server, 'secret', `POST /checkpoints/${body.id}/restore`)).status).toBe(204);
  expect([await save('member-1'), await save('helper-1')]).toEqual([200, 200]);
});

// U-278
it('a checkpoint has a name of characters that show', async () => {
  await using server = await shared();
  for (const name of [
    ...['a\nb', '\u0001', 'x'.repeat(256), '\u009b'],
    ...['', ' ', '\u00a0\u3000', '\u200b', 'a\u202eb', '\u2066a\u2069', 'a\u200f'],
  ]) {
    const { status } = await call(server, 'owner-1', 'POST /checkpoints', { account_id: '1', name });
    expect(status, JSON.stringify(name)).toBe(422);
  }
});
