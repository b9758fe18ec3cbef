import { expect, it } from 'vitest';
import { TOKENS } from './boat-shop.ts';
import { type Answer, basic, issuesIn, scenarios, scenariosOverHttp, type TestServer } from './harness.ts';
import { list, one } from './mailing-account.ts';
import { scriptShop } from './script-shop.ts';
import { act, till, timeline } from './till.ts';

/** Sends JSON as it is written. */
type Way = (server: TestServer, json: string) => Promise<Answer>;

/** A body of the page script with one message. */
const message = (command: string, json: string) =>
  `{"visitor":"${'c'.repeat(32)}","page":{"url":"https://acme.test/"},"messages":[{"id":"${'1'.repeat(32)}","command":"${command}","arguments":${json}}]}`;

/** The ways in which a subscriber's attributes enter. */
const ways: Readonly<Record<string, Way>> = {
  'a request': (server, json) => server.send('POST', 'subscribers', { body: `{"subscribers":[${json}]}` }),
  'a batch': (server, json) =>
    server.send('POST', 'subscribers/batches', { body: `{"batches":[{"subscribers":[${json}]}]}` }),
  'the page script': (server, json) =>
    server.send('POST', '/client/9999999/messages', { body: message('identify', json) }),
  'an extension of the account': (server, json) =>
    server.send('POST', '/_admin/accounts/9999999/seed', {
      headers: { authorization: '' },
      body: `{"subscribers":[${json}]}`,
    }),
};

// U-333
scenarios('halves of characters', (start) => {
  const invalid = ['\\ud83d', '\\uDE00', '\\ude00\\ud83d', '\\\\\\ud83d', '\\ud83d\\\\ude00', '\\u0000'];
  const whole = ['\\ud83d\\ude00', '\\\\ud83d', '\\u00e9', '\\\\u0000', '\\uFFFD'];
  const given = (text: string, name = 'cy') =>
    `{"email":"${name}@acme.test","user_id":"${text}","tags":["${text}"]}`;

  it.each(Object.entries(ways))('are not stored as other characters, by %s', async (way, send) => {
    await using server = await start({ seed: scriptShop() });
    const isOfPage = way === 'the page script';
    for (const text of invalid) {
      const answer = await send(server, given(text));
      expect([text, answer.status]).toEqual([text, isOfPage ? 200 : 400]);
      if (!isOfPage) expect(answer.text).toContain('is not a character');
    }
    if (isOfPage) return;
    await server.settle();
    expect((await server.send('GET', 'subscribers/cy@acme.test')).status).toBe(404);
    for (const [i, text] of whole.entries()) {
      expect((await send(server, given(text, `cy${i}`))).status, text).toBeLessThan(300);
      await server.settle();
      const expected = JSON.parse(`"${text}"`);
      const stored = await server.subscriber(`cy${i}@acme.test`);
      expect([stored.user_id, stored.tags]).toEqual([expected, [expected]]);
    }
  });
});

scenarios('numbers keep their digits', (start) => {
  // U-334
  it.each(Object.entries(ways))('by %s', async (way, send) => {
    await using server = await start({ seed: scriptShop() });
    const answer = await send(
      server,
      way === 'the page script'
        ? '{"email":"cy@acme.test","user_id":7210448301122334455,"order":9007199254740993,"price":"10.50","n":7}'
        : '{"email":"cy@acme.test","user_id":7210448301122334455,"custom_fields":{"order":9007199254740993,"price":10.50,"n":7}}',
    );
    expect(answer.status, answer.text).toBeLessThan(300);
    await server.settle();
    expect(await server.subscriber('cy@acme.test')).toMatchObject({
      user_id: '7210448301122334455',
      custom_fields: { order: '9007199254740993', price: '10.50', n: '7' },
    });
  });

  // U-334
  it('in properties of events, in webhooks and in orders, also on the way out', async () => {
    await using server = await start();
    const body =
      '{"events":[{"email":"ann@acme.test","action":"Bought","properties":{"id":7210448301122334455,"n":2.50}}]}';
    expect((await server.send('POST', 'events', { body })).status).toBe(204);
    const [event] = await server.events({ event: 'subscriber.performed_custom_event' });
    expect(event?.properties).toEqual({ action: 'Bought', id: '7210448301122334455', n: 2.5 });
    const order = '{"provider":"shop","upstream_id":7210448301122334455,"email":"ann@acme.test","amount":1}';
    const answer = await server.send('POST', 'orders', { body: `{"orders":[${order}]}` });
    expect(answer.status, answer.text).toBe(202);
    const again = '{"provider":"shop","order_upstream_id":7210448301122334455,"upstream_id":1,"amount":1}';
    expect((await server.send('POST', 'refunds', { body: `{"refunds":[${again}]}` })).status).toBeLessThan(
      300,
    );
  });

  // U-334
  it('the warning shows the digits that came', async () => {
    await using server = await start();
    const body =
      '{"subscribers":[{"email":"cy@acme.test","user_id":7210448301122334455,"zip":10.50,"tags":[1.0]}]}';
    const answer = await server.send('POST', 'subscribers', { body });
    expect(answer.status).toBe(200);
    const warnings = (await server.warnings()).map(({ warning }) => warning).join('\n');
    for (const text of [
      'user_id is read as a string: 7210448301122334455',
      'zip is read as a string: 10.50',
      'tags[0] is read as a string: 1.0',
    ])
      expect(warnings).toContain(text);
    expect((await server.subscriber('cy@acme.test')).tags).toEqual(['1.0']);
  });

  const free =
    '{"id":7210448301122334455,"list":[1,{"deep":-9007199254740993}],"huge":1e400,"n":2.50,"text":"7"}';
  const item = '"name":"Oar","price":1';
  const event = `{"email":"ann@acme.test","action":"A","properties":${free}}`;
  it.each([
    ['/v2/9999999/events', `{"events":[${event}]}`, 'properties'],
    ['/v2/9999999/events/batches', `{"batches":[{"events":[${event}]}]}`, 'properties'],
    [
      '/v3/9999999/shopper_activity/order',
      `{"provider":"p","email":"ann@acme.test","action":"placed","order_id":"1","grand_total":1,"items":[{${item},"free":${free}}]}`,
      'free',
    ],
    ['/client/9999999/messages', message('track', `{"action":"A","free":${free}}`), 'free'],
  ])(
    'a free number at %s becomes a string, with a warning that shows its digits',
    async (path, body, member) => {
      await using server = await start();
      await server.send('POST', path, { body });
      const warnings = (await server.warnings()).map(({ warning }) => warning);
      const found = warnings.flatMap((text) => /\S+ is read as a string: [^;,\s]+/.exec(text) ?? []);
      expect(found).toEqual([
        expect.stringContaining(`${member}.id is read as a string: 7210448301122334455`),
        expect.stringContaining(`${member}.list[1].deep is read as a string: -9007199254740993`),
        expect.stringContaining(`${member}.huge is read as a string: 1e400`),
      ]);
    },
  );

  it.each([
    ['7210448301122334455', 422],
    ['1e400', 422],
    ['3000000000', 422],
    ['-7210448301122334455', 204],
    ['"7210448301122334455"', 204],
  ])('the value %s of a conversion has the range of a number, kept as text or not', async (value, status) => {
    await using server = await start();
    const body = `{"events":[{"email":"ann@acme.test","action":"A","properties":{"value":${value}}}]}`;
    const answer = await server.send('POST', 'events', { body });
    expect(answer.status).toBe(status);
    expect(issuesIn(answer)).toEqual(status === 422 ? ['properties.value: range_error'] : []);
    const warnings = (await server.warnings()).map(({ warning }) => warning).join('\n');
    expect(warnings.includes(`value is read as a string: ${value}`)).toBe(value.startsWith('-'));
  });

  it('JSON that is nested too deeply is refused, with such numbers, too', async () => {
    await using server = await start();
    const body = `${'['.repeat(100_000)}7210448301122334455${']'.repeat(100_000)}`;
    expect((await server.send('POST', 'subscribers', { body })).status).toBe(422);
    // Without credentials, a body has 64 KB at most, which is deep enough for a reviver.
    const parameters = `${'{"a":['.repeat(6000)}7210448301122334455${']}'.repeat(6000)}`;
    for (const path of ['token', 'revoke']) {
      const answer = await server.fetch(
        new Request(`${server.url ?? 'http://localhost'}/oauth/${path}`, {
          method: 'POST',
          body: parameters,
        }),
      );
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain('nested too deeply');
    }
  });
});

scenariosOverHttp('text that is not UTF-8 is refused', (start) => {
  const types = ['application/json', 'application/json; charset=iso-8859-1', 'text/plain'];
  const subscribers = '{"subscribers":[{"email":"cy@acme.test","first_name":"José"}]}';
  const paths = [
    ['/v2/9999999/subscribers', subscribers],
    ['/v2/9999999/subscribers/batches', `{"batches":[${subscribers}]}`],
    ['/v3/9999999/shopper_activity/cart', '{"provider":"José"}'],
    ['/_admin/accounts/9999999/seed', subscribers],
    ['/client/9999999/messages', '{"visitor":null,"messages":[{"id":"José"}]}'],
  ] as const;

  // U-333
  it.each(paths)('in a body for %s', async (path, json) => {
    await using server = await start({ seed: scriptShop() });
    for (const type of [...types, 'application/vnd.api+json']) {
      const headers = { authorization: basic(TOKENS.owner), 'content-type': type };
      const body = Buffer.from(json, 'latin1');
      const { status } = await server.fetch(
        new Request(server.url + path, { method: 'POST', headers, body }),
      );
      expect(status, type).toBe(400);
    }
    expect((await server.get('subscribers/cy@acme.test')).status).toBe(404);
  });

  // U-333
  it('in a URL, and other text is read', async () => {
    await using server = await start();
    for (const path of [
      ...['subscribers?tags=caf%E9', 'subscribers/caf%E9@acme.test', 'tags?x=%C3'],
      ...['/_admin/search?q=%00', '/forms/%00'],
    ]) {
      const { status, text } = await server.get(path);
      expect([status, text]).toEqual([400, expect.stringMatching(/%(E9|C3|00) in the URL is not UTF-8/)]);
    }
    for (const tag of ['caf%C3%A9', '100%', '%zz', '%F0%9F%98%80']) {
      expect((await server.get(`subscribers?tags=${tag}`)).status, tag).toBe(200);
    }
  });

  // U-333
  it('in a form', async () => {
    await using server = await start({ seed: scriptShop({ forms: [{ id: '77', headline: 'News' }] }) });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const text of ['Jos%E9', 'Jo%00s', '%ED%A0%BD', '%C0%80']) {
      const body = `fields%5Bemail%5D=cy@acme.test&fields%5Bfirst_name%5D=${text}`;
      const sent = new Request(`${server.url}/forms/77/submissions`, { method: 'POST', headers, body });
      expect((await server.fetch(sent)).status, text).toBe(400);
    }
  });

  // U-333
  it('as a body with an encoding', async () => {
    await using server = await start();
    const body = '{"subscribers":[{"email":"cy@acme.test"}]}';
    for (const encoding of ['gzip', 'br', 'deflate', 'utf-8']) {
      const headers = { 'content-encoding': encoding };
      const { status, text } = await server.send('POST', 'subscribers', { headers, body });
      expect([status, text]).toEqual([415, expect.stringContaining(`Content-Encoding ${encoding}`)]);
    }
  });
});

scenarios('a Host header', (start) => {
  it('is accepted if it is a name, and refused with characters that no name has', async () => {
    await using server = await start();
    const ask = async (host: string, path: string) =>
      (await server.server.fetch(new Request(`http://${host}${path}`))).status;
    for (const host of ["x'.localhost", 'a$b.localhost', 'a`id`.localhost', 'a;b', 'a!b.localhost']) {
      for (const path of ['/docs', '/openapi.json', '/v2/accounts']) {
        expect(await ask(host, path), host + path).toBe(400);
      }
    }
    for (const host of ['localhost', 'my_shop.test:8080', '127.0.0.1', '[::1]:4100', 'bücher.test']) {
      expect(await ask(host, '/openapi.json'), host).toBe(200);
    }
  });
});

scenariosOverHttp('ids in URLs', (start) => {
  const odd = ['日本', 'a/b', 'ü', 'a?b', 'x%2Fy', 'a b', '#', '..', 'a+b'];

  it('every URL of a record with an odd id leads to it', async () => {
    const records = {
      subscribers: odd.map((id, i) => ({ id, email: `p${i}@acme.test` })),
      campaigns: odd.map((id) => ({ id, name: 'Tips' })),
      goals: odd.map((id) => ({ id, name: 'Bought', url: '/x' })),
      webhooks: odd.map((id) => ({ id, post_url: 'https://acme.test/in' })),
    };
    await using server = await start({ seed: scriptShop(records) });
    for (const { email } of records.subscribers) await server.save({ email, first_name: 'Cy' });
    for (const noun of Object.keys(records)) {
      const { items } = await list(server, noun);
      for (const id of odd) {
        const href = String(items.find((one) => one.id === id)?.href);
        expect(href, noun).toMatch(/^[\x21-\x7e]+$/);
        const { pathname } = new URL(href);
        if (id !== '..') expect((await one(server, pathname)).id, noun).toBe(id);
      }
    }
  });
});

scenarios('v3 activities', (start) => {
  // U-68
  it('the order of members makes no difference to whether an activity was sent before', async () => {
    await using server = await start(till());
    const items = [
      { product_id: '1', name: 'Oar', price: 1 },
      { product_id: '2', name: 'Net', price: 2 },
    ];
    const first = {
      ...{
        provider: 'shop',
        email: 'ann@acme.test',
        action: 'created',
        cart_id: '1',
        cart_url: 'https://a.test/',
      },
      ...{ grand_total: 1, occurred_at: '2026-03-01T00:00:00Z', items, extra: { a: 1, b: [2] } },
    };
    const reversed = (value: object) => Object.fromEntries(Object.entries(value).reverse());
    const second = reversed({ ...first, extra: reversed(first.extra), items: items.map(reversed) });
    const third = { ...first, items: items.toReversed() };
    for (const body of [first, second, first, third]) await act(server, 'cart', body);
    expect(await timeline(server)).toEqual([
      ['Created a cart', expect.any(String)],
      ['Created a cart', expect.any(String)],
    ]);
  });
});

const withCy = scriptShop({ subscribers: [{ id: 'cy', email: 'cy@acme.test', status: 'undeliverable' }] });

scenarios('an undeliverable subscriber', (start) => {
  // U-107
  it('a subscriber who unsubscribes stays undeliverable, and comes back as unsubscribed', async () => {
    await using server = await start({ seed: withCy });
    const names = async () => (await server.events({ subscriberId: 'cy' })).map(({ event }) => event);
    const before = (await names()).length;
    expect((await server.post('subscribers/cy/unsubscribe_all', {})).status).toBe(200);
    await server.post('subscribers/cy/unsubscribe_all', {});
    const undeliverable = async () =>
      (await server.get('subscribers?status=undeliverable')).body.subscribers ?? [];
    expect((await undeliverable()).map(({ id }: { id: string }) => id)).toEqual(['cy']);
    expect((await names()).slice(before)).toEqual(['subscriber.unsubscribed_all']);
    expect((await server.admin.post('/subscribers/cy/make_deliverable', {})).status).toBeLessThan(300);
    expect((await names()).slice(before)).toEqual([
      'subscriber.unsubscribed_all',
      'subscriber.marked_as_deliverable',
    ]);
    expect(await undeliverable()).toEqual([]);
    expect((await server.subscriber('cy')).status).toBe('unsubscribed');
    await server.save({ id: 'cy', status: 'active' });
    expect((await names()).slice(before + 2)).toEqual([
      'subscriber.reactivated',
      'subscriber.subscribed_to_email_marketing',
    ]);
  });

  // U-107
  it('a subscriber who unsubscribed and becomes active by an update gets both events', async () => {
    await using server = await start({ seed: withCy });
    await server.post('subscribers/cy/unsubscribe_all', {});
    await server.save({ id: 'cy', status: 'active' });
    const names = (await server.events({ subscriberId: 'cy' })).map(({ event }) => event);
    expect(names.slice(-3)).toEqual([
      'subscriber.marked_as_deliverable',
      'subscriber.reactivated',
      'subscriber.subscribed_to_email_marketing',
    ]);
  });
});
