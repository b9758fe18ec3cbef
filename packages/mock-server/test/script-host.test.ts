import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { scenarios, startServer, type TestServer } from './harness.ts';
import { list, pluck } from './mailing-account.ts';
import { ANNS, give, message, postMessages, scriptShop, VISITOR } from './script-shop.ts';

scenarios('campaign commands', (start) => {
  // proves: script campaign subscribe
  it('subscribe adds an address with its custom fields to a campaign', async () => {
    await using server = await start({ seed: scriptShop() });
    const given = { campaign_id: '111', fields: { email: 'cy@acme.test', size: 4 }, double_optin: false };
    expect(await give(server, 'subscribe', given)).toMatchObject({ success: true, anonymous: true });
    expect(await server.subscriber('cy@acme.test')).toMatchObject({ custom_fields: { size: '4' } });
    const emitted = await server.events({ event: 'subscriber.subscribed_to_campaign' });
    expect(emitted).toMatchObject([{ properties: { campaign_id: '111' } }]);
  });

  // proves: script unsubscribe
  it('unsubscribe removes an address from one campaign, or from all', async () => {
    const active = { status: 'active' as const, subscribers: [{ email: 'ann@acme.test' }] };
    await using server = await start({
      seed: scriptShop({ campaigns: ['111', '222', '333'].map((id) => ({ id, name: id, ...active })) }),
    });
    const emitted = async () =>
      (await server.events())
        .filter(({ event }) => /campaign|unsubscribed_all/.test(event))
        .map(({ event, properties }) => [event, properties.campaign_id])
        .sort();
    const left = 'subscriber.unsubscribed_from_campaign';
    await give(server, 'unsubscribe', { email: 'ann@acme.test', campaign_id: '222' });
    expect(await emitted()).toEqual([[left, '222']]);
    await give(server, 'unsubscribe', { email: 'ann@acme.test' });
    expect(await emitted()).toEqual(['111', '222', '333'].map((id) => [left, id]));
    const { items } = await list(server, 'subscribers/ann/campaign_subscriptions');
    expect(pluck(items, 'status')).toEqual(['unsubscribed', 'unsubscribed', 'unsubscribed']);
    expect((await server.subscriber('ann')).status).toBe('active');
  });

  it.each([
    ['subscribe', { campaign_id: '9', fields: { email: 'cy@acme.test' } }, 'Campaign not found: 9'],
    ['subscribe', { campaign_id: '111', fields: {} }, 'fields.email is required'],
    ['subscribe', { campaign_id: '111' }, 'fields is required'],
    ['unsubscribe', { email: 'ann@acme.test', campaign_id: '9' }, 'Campaign not found: 9'],
    ['unsubscribe', {}, 'email is required'],
    ['showForm', { id: '1' }, "Unknown command 'showForm'."],
    ['__proto__', {}, "Unknown command '__proto__'."],
  ])('the command %s with %j is rejected with a reason', async (command, given, reason) => {
    await using server = await start({ seed: scriptShop() });
    expect(await give(server, command, given)).toMatchObject({ success: false, error: reason });
  });
});

describe('the endpoints of the page script', () => {
  // U-76
  it('known and unknown addresses get the same responses', async () => {
    await using server = await startServer({ seed: scriptShop() });
    const commands: [string, (email: string) => Record<string, unknown>][] = [
      ['unsubscribe', (email) => ({ email })],
      ['unsubscribe', (email) => ({ email, campaign_id: '111' })],
      ['subscribe', (email) => ({ campaign_id: '111', fields: { email } })],
      ['identify', (email) => ({ email })],
    ];
    for (const [command, given] of commands) {
      const known = await give(server, command, given('ann@acme.test'), { visitor: 'd'.repeat(32) });
      const unknown = await give(server, command, given(`${command}@acme.test`), { visitor: 'e'.repeat(32) });
      expect({ ...known, id: '', visitor_uuid: '' }).toEqual({ ...unknown, id: '', visitor_uuid: '' });
    }
  });

  it('responses reveal nothing about subscribers', async () => {
    await using server = await startServer({ seed: scriptShop() });
    await server.save({ email: 'ann@acme.test', first_name: 'Secret', custom_fields: { plan: 'Secret' } });
    const emitted = [
      await give(server, 'identify', { email: 'ann@acme.test' }),
      await give(server, 'track', { action: 'Looked' }, { visitor: ANNS }),
      await give(server, 'identify', { email: 'ann@acme.test', user_id: 'u' }),
      (await server.send('GET', '/client/9999999/config')).text,
      (await server.send('GET', '/9999999.js')).text,
    ];
    expect(JSON.stringify(emitted)).not.toMatch(/Secret|ann@/);
    for (const path of ['messages', 'visitors', `visitors/${ANNS}`, 'subscribers', '']) {
      const { status } = await server.send('GET', `/client/9999999/${path}`, {
        headers: { authorization: '' },
      });
      expect([path, status >= 404]).toEqual([path, true]);
    }
  });

  it('a visitor cannot become or change the subscriber of another visitor', async () => {
    await using server = await startServer({ seed: scriptShop() });
    const before = await server.subscriber('ann');
    // Without Ann's visitor id or address, nobody can reach her data.
    await give(server, 'identify', { id: 'ann', email: 'cy@acme.test', visitor_uuid: ANNS });
    await give(server, 'identify', { new_email: 'ann@acme.test', email: 'cy@acme.test' });
    await give(server, 'track', { action: 'Looked', subscriber_id: 'ann', email: 'ann@acme.test' });
    await give(server, 'visit', { visitor: ANNS }, { url: 'https://acme.test/?dst=x' });
    expect(await server.subscriber('ann')).toEqual(before);
    expect((await server.subscriber(ANNS)).id).toBe('ann');
    expect((await server.subscriber(VISITOR)).email).toBe('cy@acme.test');
  });

  it('identify with a known address changes only what identify can change', async () => {
    await using server = await startServer({ seed: scriptShop() });
    const before = await server.subscriber('ann');
    const attributes = {
      ...{ first_name: 'Eve', status: 'unsubscribed', initial_status: 'unsubscribed' },
      time_zone: 'Asia/Tokyo',
      ...{ sms_number: '+12065550100', sms_consent: true, lifetime_value: 9, base_lead_score: 9 },
      ...{ ip_address: '10.0.0.1', landing_url: 'https://evil.test', created_at: '2020-01-01T00:00:00Z' },
    };
    const own = { tags: ['new'], prospect: false, eu_consent: 'granted', eu_consent_message: 'Yes' } as const;
    await give(server, 'identify', { email: 'ann@acme.test', user_id: 'u1', ...own, ...attributes });
    const texts = Object.entries(attributes).map(([name, value]) => [name, String(value)]);
    expect(await server.subscriber('ann')).toEqual({
      ...{ ...before, tags: ['new'], prospect: false, eu_consent: 'granted' },
      ...{ user_id: 'u1', visitor_uuid: VISITOR, custom_fields: Object.fromEntries(texts) },
    });
  });

  // U-75
  it("messages are accepted from the account's pages only, if the account names origins", async () => {
    await using server = await startServer({
      seed: scriptShop({ script_origins: ['https://Acme.test:443/', 'file:///', 'any'] }),
    });
    const status = async (headers: Record<string, string>) =>
      (await postMessages(server, [message('track', { action: 'Looked' })], { headers })).status;
    expect(await status({ origin: 'https://acme.test' })).toBe(200);
    for (const origin of ['https://evil.test', 'https://acme.test.evil.test', 'null']) {
      expect(await status({ origin })).toBe(403);
    }
    expect(await status({})).toBe(403);
    const [account] = (await server.send('GET', '/v2/accounts')).body.accounts ?? [];
    expect(account).not.toHaveProperty('script_origins');
  });

  // U-75
  it("messages are limited per visitor and minute of the server's clock", async () => {
    await using server = await startServer({ seed: scriptShop(), limits: { scriptVisitor: 2 } });
    const post = (visitor: string) =>
      postMessages(server, [message('track', { action: 'Looked' })], { visitor });
    const statuses = [];
    for (let times = 0; times < 3; times++) statuses.push((await post(VISITOR)).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await post(ANNS)).status).toBe(200);
    server.clock.set('2026-03-06T12:00:45Z');
    const late = await post(VISITOR);
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '15']);
    server.clock.set('2026-03-06T12:01:00Z');
    expect((await post(VISITOR)).status).toBe(200);
  });

  // U-75
  it('limits start again after the clock was set back', async () => {
    await using server = await startServer({ seed: scriptShop(), limits: { scriptVisitor: 1 } });
    const post = async () => (await postMessages(server, [message('track', { action: 'Looked' })])).status;
    expect([await post(), await post()]).toEqual([200, 429]);
    server.clock.set('2026-03-01T12:00:00Z');
    expect([await post(), await post()]).toEqual([200, 429]);
  });

  // U-75
  it('messages are limited per address, even with invented visitors', async () => {
    const limits = { scriptAddress: 2 };
    await using server = await startServer({ seed: scriptShop(), limits, road: 'over a socket' });
    const statuses = [];
    for (const digit of '123') {
      const post = { visitor: digit.repeat(32) };
      statuses.push((await postMessages(server, [message('track', { action: 'Looked' })], post)).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe('pages of other origins', () => {
  const origin = 'https://acme.test';

  const files = ['/9999999.js', '/script.json', '/client/9999999/config', '/client/9999999/forms.js'];

  it.each(files)('other origins can read %s from any cache', async (path) => {
    await using server = await startServer({ seed: scriptShop(), cors: false });
    for (const headers of [{}, { origin }]) {
      const answer = await server.send('GET', path, { headers });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    }
  });

  it('other origins can read why messages are rejected, also with cookies', async () => {
    await using server = await startServer({
      seed: scriptShop({ enable_third_party_cookies: true, script_origins: [origin] }),
      limits: { scriptVisitor: 1 },
      cors: false,
    });
    const refusals = async (body: unknown, origin: string) => {
      const headers = { origin, authorization: '' };
      const answer = await server.send('POST', '/client/9999999/messages', { headers, body });
      const says = (name: string) => answer.headers.get(`access-control-allow-${name}`);
      return [answer.status, says('origin'), says('credentials')];
    };
    const body = { visitor: VISITOR, messages: [message('visit')] };
    expect(await refusals('{', origin)).toEqual([400, origin, 'true']);
    expect(await refusals({}, origin)).toEqual([422, origin, 'true']);
    expect(await refusals(body, 'https://evil.test')).toEqual([403, 'https://evil.test', 'true']);
    expect(await refusals(body, origin)).toEqual([200, origin, 'true']);
    expect(await refusals(body, origin)).toEqual([429, origin, 'true']);
    const late = await server.send('POST', '/client/9999999/messages', { headers: { origin }, body });
    expect(late.headers.get('access-control-expose-headers')).toBe('Retry-After');
    const [, , refused] = await server.requests.find();
    expect(refused).toMatchObject({ status: 403, problem: expect.stringContaining('origin') });
  });
});

// U-73
describe('the served page script', () => {
  const configOf = async (server: TestServer) =>
    JSON.parse((await server.send('GET', '/client/9999999/config')).text);

  it("the page script gets the account's settings for pages, and nothing else", async () => {
    await using plain = await startServer({ seed: scriptShop() });
    expect(await configOf(plain)).toEqual({});
    await using full = await startServer({
      seed: scriptShop({
        enable_third_party_cookies: true,
        forms: [{ id: '7', headline: 'Letters' }],
        goals: [
          { id: '1', name: 'Thanks', url: 'https://acme.test/thanks' },
          { id: '2', name: 'Named only' },
        ],
      }),
    });
    const config = await configOf(full);
    expect(config).toEqual({ visits: expect.any(String), forms: true, third_party: true });
    expect('https://www.acme.test/thanks?x').toMatch(new RegExp(config.visits, 'i'));
    expect('https://www.acme.test/').not.toMatch(new RegExp(config.visits, 'i'));
    expect((await full.send('GET', '/9999999.js')).text).toContain(
      JSON.stringify({ account: '9999999', ...config }),
    );
    expect((await full.send('GET', '/client/1/config')).status).toBe(404);
  });

  it('a pinned version matches its hash', async () => {
    await using server = await startServer({ seed: scriptShop() });
    const { version, integrity, path } = JSON.parse((await server.send('GET', '/script.json')).text);
    const origin = 'https://acme.test';
    const { text, headers } = await server.send('GET', path.replace('{account_id}', '9999999'), {
      headers: { origin },
    });
    expect(`sha384-${createHash('sha384').update(text).digest('base64')}`).toBe(integrity);
    expect(headers.get('cache-control')).toContain('immutable');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect((await server.send('GET', '/9999999/9.9.9/script.js')).status).toBe(404);
    expect((await server.send('GET', `/1/${version}/script.js`)).status).toBe(404);
  });
});

// U-74
describe('visitors across domains', () => {
  const post = async (server: TestServer, visitor: string, cookie?: string) => {
    const headers = { origin: 'https://acme.test', ...(cookie && { cookie }) };
    const answer = await postMessages(server, [message('track', { action: 'Looked' })], { visitor, headers });
    return { visitor: answer.body.results?.[0]?.visitor_uuid, headers: answer.headers };
  };

  it('a visitor is shared across domains if the account enables it', async () => {
    await using server = await startServer({ seed: scriptShop({ enable_third_party_cookies: true }) });
    const first = await post(server, VISITOR);
    const [cookie = '', ...attributes] = (first.headers.get('set-cookie') ?? '').split('; ');
    expect(cookie).toBe(`trickle_visitor_9999999=${VISITOR}`);
    expect(attributes).toEqual(expect.arrayContaining(['SameSite=None', 'Secure', 'HttpOnly']));
    expect(first.headers.get('access-control-allow-credentials')).toBe('true');
    expect((await post(server, 'd'.repeat(32), cookie)).visitor).toBe(VISITOR);
    // A visitor linked to a subscriber keeps its identity.
    expect((await post(server, ANNS, cookie)).visitor).toBe(ANNS);
    const other = 'd'.repeat(32);
    expect((await post(server, other, 'trickle_visitor_9999999=nonsense')).visitor).toBe(other);
  });
});
