import { expect, it } from 'vitest';
import { scenarios, type TestServer } from './harness.ts';
import { ANNS, scriptShop } from './script-shop.ts';

const NOW = '2026-06-01T12:00:00.000Z';

/** The browser's clock, which is a year behind. */
const browser = (text: string) => Date.parse(text) - 365 * 24 * 60 * 60 * 1000;

const post = (server: TestServer, body: object) =>
  server.send('POST', '/client/9999999/messages', { body: { visitor: ANNS, ...body } });

const message = (id: number, more: object = {}) => ({
  id: `${id}`.padStart(32, '0'),
  command: 'track',
  arguments: { action: `Action ${id}` },
  ...more,
});

const occurred = async ({ server }: TestServer) =>
  (await server.timeline({ subscriberId: 'ann' })).map(({ occurredAt }) => Date.parse(occurredAt));

// Unspecified: U-128
scenarios('delayed messages', (start) => {
  it.each([
    ['not delayed', '2026-06-01T12:00:00.000Z', {}, '2026-06-01T12:00:00.000Z'],
    ['delayed for two hours', '2026-06-01T10:00:00.000Z', {}, '2026-06-01T10:00:00.000Z'],
    ['delayed for longer than pages keep it', '2026-05-01T12:00:00.000Z', {}, '2026-05-25T12:00:00.000Z'],
    ['delayed for less than nothing', '2026-06-01T13:00:00.000Z', {}, '2026-06-01T12:00:00.000Z'],
    ['dated', '2026-06-01T10:00:00Z', { occurred_at: '2026-02-03T04:05:06Z' }, '2026-02-03T04:05:06Z'],
  ])("an event that is %s has its time, whatever the browser's clock", async (_, given, more, expected) => {
    await using server = await start({ seed: scriptShop(), time: { now: NOW, speed: 0 } });
    const sent_at = new Date(browser(given)).toISOString();
    const event = { action: 'Action', ...more };
    await post(server, { sent_at: browser(NOW), messages: [message(1, { sent_at, arguments: event })] });
    expect(await occurred(server)).toEqual([Date.parse(expected)]);
  });

  it('an event occurs now if one of the times is missing', async () => {
    await using server = await start({ seed: scriptShop(), time: { now: NOW, speed: 0 } });
    await post(server, { messages: [message(1, { sent_at: '2026-05-31T12:00:00.000Z' }), message(2)] });
    await post(server, { sent_at: 1, messages: [message(3)] });
    expect(await occurred(server)).toEqual([NOW, NOW, NOW].map((now) => Date.parse(now)));
  });
});

scenarios('messages of several pages in one request', (start) => {
  it('each message belongs to its own page, and the first one is the landing page', async () => {
    const goals = ['/one', '/two'].map((url, index) => ({ id: `${index + 1}`, name: url, url }));
    await using server = await start({ seed: scriptShop({ goals }) });
    const visit = (id: number, url: string) =>
      message(id, { command: 'visit', arguments: {}, page: { url, referrer: 'https://search.test/' } });
    const visitor = 'd'.repeat(32);
    const identify = { command: 'identify', arguments: { email: 'dee@acme.test' } };
    const { body } = await post(server, {
      visitor,
      messages: [visit(1, 'https://acme.test/one'), visit(2, 'https://acme.test/two'), message(3, identify)],
    });
    expect(body.results).toHaveLength(3);
    expect((await server.conversions()).map(({ goalId }) => goalId).sort()).toEqual(['1', '2']);
    expect(await server.subscriber('dee@acme.test')).toMatchObject({
      landing_url: 'https://acme.test/one',
      original_referrer: 'https://search.test/',
    });
  });
});
