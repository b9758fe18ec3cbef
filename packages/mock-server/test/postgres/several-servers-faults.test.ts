import { describe, expect, test } from 'vitest';
import { addFaults } from '../../src/cli/start.ts';
import { FaultError } from '../../src/index.ts';
import { Receiver, status } from '../webhook-receiver.ts';
import { threeServers } from './several-servers.ts';

describe('the fault rules of three servers on one database', () => {
  const { several, servers, serverAt } = threeServers();

  /** The statuses of as many requests at once, to the servers in turn. */
  const statusesOf = async (count: number): Promise<number[]> => {
    const answers = Array.from({ length: count }, (_, i) => serverAt(i).get('tags'));
    return (await Promise.all(answers)).map((answer) => answer.status);
  };

  test('a rule that one server adds applies on all of them, until another one removes it', async () => {
    const [one, two, three] = servers;
    for (let round = 0; round < 3; round++) {
      const { id } = await one.faults.add({ operation: 'tags.list', status: 503 });
      expect((await two.get('tags')).headers.get('x-trickle-fault')).toBe(id);
      expect((await three.get('tags')).status).toBe(503);
      expect(await two.faults.list()).toMatchObject([{ id, status: 503, seen: 2, fired: 2 }]);
      expect(await three.faults.clear(id)).toBe(1);
      expect(await statusesOf(3)).toEqual([200, 200, 200]);
      expect(await one.faults.list()).toEqual([]);
    }
  });

  test('a rule that may take effect three times does so three times, whichever servers are asked at once', async () => {
    await servers[0].faults.add({ operation: 'tags.list', status: 503, times: 3 });
    const statuses = await statusesOf(30);
    expect(statuses.filter((code) => code === 503)).toHaveLength(3);
    expect(statuses.filter((code) => code === 200)).toHaveLength(27);
    expect(await servers[1].faults.list()).toMatchObject([{ fired: 3 }]);
  });

  test('matches are counted exactly, and a rule at random takes effect as often as in memory', async () => {
    const random = { operation: 'tags.list', status: 500, after: 10, probability: 0.5, seed: 7 } as const;
    await servers[1].faults.add(random);
    const hits = (await statusesOf(40)).filter((code) => code === 500).length;
    const [rule] = await servers[2].faults.list();
    expect(rule).toMatchObject({ seen: 40, fired: hits });
    await servers[0].faults.clear();
    await servers[0].faults.add(random);
    const again: number[] = [];
    for (let i = 0; i < 40; i++) again.push(...(await statusesOf(1)));
    expect(again.filter((code) => code === 500)).toHaveLength(hits);
  });

  test('a rule on webhooks applies on the server that sends the webhook', async () => {
    await using receiver = await Receiver.start(status(200));
    const [one, two, three] = servers;
    const { text } = await one.post('webhooks', {
      webhooks: [{ post_url: receiver.url, events: ['subscriber.created'] }],
    });
    await two.faults.webhook(JSON.parse(text).webhooks[0].id, { drop: 'before', times: 1 });
    await three.save({ email: 'dropped@acme.test' });
    await one.settle();
    expect(receiver.came).toEqual([]);
    expect(await three.faults.list()).toMatchObject([{ seen: 1, fired: 1 }]);
  });

  test('an id is taken on all servers', async () => {
    await servers[0].faults.add({ id: 'mine', status: 500, path: '/none' });
    await expect(servers[1].faults.add({ id: 'mine', status: 503 })).rejects.toThrow(FaultError);
    const ids = await Promise.all(
      servers.map(async (server) => (await server.faults.add({ status: 500, path: '/none' })).id),
    );
    expect(new Set(ids).size).toBe(3);
  });

  test('an account sees and removes its own rules only, and they go with the account', async () => {
    const [one, two, three] = servers;
    const tenant = await one.createAccount();
    await tenant.faults.add({ status: 503 });
    await two.faults.add({ status: 500, operation: 'tags.list' });
    expect(await tenant.faults.list()).toMatchObject([{ account: tenant.accountId }]);
    expect(await three.faults.list()).toHaveLength(2);
    await two.removeAccount(tenant.accountId);
    expect(await three.faults.list()).toMatchObject([{ status: 500 }]);
  });

  test('a checkpoint and a reset restore the rules of all servers', async () => {
    const [one, two, three] = servers;
    await one.faults.add({ operation: 'tags.list', status: 503, times: 2 });
    expect((await two.get('tags')).status).toBe(503);
    const { id } = await one.snapshot();
    expect(await statusesOf(3)).toEqual(expect.arrayContaining([503, 200, 200]));
    await one.restore(id);
    expect([(await three.get('tags')).status, (await two.get('tags')).status]).toEqual([503, 200]);
    await three.reset();
    expect(await one.faults.list()).toEqual([]);
    expect((await two.get('tags')).status).toBe(200);
  });

  test('a rule outlives the server that added it', async () => {
    const [one, two, three] = await several.openThree();
    await one.faults.add({ operation: 'tags.list', status: 503, times: 1 });
    await one.server.close();
    expect([(await two.get('tags')).status, (await three.get('tags')).status]).toEqual([503, 200]);
  });

  // U-242
  test('servers that start with the same rules add them once', async () => {
    const rules = [
      { operation: 'tags.list', status: 503, times: 2 },
      { id: 'second', path: '/none', status: 500 },
    ] as const;
    for (const server of servers) await addFaults(server, rules);
    await servers[0].get('tags');
    await addFaults(servers[1], rules);
    expect(await servers[2].faults.list()).toMatchObject([{ ...rules[0], fired: 1 }, rules[1]]);
    const changed = addFaults(servers[2], [{ ...rules[1], status: 502 }]);
    await expect(changed).rejects.toThrow("id 'second' is taken");
  });
});
