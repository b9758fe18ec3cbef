import { describe, expect, it } from 'vitest';
import { ANN } from './boat-shop.ts';
import { issuesIn, scenarios, startServer, type TestServer } from './harness.ts';

const id = (n: number) => String(n).padStart(32, '0');
const visitor = 'c'.repeat(32);

const messageOf = (n: number, command: string, given: object) => ({ id: id(n), command, arguments: given });
const identify = (n: number, given: object) => messageOf(n, 'identify', given);
const track = (n: number, action: unknown, given: object = {}) => messageOf(n, 'track', { action, ...given });

const page = {
  ...{ url: 'https://acme.test/oars', title: 'Oars' },
  ...{ referrer: 'https://search.test/', user_agent: 'Browser/1' },
};

/** Posts messages like the page script: as text, without credentials. */
const post = (server: TestServer, messages: readonly object[], more: object = {}) =>
  server.send('POST', '/client/9999999/messages', {
    headers: { authorization: '', 'content-type': 'text/plain' },
    body: { visitor, page, time_zone: 'America/Chicago', messages, ...more },
  });

async function results(server: TestServer, messages: readonly object[], more: object = {}) {
  const { status, body, text } = await post(server, messages, more);
  if (status !== 200 || !body.results) throw new Error(`${status} ${text}`);
  return body.results;
}

const performed = async ({ server }: TestServer) =>
  (await server.events({ event: 'subscriber.performed_custom_event' })).map(
    ({ subscriberId, properties }) => ({ subscriberId, action: properties.action }),
  );

scenarios('messages of the page script', (start) => {
  // proves: script identify
  // proves: note Other keys of identify become custom fields
  it('a page message identifies a visitor with the reported attributes', async () => {
    await using server = await start();
    const message = identify(1, { email: 'cy@acme.test', tags: ['new'], shoe_size: 41, member: true });
    expect(await results(server, [message])).toEqual([
      { id: id(1), success: true, visitor_uuid: visitor, anonymous: false },
    ]);
    expect(await server.subscriber(visitor)).toMatchObject({
      email: 'cy@acme.test',
      tags: ['new'],
      custom_fields: { shoe_size: '41', member: 'true' },
      prospect: true,
      user_agent: 'Browser/1',
      original_referrer: 'https://search.test/',
      landing_url: 'https://acme.test/oars',
      time_zone: 'America/Chicago',
      visitor_uuid: visitor,
    });
  });

  // proves: note Other keys of identify become custom fields
  it('keys of identify and fields of subscribe become lowercase identifiers, and the account is told', async () => {
    await using server = await start();
    const given = { 'Shoe Size': 41, PLAN: 'pro', favoriteBoat: 'Skiff', größe: 'M', a__b: 1, zip2: 2 };
    const [first] = await results(server, [identify(1, { email: 'cy@acme.test', ...given })]);
    expect(first).toEqual({ id: id(1), success: true, visitor_uuid: visitor, anonymous: false });
    expect((await server.subscriber('cy@acme.test')).custom_fields).toEqual({
      ...{ shoe_size: '41', plan: 'pro', favorite_boat: 'Skiff', größe: 'M', a__b: '1', zip2: '2' },
    });
    const fields = { email: 'cy@acme.test', 'shoe-size': 43 };
    await results(server, [messageOf(2, 'subscribe', { campaign_id: '111', fields })]);
    expect((await server.subscriber('cy@acme.test')).custom_fields.shoe_size).toBe('43');
    expect((await server.warnings()).map(({ warning }) => warning)).toEqual([
      "identify: custom field 'Shoe Size' was stored as 'shoe_size'",
      "identify: custom field 'PLAN' was stored as 'plan'",
      "identify: custom field 'favoriteBoat' was stored as 'favorite_boat'",
      "subscribe: custom field 'shoe-size' was stored as 'shoe_size'",
    ]);
  });

  it('keys that cannot be converted are skipped, and the account is told', async () => {
    await using server = await start();
    const given = { Plan: 'old', plan: 'new', '!?': 1, Email: 'dan@acme.test', ' TAGS ': 'x' };
    const [result] = await results(server, [identify(1, { email: 'cy@acme.test', ...given })]);
    expect(result).toMatchObject({ success: true });
    expect((await server.subscriber('cy@acme.test')).custom_fields).toEqual({ plan: 'new' });
    expect((await server.warnings()).map(({ warning }) => warning)).toEqual([
      "identify: custom field 'Plan' was skipped: 'plan' is also present",
      "identify: custom field '!?' was skipped: its name has neither letters nor digits",
      "identify: custom field 'Email' was skipped: write 'email'",
      "identify: custom field ' TAGS ' was skipped: write 'tags'",
    ]);
  });

  it('a strict server refuses such keys', async () => {
    await using server = await start({ strict: true });
    const [result] = await results(server, [identify(1, { email: 'cy@acme.test', 'Shoe Size': 41 })]);
    expect(result).toMatchObject({ success: false, error: 'Shoe Size must be lowercase with underscores' });
    expect((await server.get('subscribers/cy@acme.test')).status).toBe(404);
  });

  // proves: script track
  // proves: note Callbacks receive success, visitor_uuid, anonymous and error
  it('page messages are applied and answered in order', async () => {
    await using server = await start();
    const answers = await results(server, [
      track(1, 'Looked'),
      identify(2, { email: 'cy@acme.test' }),
      track(3, 'Bought', { value: 4900 }),
    ]);
    expect(answers.map(({ id, anonymous }) => [id, anonymous])).toEqual([
      [id(1), true],
      [id(2), false],
      [id(3), false],
    ]);
    expect((await server.get('event_actions')).body.event_actions).toEqual(['Bought', 'Looked']);
  });
});

describe('single messages', () => {
  // U-27
  it('a page message is applied once, however often it is sent', async () => {
    await using server = await startServer();
    const messages = [identify(1, { email: 'cy@acme.test', tags: ['a'] }), track(2, 'Rowed')];
    const first = await results(server, messages);
    await server.save({ email: 'cy@acme.test', remove_tags: ['a'] });
    expect(await results(server, messages)).toEqual(first);
    expect(await results(server, messages, { visitor: null })).toEqual(first);
    expect((await server.subscriber('cy@acme.test')).tags).toEqual([]);
    expect(await performed(server)).toHaveLength(1);
  });

  it('a page message in two overlapping requests is applied once', async () => {
    await using server = await startServer();
    const messages = [identify(1, { email: 'cy@acme.test' }), track(2, 'Rowed'), track(3, 'Rowed')];
    const answers = await Promise.all(Array.from({ length: 8 }, () => results(server, messages)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await performed(server)).toHaveLength(2);
  });

  // proves: limit Script track value
  it('a failed page message reports its issues and does not stop the others', async () => {
    await using server = await startServer();
    const before = await server.state();
    const answers = await results(server, [
      identify(1, { email: 'cy at acme', tags: { a: 1 } }),
      identify(2, {}),
      track(3, ''),
      track(4, undefined),
      track(5, 'Rowed', { value: -1, occurred_at: 'soon' }),
      messageOf(6, 'dance', {}),
      messageOf(7, 'constructor', {}),
      identify(8, { email: ANN.email, user_id: 'taken', boat: { name: 'Skiff' } }),
    ]);
    expect(answers.map(({ success }) => success)).toEqual(Array(8).fill(false));
    const failed = { anonymous: true, visitor_uuid: visitor, error: expect.stringMatching(/\w/) };
    for (const answer of answers) expect(answer).toMatchObject(failed);
    const says = (n: number) => answers[n - 1]?.error;
    expect(says(1)).toMatch(/email.*tags/);
    expect(says(2)).toContain('email');
    expect(says(3)).toContain('action');
    expect(says(5)).toMatch(/value.*occurred_at/);
    expect(says(6)).toContain('dance');
    expect(says(8)).toContain('boat');
    expect(await server.state()).toBe(before);
  });

  it('a failed page message can be corrected and sent again with the same id', async () => {
    await using server = await startServer();
    expect(await results(server, [identify(1, {})])).toMatchObject([{ success: false }]);
    const again = await results(server, [identify(1, { email: 'cy@acme.test' })]);
    expect(again).toMatchObject([{ success: true, anonymous: false }]);
  });

  it('page messages for an unknown account are refused with 404', async () => {
    await using server = await startServer();
    const body = { visitor, messages: [track(1, 'Rowed')] };
    expect((await server.send('POST', '/client/1/messages', { body })).status).toBe(404);
  });

  it.each([
    ['no JSON', '{', 400],
    ['nothing', '', 400],
    ['no messages', { visitor }, 422],
    ['an empty list', { visitor, messages: [] }, 422],
    ['too many', { visitor, messages: Array.from({ length: 101 }, (_, i) => track(i, 'x')) }, 422],
    ['an invalid id', { visitor, messages: [{ ...track(1, 'x'), id: '1' }] }, 422],
    ['a list of arguments', { visitor, messages: [{ ...track(1, 'x'), arguments: [] }] }, 422],
  ])('a request with page messages is refused when it holds %s', async (_, body, status) => {
    await using server = await startServer();
    const before = await server.state();
    const answer = await server.send('POST', '/client/9999999/messages', { body });
    expect(answer.status).toBe(status);
    if (status === 422) expect(issuesIn(answer).length).toBeGreaterThan(0);
    expect(await server.state()).toBe(before);
  });

  it('page messages have the same size limit as any request body', async () => {
    await using server = await startServer({ bodyLimit: 2000 });
    expect((await post(server, [track(1, 'x'.repeat(2000))])).status).toBe(413);
    expect((await post(server, [track(1, 'Rowed')])).status).toBe(200);
  });
});

// U-132
describe('values of other subscribers', () => {
  const warnings = async ({ server }: TestServer) =>
    (await server.warnings({ path: '/client/**' })).map(({ warning }) => warning);

  it('a value that belongs to another subscriber is ignored and reported only to the account', async () => {
    await using server = await startServer();
    await server.save({ email: 'bob@acme.test', user_id: 'u-bob' });
    const bob = await server.subscriber('bob@acme.test');
    const [answer] = await results(server, [
      identify(1, { email: ANN.email, new_email: 'Bob@Acme.test', user_id: 'u-bob', tags: ['seen'] }),
    ]);
    expect(answer).toEqual({ id: id(1), success: true, visitor_uuid: visitor, anonymous: false });
    expect(await server.subscriber(ANN.id)).toMatchObject({
      email: ANN.email,
      tags: expect.arrayContaining(['seen']),
    });
    expect(await server.subscriber('bob@acme.test')).toEqual(bob);
    expect(await warnings(server)).toEqual([
      'identify: new_email was skipped: it belongs to another subscriber',
      'identify: user_id was skipped: it belongs to another subscriber',
    ]);
  });

  it("a new subscriber or a visitor cannot take over another subscriber's values", async () => {
    await using server = await startServer();
    await server.save({ email: 'bob@acme.test', user_id: 'u-bob' });
    await results(server, [identify(1, { email: 'cy@acme.test', user_id: 'u-bob' })]);
    await results(server, [identify(2, { new_email: 'bob@acme.test', user_id: 'u-cy' })]);
    expect(await server.subscriber(visitor)).toMatchObject({ email: 'cy@acme.test', user_id: 'u-cy' });
    expect(await server.subscriber('bob@acme.test')).toMatchObject({ user_id: 'u-bob' });
  });

  it('a page can repeat a new address without becoming another subscriber', async () => {
    await using server = await startServer();
    const given = { email: ANN.email, new_email: 'ann@new.test' };
    for (const n of [1, 2, 3]) await results(server, [identify(n, { ...given, visits: n })]);
    expect(await server.subscriber('ann@new.test')).toMatchObject({
      id: ANN.id,
      custom_fields: { visits: '3' },
    });
    expect((await server.get(`subscribers/${encodeURIComponent(ANN.email)}`)).status).toBe(404);
    expect(await warnings(server)).toEqual([]);
  });

  it("another subscriber's values do not appear in responses", async () => {
    await using server = await startServer();
    const answer = await post(server, [identify(1, { email: 'cy at acme' }), identify(2, {})]);
    expect(answer.headers.get('x-trickle-warnings')).toBeNull();
    const warning = expect.stringMatching(/^identify: .*email/);
    expect(await warnings(server)).toEqual([warning, warning]);
  });
});

describe('visitors', () => {
  it("an identified visitor's earlier events are reassigned to the subscriber", async () => {
    await using server = await startServer();
    await results(server, [track(1, 'Looked')]);
    expect((await server.get(`subscribers/${visitor}`)).status).toBe(404);
    await results(server, [identify(2, { email: 'cy@acme.test' })]);
    expect((await server.subscriber(visitor)).email).toBe('cy@acme.test');
    expect(await results(server, [track(3, 'Bought')])).toMatchObject([{ anonymous: false }]);
  });

  it('an identified visitor stays identified', async () => {
    await using server = await startServer();
    const given = { visitor: ANN.visitor };
    const answers = await results(server, [identify(1, { shoe_size: '40', remove_tags: ['vip'] })], given);
    expect(answers).toMatchObject([{ success: true, anonymous: false, visitor_uuid: ANN.visitor }]);
    const ann = await server.subscriber(ANN.id);
    expect(ann.custom_fields).toEqual({ shoe_size: '40', plan: 'pro' });
    expect(ann.tags).toEqual(['boat owner']);
  });

  it('an identified subscriber keeps the data from before this browser', async () => {
    await using server = await startServer();
    const before = await server.subscriber(ANN.id);
    await results(server, [identify(1, { email: ANN.email })]);
    expect(await server.subscriber(ANN.id)).toEqual({ ...before, visitor_uuid: visitor });
  });

  it('the visitor of a deleted subscriber can be identified as another subscriber', async () => {
    await using server = await startServer();
    await results(server, [identify(1, { email: 'cy@acme.test' })]);
    await server.delete('subscribers/cy%40acme.test');
    expect(await results(server, [track(2, 'Looked')])).toMatchObject([{ success: true, anonymous: true }]);
    await results(server, [identify(3, { email: 'dee@acme.test' })], { page: {} });
    expect(await server.subscriber(visitor)).toMatchObject({ email: 'dee@acme.test', landing_url: page.url });
  });
});
