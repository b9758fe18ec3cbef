import { describe, expect, it } from 'vitest';
import { scenarios, startServer, type TestServer } from './harness.ts';
import { till } from './till.ts';

const lead_scoring = { threshold: 50, points: { Rowed: 15, Quit: -40 } };
const scored = () => till({ lead_scoring });

const record = (server: TestServer, action: string, more: Readonly<Record<string, unknown>> = {}) =>
  server.post('events', { events: [{ email: 'ann@acme.test', action, ...more }] });

/** The webhook properties of a subscriber's score changes since the seed. */
async function scores(server: TestServer, subscriberId = 'ann') {
  const events = await server.events({ subscriberId });
  return events
    .filter(({ event }) => /lead/.test(event) || /prospect/.test(event))
    .map(({ event, properties }) => [event.replace('subscriber.', ''), properties]);
}

const changed = (previous_lead_score: number | null, lead_score: number) => [
  'updated_lead_score',
  { lead_score, previous_lead_score },
];
const lead = (lead_score: number) => ['became_lead', { lead_score }];

scenarios('lead scores', (start) => {
  // proves: event subscriber.updated_lead_score
  // proves: event subscriber.became_lead
  // proves: transition Subscriber lead flag: non-lead → Lead score passes the account's lead threshold
  it('events add points to the lead score, and a subscriber who passes the threshold becomes a lead once', async () => {
    await using server = await start(scored());
    expect((await server.subscriber('ann')).lead_score).toBe(30);
    for (const action of ['Rowed', 'Swam', 'Rowed', 'Rowed']) await record(server, action);
    expect((await server.subscriber('ann')).lead_score).toBe(75);
    expect(await scores(server)).toEqual([changed(30, 45), changed(45, 60), lead(60), changed(60, 75)]);
    expect(await scores(server, 'bob')).toEqual([]);
  });

  // proves: event subscriber.became_non_prospect
  // proves: transition Subscriber lead flag: lead → Subscriber stops being subject to lead scoring
  it('a subscriber who is not a prospect has no lead score', async () => {
    await using server = await start(scored());
    for (const action of ['Rowed', 'Rowed']) await record(server, action);
    const subscriber = await server.save({ id: 'ann', prospect: false });
    expect(subscriber).not.toHaveProperty('lead_score');
    expect(subscriber.prospect).toBe(false);
    expect((await scores(server)).slice(3)).toEqual([['became_non_prospect', {}]]);
    await server.save({ id: 'ann', prospect: false, first_name: 'Ann' });
    expect((await scores(server)).slice(4)).toEqual([]);
  });
});

describe('lead scores', () => {
  it('the lead score returns with all earned points when a subscriber becomes a prospect again', async () => {
    await using server = await startServer(scored());
    await record(server, 'Rowed');
    await record(server, 'Rowed', { prospect: false });
    expect(await server.subscriber('ann')).not.toHaveProperty('lead_score');
    await record(server, 'Swam', { prospect: true });
    expect((await server.subscriber('ann')).lead_score).toBe(60);
    expect(await scores(server)).toEqual([
      changed(30, 45),
      ['became_non_prospect', {}],
      changed(null, 60),
      lead(60),
    ]);
  });

  it('a change of base_lead_score changes the lead score and can make a lead, also again', async () => {
    await using server = await startServer(scored());
    await record(server, 'Rowed');
    await server.save({ id: 'ann', base_lead_score: 35 });
    await server.save({ id: 'ann', base_lead_score: 36 });
    await record(server, 'Quit');
    await server.save({ id: 'ann', base_lead_score: 76 });
    expect(await scores(server)).toEqual([
      changed(30, 45),
      changed(45, 50), // the score has to pass the threshold of 50
      ...[changed(50, 51), lead(51)],
      changed(51, 11),
      ...[changed(11, 51), lead(51)],
    ]);
  });

  it('a new subscriber has a lead score of 30, or the value in the request', async () => {
    await using server = await startServer(scored());
    const carl = await server.save({ email: 'carl@acme.test' });
    expect(carl).toMatchObject({ lead_score: 30, base_lead_score: 30 });
    const dora = await server.save({ email: 'dora@acme.test', base_lead_score: 70 });
    expect(dora.lead_score).toBe(70);
    expect(await scores(server, dora.id)).toEqual([lead(70)]);
    const emil = await server.save({ email: 'emil@acme.test', potential_lead: false });
    expect(emil).not.toHaveProperty('lead_score');
    expect(await scores(server, emil.id)).toEqual([]);
  });

  it('an action with the name of an inherited member gives no points', async () => {
    await using server = await startServer(scored());
    for (const action of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      expect((await record(server, action)).status, action).toBe(204);
    }
    expect((await server.subscriber('ann')).lead_score).toBe(30);
  });

  // proves: note Lead scoring events only with lead scoring enabled
  it('an account without scoring shows no lead scores', async () => {
    await using server = await startServer(till());
    await record(server, 'Rowed');
    await server.save({ id: 'ann', base_lead_score: 99 });
    await server.save({ id: 'ann', prospect: false });
    expect(await server.subscriber('ann')).not.toHaveProperty('lead_score');
    expect(await scores(server)).toEqual([]);
  });
});
