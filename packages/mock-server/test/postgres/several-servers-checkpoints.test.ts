import { describe, expect, test } from 'vitest';
import { UnknownCheckpointError } from '../../src/index.ts';
import { threeServers } from './several-servers.ts';

describe('the checkpoints of three servers on one database', () => {
  const { servers } = threeServers();

  test('a checkpoint of one server is listed, compared, restored and deleted by the others', async () => {
    const [one, two, three] = servers;
    const { id } = await one.save({ email: 'kept@acme.test', tags: ['kept'] });
    await one.faults.add({ operation: 'forms.list', status: 503, times: 2 });
    await one.get('forms');
    const checkpoint = await one.snapshot();
    expect(await two.checkpoints()).toEqual([checkpoint]);
    await three.save({ email: 'added@acme.test' });
    await three.delete(`subscribers/${id}`);
    expect(String(await two.diff(checkpoint.id))).toContain('added@acme.test');
    await three.faults.clear();
    await three.restore(checkpoint.id);
    expect(await one.subscriber(id)).toMatchObject({ tags: ['kept'] });
    expect((await two.get('subscribers/added%40acme.test')).status).toBe(404);
    expect(await one.faults.list()).toMatchObject([{ seen: 1, fired: 1 }]);
    expect(await two.requests.find({ operation: 'forms.list' })).toMatchObject([{ status: 503 }]);
    expect(await two.forget(checkpoint.id)).toBe(1);
    expect(await one.checkpoints()).toEqual([]);
    await expect(three.restore(checkpoint.id)).rejects.toThrow(UnknownCheckpointError);
  });

  test('a checkpoint that one server names is found by its name on the others', async () => {
    const [one, two, three] = servers;
    const checkpoint = await one.snapshot({ name: 'start' });
    await two.save({ email: 'added@acme.test' });
    expect(await two.renameCheckpoint('start', 'before all')).toEqual({ ...checkpoint, name: 'before all' });
    expect(await one.checkpoints()).toEqual([{ ...checkpoint, name: 'before all' }]);
    await three.restore('before all');
    expect((await one.get('subscribers/added%40acme.test')).status).toBe(404);
    await expect(three.restore('start')).rejects.toThrow("unknown checkpoint 'start'");
  });

  test('a checkpoint of an account restores that account only', async () => {
    const [one, two, three] = servers;
    const tenant = await one.createAccount({ clock: { now: '2031-01-01T00:00:00Z', speed: 0 } });
    const { id } = await tenant.snapshot();
    await tenant.advance({ days: 1 });
    await two.save({ email: 'later@acme.test' });
    await three.restore(id);
    await one.get('tags'); // which notices the change of the clock
    expect(tenant.now()).toEqual(new Date('2031-01-01T00:00:00Z'));
    expect(await one.subscriber('later@acme.test')).toMatchObject({ status: 'active' });
  });
});
