import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { scenarios, startServer, type TestServer } from './harness.ts';
import { TemporaryFolder } from './temporary-folder.ts';
import { postOrder, till } from './till.ts';

const MOST = Number.MAX_SAFE_INTEGER;

/** Everything that reads the values of a subscriber and how they changed. */
async function readAll(server: TestServer): Promise<void> {
  for (const path of ['/state', '/subscribers/ann', '/subscribers/ann/activity', '/overview']) {
    expect((await server.admin.get(path)).status, path).toBe(200);
  }
  const { status, body } = await server.admin.post('/checkpoints?account_id=9999999', {});
  expect(status).toBe(201);
  expect((await server.admin.post(`/checkpoints/${body.id}/restore`, {})).status).toBe(204);
  await server.importState(await server.exportState());
  expect((await server.subscriber('ann')).id).toBe('ann');
}

scenarios('values at the end of the exact integers', (start) => {
  it('a change of the lifetime value that is not an exact integer is refused, and everything stays readable', async () => {
    await using server = await start(till());
    await server.save({ id: 'ann', lifetime_value: 1 });
    const answer = await server.upsert({ id: 'ann', lifetime_value: -MOST });
    expect(answer.status).toBe(422);
    const message = `lifetime_value would make a value that is not between -${MOST} and ${MOST}`;
    expect(answer.body.errors).toEqual([{ code: 'range_error', attribute: 'lifetime_value', message }]);
    expect((await server.subscriber('ann')).lifetime_value).toBe(1);
    await server.save({ id: 'ann', lifetime_value: 0 });
    await server.save({ id: 'ann', lifetime_value: -MOST });
    await readAll(server);
    expect((await server.subscriber('ann')).lifetime_value).toBe(-MOST);
  });

  it('the same holds for an order', async () => {
    await using server = await start(till());
    const order = { provider: 'shop', upstream_id: '1', email: 'ann@acme.test', amount: MOST };
    expect((await postOrder(server, order)).status).toBe(202);
    expect((await postOrder(server, { ...order, amount: -1 })).body.errors).toMatchObject([
      { code: 'range_error', attribute: 'amount' },
    ]);
    await readAll(server);
    expect((await server.subscriber('ann')).lifetime_value).toBe(MOST);
  });

  it('the same holds for lead scores', async () => {
    await using server = await start(till({ lead_scoring: { threshold: 50, points: { Rowed: 10 } } }));
    await server.save({ id: 'ann', base_lead_score: MOST - 10 });
    const event = { events: [{ id: 'ann', action: 'Rowed' }] };
    expect((await server.post('events', event)).status).toBe(204);
    const refused = await server.post('events', event);
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([{ code: 'range_error', attribute: 'action' }]);
    for (const base_lead_score of [MOST, -MOST]) {
      expect((await server.upsert({ id: 'ann', base_lead_score })).body.errors).toMatchObject([
        { code: 'range_error', attribute: 'base_lead_score' },
      ]);
    }
    await readAll(server);
    expect(await server.subscriber('ann')).toMatchObject({ lead_score: MOST, base_lead_score: MOST - 10 });
    await server.post('events/batches', { batches: [event] });
    await server.settle();
    expect((await server.outcomes()).at(0)).toMatchObject({ state: 'refused' });
  });
});

describe('values in a file of another program', () => {
  it('a file with integers beyond the exact ones stays readable', async () => {
    using folder = new TemporaryFolder();
    const db = folder.file('old.db');
    {
      await using server = await startServer({ ...till(), db });
      await server.save({ id: 'ann', lifetime_value: 1 });
    }
    const database = new DatabaseSync(db);
    database.exec('update value_changes set change = -9007199254740993, total = 9223372036854775807');
    database.close();
    await using server = await startServer({ db });
    await readAll(server);
    const { body } = await server.admin.get('/subscribers/ann');
    expect(JSON.stringify(body)).toContain('-9007199254740992');
  });
});
