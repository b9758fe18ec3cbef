import { expect, it } from 'vitest';
import { ANN } from './boat-shop.ts';
import { scenariosOverHttp } from './harness.ts';

/*
 * Requests of third-party clients as far as they differ from ours, recorded from runs of each unmodified client
 * against this server (see the guide to older clients). Those of the Java and .NET clients were taken from their
 * source.
 */
type Call = readonly [what: string, route: string, status: number, body?: unknown];

interface Client {
  readonly headers?: Readonly<Record<string, string>>;
  readonly calls: readonly Call[];
}

const JSON_API = 'application/vnd.api+json';
const JSON_TYPE = 'application/json';
const ann = encodeURIComponent(ANN.email);

const clients: Readonly<Record<string, Client>> = {
  Ruby: {
    headers: { 'content-type': JSON_API, accept: '*/*', 'user-agent': 'Ruby' },
    calls: [
      ['a move has an empty object', 'POST campaigns/111/pause', 204, {}],
      ['so has a deletion', 'DELETE webhooks/77', 204, {}],
      ['a tag has pluses', `DELETE subscribers/${ann}/tags/boat+owner`, 204, {}],
      ['all statuses are asked for', 'GET workflows?status=all', 200],
      ['a campaign is left', `POST subscribers/${ann}/remove?campaign_id=111`, 200, {}],
    ],
  },
  'Ruby, of an activity': {
    headers: { 'content-type': JSON_TYPE, accept: '*/*', 'user-agent': 'Ruby' },
    calls: [
      [
        'it is plain JSON',
        'POST /v3/9999999/shopper_activity/cart',
        202,
        {
          ...{ provider: 'my_shop', email: ANN.email, action: 'created', cart_id: 'c' },
          ...{ cart_url: 'https://acme.test/c', occurred_at: '2026-03-06T13:00:00+01:00' },
        },
      ],
    ],
  },
  PHP: {
    headers: { 'content-type': JSON_API, accept: 'application/json, text/javascript, */*; q=0.01' },
    calls: [
      ['all statuses are asked for', 'GET campaigns?status=all', 200],
      ['nothing is an empty list', `DELETE subscribers/${ann}`, 204, []],
      ['the old path', `POST subscribers/${ann}/unsubscribe`, 200, []],
      ['a subscriber by address', `GET subscribers/${ann}/campaign_subscriptions`, 200],
      ['a tag is in the body', 'DELETE tags', 204, { tags: [{ email: ANN.email, tag: 'boat owner' }] }],
    ],
  },
  Python: {
    headers: { 'content-type': JSON_TYPE, accept: '*/*' },
    calls: [
      ['a list has pages', 'GET forms?page=1&per_page=1000', 200],
      ['and a slash', 'GET /v2/accounts/?page=1&per_page=1000', 200],
      ['all statuses are asked for', 'GET broadcasts?status=all&page=1&per_page=1000', 200],
      ['an address is as it is', `GET subscribers/${ANN.email}`, 200],
      ['a move has no body', 'POST workflows/222/pause', 204],
      ['a tag has encoded spaces', `DELETE subscribers/${ANN.email}/tags/boat%20owner`, 204],
    ],
  },
  Go: {
    headers: { 'content-type': JSON_TYPE, accept: JSON_API },
    calls: [
      ['a tag of an address as it is', `DELETE subscribers/${ANN.email}/tags/boat%20owner`, 204],
      [
        'a value is a number',
        'POST subscribers',
        200,
        { subscribers: [{ email: ANN.email, custom_fields: { shoe_size: 42 } }] },
      ],
    ],
  },
  Java: {
    calls: [
      ['a move has null as its body', 'POST campaigns/111/pause', 204, 'null'],
      ['a removal has null too', 'DELETE workflows/222/subscribers/bob%40acme.test', 204, 'null'],
    ],
  },
  '.NET': {
    calls: [['the old path has a query', `POST subscribers/${ann}/unsubscribe?campaign_id=111`, 200]],
  },
};

const cases = Object.entries(clients).flatMap(([client, { headers = {}, calls }]) =>
  calls.map(([what, route, status, body]) => ({ client, what, route, status, extras: { headers, body } })),
);

scenariosOverHttp('requests of older clients', (start) => {
  // U-03, U-04, U-05, U-14
  it.each(cases)('$client: $what', async ({ what, route, status, extras }) => {
    await using server = await start();
    const [method = '', path = ''] = route.split(' ');
    const answer = await server.send(method, path, extras);
    expect([answer.status, answer.body.errors]).toEqual([status, undefined]);
    if (what.startsWith('a tag')) expect((await server.subscriber(ANN.id)).tags).toEqual(['vip']);
  });

  // U-05
  it('a tag in the body of a deletion is rejected unless it is one tag of one subscriber', async () => {
    await using server = await start();
    const tag = { email: ANN.email, tag: 'vip' };
    const lists = [[], [tag, tag], [{ email: ANN.email }]];
    for (const body of [{}, ...lists.map((tags) => ({ tags })), 'tags', 'null']) {
      const answer = await server.send('DELETE', 'tags', { body });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST']);
    }
    const viewer = await server.send('DELETE', 'tags', { body: { tags: [tag] }, token: 'vera-token' });
    expect(viewer.status).toBe(403);
    expect((await server.subscriber(ANN.id)).tags).toEqual(['vip', 'boat owner']);
  });
});
