import { describe, expect, it } from 'vitest';
import { TOKENS } from './boat-shop.ts';
import { startServer, type TestServer } from './harness.ts';
import { give, message, postMessages, scriptShop } from './script-shop.ts';

const emails = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({ email: `p${from + i}@acme.test` }));

/** Creates subscribers with one background batch per list. */
async function create(server: TestServer, ...lists: readonly { email: string }[][]): Promise<void> {
  for (const subscribers of lists) {
    expect((await server.post('subscribers/batches', { batches: [{ subscribers }] })).status).toBe(201);
    await server.settle();
  }
}

describe('retained history', () => {
  it('the server retains the newest history of each account up to the limits', async () => {
    await using server = await startServer({ retention: { events: 10, outcomes: 10 } });
    const before = await server.outcomes({ accountId: '8888888' });
    await server.send('POST', '/v2/8888888/subscribers', {
      token: TOKENS.stranger,
      body: { subscribers: [{ email: 'sue@other.test' }] },
    });
    const others = await server.events({ accountId: '8888888' });
    await create(server, emails(30), emails(25, 30));
    const events = await server.events({ event: 'subscriber.created' });
    const subscribers = await Promise.all(
      events.map(({ subscriberId }) => server.subscriber(subscriberId).then(({ email }) => email)),
    );
    expect(subscribers.slice(-3)).toEqual(['p52@acme.test', 'p53@acme.test', 'p54@acme.test']);
    expect((await server.events()).length).toBe(10);
    const positions = (await server.outcomes()).map(({ position }) => position);
    expect(positions).toEqual([15, 16, 17, 18, 19, 20, 21, 22, 23, 24]);
    // The other account is unchanged.
    expect(await server.events({ accountId: '8888888' })).toEqual(others);
    expect(await server.outcomes({ accountId: '8888888' })).toEqual(before);
  });

  it('periodic pruning keeps the history close to its limits', async () => {
    await using server = await startServer({ retention: { events: 100, outcomes: 100 }, randomSeed: 3 });
    for (let from = 0; from < 600; from += 100) {
      await create(server, emails(100, from));
      expect((await server.events()).length).toBeLessThan(200);
      expect((await server.outcomes()).length).toBeLessThan(200);
    }
    expect((await server.events()).length).toBeGreaterThanOrEqual(100);
  });

  it('events can be watched from any earlier position with small limits', async () => {
    await using server = await startServer({ retention: { events: 3 } });
    await server.save({ email: 'a@acme.test' });
    const [first] = (await server.exportState()).tables.domain_events ?? [];
    for (const { email } of emails(20)) await server.save({ email });
    const seen = [];
    for await (const event of server.watch({ accountId: '9999999', after: Number(first?.seq) })) {
      seen.push(event.subscriberId);
      if (seen.length === 3) break;
    }
    const kept = (await server.events()).map(({ subscriberId }) => subscriberId);
    expect(seen).toEqual(kept);
  });

  it('webhooks, waits and batch results do not depend on retained history', async () => {
    const tagged = (tag: string) => ({ trigger_type: 'applied_tag', properties: { tag } });
    const workflow = {
      ...{ id: '5', name: 'Wait', triggers: [{ provider: 'p', ...tagged('in') }] },
      status: 'active',
      steps: [
        { type: 'goal', ...tagged('on') },
        { type: 'apply_tag', tag: 'done' },
      ],
    } as const;
    const seed = scriptShop({ workflows: [workflow] });
    await using server = await startServer({ seed, retention: { events: 1, outcomes: 1 } });
    await give(server, 'identify', { email: 'cy@acme.test', tags: ['in'] });
    await give(server, 'identify', { email: 'dee@acme.test', tags: ['x', 'y'] });
    await give(server, 'identify', { email: 'cy@acme.test', tags: ['on'] });
    await server.settle();
    expect((await server.subscriber('cy@acme.test')).tags).toEqual(['in', 'on', 'done']);
  });
});

// U-134
describe('retained results of page script messages', () => {
  const count = async ({ server }: TestServer) => (await server.timeline()).length;

  it('a page script message is applied once for as long as pages retry it', async () => {
    await using server = await startServer({ seed: scriptShop() });
    const once = [message('track', { action: 'Once' })];
    await postMessages(server, once);
    server.clock.set('2026-03-14T11:59:00Z');
    for (let n = 0; n < 30; n++) {
      const more = Array.from({ length: 100 }, () => message('track', { action: 'More' }));
      await postMessages(server, [...more.slice(1), ...once]);
    }
    expect(await count(server)).toBe(1 + 30 * 99);
  });

  it('page script messages are eventually forgotten', async () => {
    await using server = await startServer({ seed: scriptShop(), randomSeed: 3 });
    const post = async (posts: number) => {
      const visits = () => Array.from({ length: 100 }, () => message('visit'));
      for (let n = 0; n < posts; n++) await postMessages(server, visits());
    };
    const kept = async () => ((await server.exportState()).tables.script_messages ?? []).length;
    await post(60);
    server.clock.set('2026-03-20T12:00:00Z');
    await post(160);
    expect(await kept()).toBe(16_000);
  });
});
