import { expect, it } from 'vitest';
import { ANN } from './boat-shop.ts';
import { type Extras, scenariosOverHttp } from './harness.ts';

/*
 * Requests of third-party clients as far as they differ from ours, recorded from runs of each unmodified client
 * against this server (see the guide to older clients). Those of the Java and .NET clients were taken from their
 * source.
 */
type Call = readonly [what: string, method: string, path: string, status: number, extras?: Extras];

const ruby = { 'content-type': 'application/vnd.api+json', accept: '*/*', 'user-agent': 'Ruby' };
const php = {
  'content-type': 'application/vnd.api+json',
  accept: 'application/json, text/javascript, */*; q=0.01',
};
const python = { 'content-type': 'application/json', accept: '*/*' };
const go = { 'content-type': 'application/json', accept: 'application/vnd.api+json' };

const calls: Readonly<Record<string, readonly Call[]>> = {
  Ruby: [
    ['a move has an empty object', 'POST', 'campaigns/111/pause', 204, { body: {}, headers: ruby }],
    ['so has a deletion', 'DELETE', 'webhooks/77', 204, { body: {}, headers: ruby }],
    ['a tag has pluses', 'DELETE', 'subscribers/ann%2Bnews%40acme.test/tags/boat+owner', 204, { body: {} }],
    ['all statuses are asked for', 'GET', 'workflows?status=all', 200, { headers: ruby }],
    [
      'a campaign is left',
      'POST',
      'subscribers/ann%2Bnews%40acme.test/remove?campaign_id=111',
      200,
      { body: {}, headers: ruby },
    ],
    [
      'an activity is plain JSON',
      'POST',
      '/v3/9999999/shopper_activity/cart',
      202,
      {
        headers: { ...ruby, 'content-type': 'application/json' },
        body: {
          ...{ provider: 'my_shop', email: ANN.email, action: 'created', cart_id: 'c' },
          ...{ cart_url: 'https://acme.test/c', occurred_at: '2026-03-06T13:00:00+01:00' },
        },
      },
    ],
  ],
  PHP: [
    ['all statuses are asked for', 'GET', 'campaigns?status=all', 200, { headers: php }],
    [
      'nothing is an empty list',
      'DELETE',
      'subscribers/ann%2Bnews%40acme.test',
      204,
      { body: [], headers: php },
    ],
    [
      'the old path',
      'POST',
      'subscribers/ann%2Bnews%40acme.test/unsubscribe',
      200,
      { body: [], headers: php },
    ],
    [
      'a subscriber by address',
      'GET',
      'subscribers/ann%2Bnews%40acme.test/campaign_subscriptions',
      200,
      { headers: php },
    ],
    [
      'a tag is taken off in the body',
      'DELETE',
      'tags',
      204,
      { body: { tags: [{ email: ANN.email, tag: 'boat owner' }] }, headers: php },
    ],
  ],
  Python: [
    ['a list has pages', 'GET', 'forms?page=1&per_page=1000', 200, { headers: python }],
    ['and a slash', 'GET', '/v2/accounts/?page=1&per_page=1000', 200, { headers: python }],
    [
      'all statuses are asked for',
      'GET',
      'broadcasts?status=all&page=1&per_page=1000',
      200,
      { headers: python },
    ],
    ['an address is as it is', 'GET', `subscribers/${ANN.email}`, 200, { headers: python }],
    ['a move has no body', 'POST', 'workflows/222/pause', 204, { headers: python }],
    [
      'a tag has encoded spaces',
      'DELETE',
      `subscribers/${ANN.email}/tags/boat%20owner`,
      204,
      { headers: python },
    ],
  ],
  Go: [
    ['an address is as it is', 'DELETE', `subscribers/${ANN.email}/tags/boat%20owner`, 204, { headers: go }],
    [
      'a value is a number',
      'POST',
      'subscribers',
      200,
      { body: { subscribers: [{ email: ANN.email, custom_fields: { shoe_size: 42 } }] }, headers: go },
    ],
  ],
  Java: [
    ['a move has null as its body', 'POST', 'campaigns/111/pause', 204, { body: 'null' }],
    ['a removal has null too', 'DELETE', 'workflows/222/subscribers/bob%40acme.test', 204, { body: 'null' }],
  ],
  '.NET': [
    [
      'the old path has a query',
      'POST',
      'subscribers/ann%2Bnews%40acme.test/unsubscribe?campaign_id=111',
      200,
    ],
  ],
};

const cases = Object.entries(calls).flatMap(([client, list]) =>
  list.map(([what, method, path, status, extras]) => ({ client, what, method, path, status, extras })),
);

scenariosOverHttp('requests of older clients', (start) => {
  // U-03, U-04, U-05, U-14
  it.each(cases)('$client: $what', async ({ what, method, path, status, extras }) => {
    await using server = await start();
    const answer = await server.send(method, path, extras);
    expect([answer.status, answer.body.errors]).toEqual([status, undefined]);
    if (what.startsWith('a tag')) expect((await server.subscriber(ANN.id)).tags).toEqual(['vip']);
  });

  // U-05
  it('a tag in the body of a deletion is rejected unless it is one tag of one subscriber', async () => {
    await using server = await start();
    const tag = { email: ANN.email, tag: 'vip' };
    for (const body of [
      {},
      { tags: [] },
      { tags: [tag, tag] },
      { tags: [{ email: ANN.email }] },
      'tags',
      'null',
    ]) {
      const answer = await server.send('DELETE', 'tags', { body });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST']);
    }
    const viewer = await server.send('DELETE', 'tags', { body: { tags: [tag] }, token: 'vera-token' });
    expect(viewer.status).toBe(403);
    expect((await server.subscriber(ANN.id)).tags).toEqual(['vip', 'boat owner']);
  });
});
