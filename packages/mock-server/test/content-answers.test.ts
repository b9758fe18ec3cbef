import { describe, expect, it } from 'vitest';
import { Endpoint, firstText, OFFER, seed, sent } from './content-account.ts';
import { startServer } from './harness.ts';

describe('responses of content endpoints', () => {
  // proves: content Status 2xx
  // proves: limit Custom content response
  it.each([
    ['of 350 KB', { body: JSON.stringify({ offer: 'x', rest: 'y'.repeat(350 * 1024 - 23) }) }, 'x'],
    ['that is an array', { body: '[{"a":1}]' }, 'nothing'],
    [
      'with parameters of its type',
      { body: OFFER, headers: { 'content-type': 'Application/JSON; charset=utf-8' } },
      'Boots',
    ],
    ['of another 2xx', { status: 203, body: OFFER }, 'Boots'],
  ])('%s is content', async (_, answer, text) => {
    await using shop = await Endpoint.answering(answer);
    await using server = await startServer({ seed: seed(shop.url) });
    await server.settle();
    expect(await firstText(server)).toBe(text);
  });

  it('a member that the content lacks is null in the template', async () => {
    const html = '{% if my.shoes.offer == nil %}null{% endif %}{{ my.shoes.a.b.c }}{{ my.hats.x }}.';
    await using shop = await Endpoint.answering({ body: '{"offer":null}' });
    await using server = await startServer({ seed: seed(shop.url, { html }) });
    await server.settle();
    expect(await firstText(server)).toBe('null.');
  });

  // proves: content Status 3xx
  it('redirects of content are followed', async () => {
    await using shop = await Endpoint.open((request, response) => {
      if (request.url?.startsWith('/moved')) {
        return void response.writeHead(302, { location: '/there?x=1' }).end();
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(OFFER);
    });
    await using server = await startServer({ seed: seed(shop.url, { path: '/moved' }) });
    await server.settle();
    expect(await firstText(server)).toBe('Boots');
    expect(shop.asked.at(-1)).toBe('GET /there?x=1');
    expect((await server.contentCalls())[0]).toMatchObject({ finalUrl: `${shop.url}/there?x=1` });
  });

  // proves: limit Custom content response
  // proves: content Header Content-Type is application/json
  // proves: content Status 4xx except 429
  // proves: content Other statuses
  // U-102
  // U-105
  it.each([
    [{ status: 404 }, 'permanent', 'it answered 404'],
    [{ status: 400, body: OFFER }, 'permanent', 'it answered 400'],
    [{ status: 304 }, 'unsupported', 'it answered 304'],
    [{ status: 600 }, 'unsupported', 'it answered 600'],
    [{ body: OFFER, headers: { 'content-type': 'text/html' } }, 'unsupported', 'is not application/json'],
    [{ body: 'nonsense' }, 'unsupported', 'not a JSON object or array'],
    [{ body: '"text"' }, 'unsupported', 'not a JSON object or array'],
    [{ body: 'null' }, 'unsupported', 'not a JSON object or array'],
    [{ body: `{"a":"${'x'.repeat(350 * 1024)}"}` }, 'unsupported', 'longer than 358400 bytes'],
  ])('%o is final: the email is not sent, and the series continues', async (answer, outcome, why) => {
    await using shop = await Endpoint.answering(answer);
    await using server = await startServer({ seed: seed(shop.url) });
    await server.advance({ days: 2 });
    expect(await sent(server)).toEqual(['Later 2026-03-07T08:00:00Z']);
    expect(shop.asked).toHaveLength(1);
    const [call] = await server.contentCalls();
    expect(call).toMatchObject({ outcome, error: expect.stringContaining(why) });
    expect((await server.notices()).map(({ message }) => message)).toEqual([
      expect.stringContaining(`The email 'Shoes' was not sent: the content 'shoes' is not available`),
    ]);
  });

  // U-105
  // proves: content Status 429
  // proves: content Status 5xx
  it.each([[429], [500], [503]])('the status %i is retried until there is content', async (status) => {
    await using shop = await Endpoint.answering({ status }, { status }, { status }, { body: OFFER });
    await using server = await startServer({ seed: seed(shop.url) });
    await server.advance({ days: 1 });
    expect(await sent(server)).toEqual(['Shoes 2026-03-06T12:07:00Z', 'Later 2026-03-07T08:00:00Z']);
    expect((await server.contentCalls()).map(({ attempt, calledAt }) => [attempt, calledAt])).toEqual([
      [1, '2026-03-06T12:00:00Z'],
      [2, '2026-03-06T12:01:00Z'],
      [3, '2026-03-06T12:03:00Z'],
      [4, '2026-03-06T12:07:00Z'],
    ]);
  });

  // U-105
  it.each([
    [500, '2026-03-06'],
    [429, '2026-03-09'],
  ])('the status %i for too long skips the email', async (status, day) => {
    await using shop = await Endpoint.answering({ status });
    await using server = await startServer({ seed: seed(shop.url) });
    await server.advance({ days: 7 });
    expect((await server.contentCalls()).at(-1)?.calledAt.slice(0, 10)).toBe(day);
    expect((await sent(server)).map((line) => line.split(' ')[0])).toEqual(['Later']);
  });

  // proves: content No answer after 3 seconds (including any redirect chain)
  it('a response that takes longer than 3 seconds, including redirects, counts as missing', async () => {
    let hops = 0;
    await using shop = await Endpoint.open((_, response) => {
      // Each redirect alone is fast enough.
      setTimeout(() => response.writeHead(302, { location: `/${hops++}` }).end(), 800);
    });
    await using server = await startServer({ seed: seed(shop.url) });
    const before = performance.now();
    await server.settle();
    expect(performance.now() - before).toBeGreaterThan(2900);
    const missing = { outcome: 'temporary', error: 'no response within 3 s' };
    expect(await server.contentCalls()).toMatchObject([missing]);
    expect(await sent(server)).toEqual([]);
  });

  it('an interrupted response is retried', async () => {
    await using shop = await Endpoint.open((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"offer":');
      response.socket?.destroy();
    });
    await using server = await startServer({ seed: seed(shop.url) });
    await server.settle();
    expect((await server.contentCalls())[0]).toMatchObject({ outcome: 'temporary' });
  });

  it('an injected fault replaces the response', async () => {
    await using shop = await Endpoint.answering({ body: OFFER });
    await using server = await startServer({ seed: seed(shop.url, { status: 'draft' }) });
    await server.faults.add({ on: 'content', status: 503, times: 1 });
    await server.faults.add({ on: 'content', drop: 'before', times: 1 });
    await server.post('campaigns/1/activate', {});
    await server.advance({ hours: 1 });
    const outcomes = (await server.contentCalls()).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['temporary', 'temporary', 'success']);
    expect(shop.asked).toHaveLength(1);
  });
});
