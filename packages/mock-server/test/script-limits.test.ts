import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../src/api/http/limits.ts';
import { roads, startServer, type TestServer } from './harness.ts';
import { ANNS, give, message, postMessages, scriptShop, VISITOR } from './script-shop.ts';

const KB = 1024;
const form = { id: '7', headline: 'Join', fields: [{ name: 'note' }] };

const postForm = (server: TestServer, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  server.send('POST', '/forms/7/submissions', {
    headers: { authorization: '', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });

describe('visitor ids', () => {
  // U-28
  it('a visitor id can be in upper case and is returned in lower case', async () => {
    await using server = await startServer({ seed: scriptShop() });
    const upper = { visitor: ANNS.toUpperCase() };
    const known = await give(server, 'track', { action: 'Looked' }, upper);
    expect(known).toMatchObject({ success: true, visitor_uuid: ANNS, anonymous: false });
    expect((await server.subscriber(ANNS.toUpperCase())).id).toBe('ann');
    const visitor = 'b'.repeat(32);
    const added = await server.save({ email: 'cy@acme.test', visitor_uuid: visitor.toUpperCase() });
    expect(added.visitor_uuid).toBe(visitor);
    expect((await give(server, 'track', { action: 'Looked' }, { visitor })).anonymous).toBe(false);
  });

  const invalid = ['', 'x', 'g'.repeat(32), 'a'.repeat(33), 7, {}, ['a'.repeat(32)], true, null];

  it.each(invalid)('an invalid visitor id is replaced by a new one: %j', async (visitor) => {
    await using server = await startServer({ seed: scriptShop() });
    const post = { visitor: visitor as string }; // within the limits of pages
    const { success, visitor_uuid } = await give(server, 'track', { action: 'Looked' }, post);
    expect([success, /^[0-9a-f]{32}$/.test(visitor_uuid)]).toEqual([true, true]);
    const again = await give(server, 'track', { action: 'Looked' }, { visitor: visitor_uuid });
    expect(again.visitor_uuid).toBe(visitor_uuid);
    await give(server, 'identify', { email: 'cy@acme.test' }, { visitor: visitor_uuid });
    expect((await server.subscriber(visitor_uuid)).email).toBe('cy@acme.test');
  });
});

describe('new subscribers from pages', () => {
  const browser = { 'user-agent': 'Rowboat/1', referer: 'https://acme.test/form' };
  const attributes = {
    ip_address: '127.0.0.1',
    user_agent: 'Rowboat/1',
    landing_url: 'https://acme.test/first',
    original_referrer: 'https://search.test/',
  };
  /** Sends the first message of a visitor. */
  const land = (server: TestServer) => {
    const { landing_url: url, original_referrer: referrer, user_agent } = attributes;
    const messages = [message('track', { action: 'Looked' })];
    const body = { visitor: VISITOR, page: { url, referrer, user_agent }, messages };
    return server.send('POST', '/client/9999999/messages', { headers: { authorization: '' }, body });
  };

  it.each([
    ['identify', { email: 'cy@acme.test' }],
    ['subscribe', { campaign_id: '111', fields: { email: 'cy@acme.test' } }],
    ['submitForm', { form_id: '7', entries: [['fields[email]', 'cy@acme.test']] }],
  ])("a subscriber created by %s has the browser's data", async (command, given) => {
    await using server = await startServer({ seed: scriptShop({ forms: [form] }), road: 'over a socket' });
    await land(server);
    expect(await give(server, command, given)).toMatchObject({ success: true });
    expect(await server.subscriber('cy@acme.test')).toMatchObject(attributes);
    const before = await server.subscriber('ann');
    const known = JSON.parse(JSON.stringify(given).replaceAll('cy@', 'ann@'));
    expect(await give(server, command, known)).toMatchObject({ success: true });
    expect(await server.subscriber('ann')).not.toMatchObject({ user_agent: 'Rowboat/1' });
    expect(before).not.toHaveProperty('ip_address');
  });

  it('the browser is that of the request, unless the page names it', async () => {
    await using server = await startServer({ seed: scriptShop() });
    const headers = { 'user-agent': 'Rowboat/2' };
    await give(server, 'identify', { email: 'cy@acme.test' }, { headers });
    expect((await server.subscriber('cy@acme.test')).user_agent).toBe('Rowboat/2');
  });

  it("a subscriber created by a plain form has the form's page, or the data of the visitor's first page", async () => {
    await using server = await startServer({ seed: scriptShop({ forms: [form] }), road: 'over a socket' });
    await postForm(server, { 'fields[email]': 'bo@acme.test' }, browser);
    const { original_referrer, landing_url, ...own } = attributes;
    expect(await server.subscriber('bo@acme.test')).toMatchObject({ ...own, landing_url: browser.referer });
    await land(server);
    await postForm(server, { 'fields[email]': 'cy@acme.test', visitor_uuid: VISITOR.toUpperCase() }, browser);
    expect(await server.subscriber('cy@acme.test')).toMatchObject(attributes);
  });
});

describe('limits of public requests', () => {
  // U-133
  it.each(roads)('requests have at most 64 KB, %s', async (road) => {
    await using server = await startServer({ seed: scriptShop({ forms: [form] }), road });
    const track = (length: number) =>
      postMessages(server, [message('track', { action: 'A', note: 'x'.repeat(length) })]);
    expect((await track(63 * KB)).status).toBe(200);
    const refused = await track(64 * KB);
    expect([refused.status, refused.text]).toEqual([413, expect.stringContaining('longer than 65536 bytes')]);
    const submit = (length: number) =>
      postForm(server, { 'fields[email]': 'cy@acme.test', unknown: 'x'.repeat(length) });
    expect((await submit(63 * KB)).status).toBe(200);
    expect((await submit(64 * KB)).status).toBe(413);
  });

  it.each([
    ['GET', '/client/9999999/messages', 'POST'],
    ['PUT', '/client/9999999/messages', 'POST'],
    ['POST', '/client/9999999/config', 'GET'],
    ['DELETE', '/client/9999999/forms.js', 'GET'],
    ['GET', '/forms/7/submissions', 'POST'],
  ])('other methods are rejected: %s %s gets 405', async (method, path, allowed) => {
    await using server = await startServer({ seed: scriptShop() });
    const { status, headers, body } = await server.send(method, path);
    expect([status, headers.get('allow')]).toEqual([405, allowed]);
    expect(body.errors).toMatchObject([{ code: 'method_not_allowed_error' }]);
  });
});

// U-75
it('a page that posts a hundred commands every second is never rejected', async () => {
  await using server = await startServer({ seed: scriptShop(), limits: {} });
  const start = Date.parse('2026-03-06T12:00:00Z');
  const refused: number[] = [];
  for (let second = 0; second < 150; second++) {
    server.clock.set(new Date(start + second * 1000).toISOString());
    // The first of these minutes has full requests. A request counts once, whatever it contains.
    const commands = Array.from({ length: second < 5 ? 100 : 1 }, () => message('visit'));
    const { status } = await postMessages(server, commands);
    if (status !== 200) refused.push(second);
  }
  expect(refused).toEqual([]);
});

// U-190
describe('the number of subscribers that pages can create', () => {
  const cy = (i: number) => ({ email: `cy${i}@acme.test` });
  /** Three ways to create a subscriber. */
  const signUp = (server: TestServer, i: number): Promise<{ status: number }> =>
    [
      () => postMessages(server, [message('identify', cy(i))]),
      () => postMessages(server, [message('subscribe', { campaign_id: '111', fields: cy(i) })]),
      () => postForm(server, { 'fields[email]': cy(i).email }),
    ][i % 3]?.() ?? Promise.reject(new Error('no way'));
  const startWith = (limits: object) =>
    startServer({ seed: scriptShop({ forms: [form] }), limits, road: 'over a socket' });

  it.each(['signupsAddress', 'signupsAccount'])('%s limits sign-ups to a number per hour', async (limit) => {
    await using server = await startWith({ [limit]: 4 });
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push((await signUp(server, i)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    expect((await server.get('subscribers?status=all')).body.meta?.total_count).toBe(5);
    // Everything else continues.
    expect((await postMessages(server, [message('track', { action: 'Looked' })])).status).toBe(200);
    server.clock.set('2026-03-06T12:59:00Z');
    const late = await postMessages(server, [message('identify', cy(9))]);
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '60']);
    server.clock.set('2026-03-06T13:00:00Z');
    expect((await signUp(server, 9)).status).toBe(200);
  });

  it('a request with many commands counts them all and is never split', async () => {
    await using server = await startWith({ signupsAccount: 5 });
    const many = (from: number) => Array.from({ length: 20 }, (_, i) => message('identify', cy(from + i)));
    expect((await postMessages(server, many(0))).status).toBe(200);
    expect((await postMessages(server, many(20))).status).toBe(429);
  });

  it('the limit counts known addresses like unknown ones, so that it reveals neither', async () => {
    for (const email of ['ann@acme.test', 'nobody@acme.test']) {
      await using server = await startWith({ signupsAccount: 2 });
      const statuses = [];
      for (let i = 0; i < 3; i++) {
        const post = { visitor: `${i}`.repeat(32) };
        statuses.push((await postMessages(server, [message('identify', { email })], post)).status);
      }
      expect(statuses, email).toEqual([200, 200, 429]);
    }
  });

  it('by default, one address can sign up 6,000 times an hour', () => {
    expect(defaultLimits).toMatchObject({ signupsAddress: 6000, signupsAccount: 60_000 });
  });
});

describe('retention of data from pages', () => {
  const KEPT = 20;
  const start = () =>
    startServer({
      seed: scriptShop({ forms: [form], goals: [{ name: 'Bought' }] }),
      retention: { events: KEPT },
      randomSeed: 7,
    });
  /** The oldest beyond this number are deleted before many more are added. */
  const MOST = 2 * KEPT;
  const visitor = (i: number) => ({ visitor: i.toString(16).padStart(32, '0') });

  // U-133
  it('the newest visitors, events, conversions and submissions are retained', async () => {
    await using server = await start();
    for (let i = 1; i <= 150; i++) await give(server, 'track', { action: 'Bought', i }, visitor(i));
    for (let i = 0; i < 80; i++) await postForm(server, { 'fields[email]': 'cy@acme.test' });
    const { tables } = await server.exportState();
    const counts = ['visitors', 'events', 'conversions', 'form_submissions'] as const;
    for (const table of counts) {
      expect(tables[table]?.length, table).toBeGreaterThanOrEqual(KEPT);
      expect(tables[table]?.length, table).toBeLessThanOrEqual(MOST);
    }
    expect(tables.visitors?.at(-1)).toMatchObject({ uuid: visitor(150).visitor });
    const first = tables.visitors?.[0]?.uuid;
    expect(Number.parseInt(String(first), 16)).toBeGreaterThan(150 - MOST);
    expect(tables.events?.at(-1)?.properties).toBe('{"i":150}');
  });

  // U-133
  it('data from pages does not displace data from the API', async () => {
    await using server = await start();
    for (let i = 0; i < 30; i++)
      await server.post('events', { events: [{ email: 'ann@acme.test', action: `A ${i}` }] });
    for (let i = 1; i <= 150; i++) await give(server, 'track', { action: 'B' }, visitor(i));
    const { tables } = await server.exportState();
    expect(tables.events?.filter(({ visitor_uuid }) => visitor_uuid === null)).toHaveLength(30);
  });

  // U-133
  it('a subscriber keeps the newest hundred visitors, including the current one', async () => {
    await using server = await startServer({ seed: scriptShop(), limits: false });
    for (let i = 1; i <= 130; i++) await give(server, 'identify', { email: 'ann@acme.test' }, visitor(i));
    const { tables } = await server.exportState();
    expect(tables.visitors?.length).toBe(101);
    expect((await server.subscriber('ann')).visitor_uuid).toBe(visitor(130).visitor);
    expect((await server.subscriber(visitor(130).visitor)).id).toBe('ann');
  });
});
