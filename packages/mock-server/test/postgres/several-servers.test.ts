import { describe, expect, test } from 'vitest';
import { boatShop } from '../boat-shop.ts';
import { Receiver, status } from '../webhook-receiver.ts';
import { threeServers } from './several-servers.ts';

const ACCOUNT = '9999999';

describe('three servers on one database', () => {
  const { several, servers, serverAt } = threeServers();

  test('the seed is applied once', async () => {
    const [, , third] = await several.openThree();
    expect(await third.accounts()).toHaveLength(boatShop().accounts?.length ?? 0);
  });

  test('a change is visible on the other servers at once', async () => {
    for (let i = 0; i < 6; i++) {
      const { id } = await serverAt(i).save({ email: `reader${i}@acme.test`, tags: [`t${i}`] });
      expect(await serverAt(i + 1).subscriber(id)).toMatchObject({ tags: [`t${i}`] });
    }
  });

  test('an hourly limit counts the requests to all servers, exactly', async () => {
    const limited = await several.openThree({ limits: { individual: 30, concurrency: false } });
    const answers = await Promise.all(
      limited.flatMap((server, i) =>
        Array.from({ length: 20 }, (_, k) => server.upsert({ email: `reader${i}-${k}@acme.test` })),
      ),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((code) => code === 200)).toHaveLength(30);
    expect(statuses.filter((code) => code === 429)).toHaveLength(30);
  });

  test('each record of a batch is applied once, whichever servers work on it', async () => {
    const subscribers = Array.from({ length: 60 }, (_, i) => ({
      email: `many${i}@acme.test`,
      tags: ['many'],
    }));
    const answers = await Promise.all([
      servers[0].post('subscribers/batches', { batches: [{ subscribers: subscribers.slice(0, 30) }] }),
      servers[1].post('subscribers/batches', { batches: [{ subscribers: subscribers.slice(30) }] }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([201, 201]);
    await servers[2].settle();
    const tagged = await servers[2].get('subscribers?tags=many&per_page=1000');
    expect(tagged.body.subscribers).toHaveLength(60);
    const created = (await servers[1].events()).filter(({ event }) => event === 'subscriber.created');
    const many = new Set(tagged.body.subscribers?.map(({ id }) => id));
    expect(created.filter(({ subscriberId }) => many.has(subscriberId))).toHaveLength(60);
  });

  test('webhooks of a subscriber arrive once and in order', async () => {
    await using receiver = await Receiver.start(status(200));
    const webhook = { post_url: receiver.url, events: ['subscriber.applied_tag'] };
    await servers[0].post('webhooks', { webhooks: [webhook] });
    const { id } = await servers[0].save({ email: 'orderly@acme.test' });
    for (let i = 0; i < 20; i++) {
      await serverAt(i).post('tags', { tags: [{ email: 'orderly@acme.test', tag: `tag${i}` }] });
    }
    await servers[1].settle();
    const own = receiver.came.filter(({ data }) => data.subscriber.id === id);
    expect(own.map(({ data }) => data.properties?.tag)).toEqual(
      Array.from({ length: 20 }, (_, i) => `tag${i}`),
    );
  });

  test('the clock of one server is the clock of all', async () => {
    await servers[0].time.freeze();
    const frozen = servers[0].time.now().getTime();
    await servers[1].get('tags');
    expect(servers[1].time.now().getTime()).toBe(frozen);
    await servers[1].advance({ days: 2 });
    const { id } = await servers[2].save({ email: 'later@acme.test' });
    expect(await servers[0].subscriber(id)).toMatchObject({
      created_at: new Date(frozen + 2 * 86_400_000).toISOString().replace(/\.\d+Z$/, 'Z'),
    });
    expect(servers[2].time.now()).toEqual(new Date(frozen + 2 * 86_400_000));
  });

  test('an account of one server, with its own clock, is an account of all', async () => {
    const tenant = await servers[0].createAccount({ clock: { now: '2031-01-01T00:00:00Z', speed: 0 } });
    const { accountId, apiKey: token } = tenant;
    const path = `/v2/${accountId}/subscribers`;
    const body = { subscribers: [{ email: 'tenant@acme.test' }] };
    const answer = await servers[1].send('POST', path, { token, body });
    expect(answer.body.subscribers?.[0]).toMatchObject({ created_at: '2031-01-01T00:00:00Z' });
    await tenant.remove();
    expect((await servers[1].send('GET', path, { token })).status).toBe(401);
  });

  test('a server that ends leaves its jobs and locks to the others', async () => {
    await using receiver = await Receiver.start(() => undefined);
    const db = await several.newDatabase();
    const first = await several.open(db);
    const webhook = { post_url: receiver.url, events: ['subscriber.applied_tag'] };
    await first.post('webhooks', { webhooks: [webhook] });
    const arrived = Promise.withResolvers<void>();
    receiver.answer = () => arrived.resolve();
    await first.post('tags', { tags: [{ email: 'left@acme.test', tag: 'vip' }] });
    await arrived.promise; // the first server waits for an answer that does not come
    receiver.answer = status(200);
    const other = await several.open(db); // started now, so that it cannot have taken the job before
    await first.server.close();
    await other.settle();
    expect(receiver.came.map(({ data }) => data.properties?.tag)).toEqual(['vip', 'vip']);
    expect((await other.get('tags')).body.tags).toContain('vip');
  });

  test('a subscriber does not stay locked after an outage of the database during an update', async () => {
    const proxy = await several.proxy(await several.newDatabase());
    const server = await several.open(proxy.url);
    server.expectsOutages = true;
    await server.save({ email: 'patient@acme.test' });
    const update = async () => (await server.upsert({ email: 'patient@acme.test', tags: ['cut'] })).status;
    proxy.cutAfter('cut', { thenRefuse: true });
    expect(await update()).toBe(503);
    proxy.accept();
    await expect.poll(update).toBe(200);
  });

  test('a reset on one server is a reset on all', async () => {
    await servers[0].save({ email: 'gone@acme.test' });
    await servers[1].reset();
    expect((await servers[2].get('subscribers/gone%40acme.test')).status).toBe(404);
    await servers[0].save({ email: 'new@acme.test' });
    expect(await servers[2].subscriber('new@acme.test')).toMatchObject({ status: 'active' });
  });

  test('state that one account exports is imported by another server', async () => {
    const { id } = await servers[0].save({ email: 'kept@acme.test', tags: ['kept'] });
    const state = await servers[0].exportState({ accountId: ACCOUNT });
    await servers[1].delete(`subscribers/${id}`);
    await servers[2].importState(state);
    expect(await servers[0].subscriber(id)).toMatchObject({ tags: ['kept'] });
  });
});
