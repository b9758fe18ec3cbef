import { describe, expect, it } from 'vitest';
import { ANN, TOKENS } from './boat-shop.ts';
import { issuesIn, scenarios, startServer } from './harness.ts';
import { till } from './till.ts';

scenarios('subscribers', (start) => {
  // proves: endpoint POST /v2/{account_id}/subscribers
  // proves: note Subscriber: time_zone defaults to Etc/UTC, sms_consent to false, base_lead_score to 30
  it("a subscriber is created with the interface's defaults", async () => {
    await using server = await start();
    const subscriber = await server.save({ email: 'Cy@Acme.test' });
    expect(subscriber).toEqual({
      id: expect.stringMatching(/^[a-z0-9]{20}$/),
      status: 'active',
      email: 'Cy@Acme.test',
      sms_consent: false,
      eu_consent: 'unknown',
      time_zone: 'Etc/UTC',
      utc_offset: 0,
      custom_fields: {},
      tags: [],
      prospect: true,
      lifetime_value: 0,
      base_lead_score: 30,
      created_at: '2026-03-06T12:00:00Z',
      href: `${server.url}/v2/9999999/subscribers/${subscriber.id}`,
      links: { account: '9999999' },
    });
    expect(await server.subscriber(subscriber.id)).toEqual(subscriber);
  });

  it('a subscriber keeps every given attribute', async () => {
    await using server = await start();
    const record = {
      ...{ first_name: 'Cy', last_name: 'Oar', user_id: 'u-1', phone: '+1 (218) 555-0100' },
      ...{ address1: '1 Dock', address2: 'Deck 2', city: 'Duluth', state: 'MN', zip: '00123' },
      ...{ country: 'Ålund', sms_number: '+12185550199', sms_consent: true, time_zone: 'Asia/Kolkata' },
      ...{ lifetime_value: 2500, base_lead_score: 7, ip_address: '2001:db8::1', prospect: false },
      ...{ custom_fields: { boat_name: 'Ölé 🚣' }, tags: ['a tag', '50% / off + more'] },
      ...{ eu_consent: 'granted', status: 'unsubscribed', initial_status: 'active' },
    };
    const subscriber = await server.save({ ...record, email: 'cy@acme.test', eu_consent_message: 'I agree' });
    expect(subscriber).toMatchObject({ ...record, utc_offset: 330 });
    expect(subscriber).not.toHaveProperty('eu_consent_message');
    expect(await server.subscriber('cy@acme.test')).toEqual(subscriber);
  });

  // proves: endpoint GET /v2/{account_id}/subscribers/{id_or_email_or_visitor_uuid}
  // proves: note {id_or_email} accepts a subscriber id or an email address
  // proves: note An upsert names the subscriber by email, id or visitor_uuid
  // proves: note An upsert creates, or updates when the subscriber exists
  it('a subscriber is found and updated by id, email address or visitor', async () => {
    await using server = await start();
    const ann = await server.subscriber(ANN.id);
    expect(await server.subscriber(ANN.email)).toEqual(ann);
    expect(await server.subscriber(ANN.visitor)).toEqual(ann);
    await server.save({ id: ANN.id, city: 'Ely' });
    await server.save({ email: ANN.email, state: 'WI' });
    await server.save({ visitor_uuid: ANN.visitor, zip: '1' });
    expect(await server.subscriber(ANN.id)).toEqual({ ...ann, city: 'Ely', state: 'WI', zip: '1' });
  });

  // proves: endpoint DELETE /v2/{account_id}/subscribers/{id_or_email}
  // proves: transition Subscriber: any → DELETE /v2/{account_id}/subscribers/{id_or_email}
  // proves: note Subscriber endpoints only work with active people
  it('a subscriber is deleted by id or email address', async () => {
    await using server = await start();
    expect((await server.delete(`subscribers/${ANN.id}`)).status).toBe(204);
    expect((await server.delete('subscribers/bob%40acme.test')).status).toBe(204);
    for (const key of [ANN.id, encodeURIComponent(ANN.email), ANN.visitor, 'p2']) {
      expect((await server.get(`subscribers/${key}`)).status).toBe(404);
    }
    expect((await server.delete(`subscribers/${ANN.id}`)).status).toBe(404);
    expect((await server.get('subscribers?status=all')).body.meta).toMatchObject({ total_count: 0 });
    expect((await server.get('tags')).body.tags).toEqual([]);
    const again = await server.save({ email: ANN.email });
    expect(again.id).not.toBe(ANN.id);
    expect(again.tags).toEqual([]);
  });
});

describe('an update', () => {
  // U-35
  it('an update ignores null and clears attributes that are empty text', async () => {
    await using server = await startServer();
    const before = await server.subscriber(ANN.id);
    const nothing = Object.fromEntries(Object.keys(before).map((name) => [name, null]));
    expect(await server.save({ ...nothing, id: ANN.id })).toEqual(before);
    const { first_name, user_id, ...rest } = before;
    expect(await server.save({ id: ANN.id, first_name: '', user_id: '' })).toEqual(rest);
  });

  // U-36
  it('an update converts numbers to text and text to numbers and booleans', async () => {
    await using server = await startServer();
    const subscriber = await server.save({
      ...{ email: 'cy@acme.test', zip: 55802, user_id: 17, first_name: true, tags: [2026, false] },
      ...{ lifetime_value: '2500', base_lead_score: '-3', prospect: 'false', sms_consent: 'true' },
    });
    expect(subscriber).toMatchObject({
      ...{ zip: '55802', user_id: '17', first_name: 'true', tags: ['2026', 'false'] },
      ...{ lifetime_value: 2500, base_lead_score: -3, prospect: false, sms_consent: true },
    });
  });

  // U-41
  it('an update matches email addresses case-insensitively and keeps their spelling', async () => {
    await using server = await startServer();
    const subscriber = await server.save({ email: 'ANN+News@Acme.TEST', city: 'Ely' });
    expect(subscriber).toMatchObject({ id: ANN.id, email: ANN.email, city: 'Ely' });
    expect(await server.subscriber('aNN+nEWS@aCME.tEST')).toEqual(subscriber);
    expect(await server.save({ id: ANN.id, new_email: 'ANN+news@acme.test' })).toMatchObject({
      id: ANN.id,
      email: 'ANN+news@acme.test',
    });
  });

  it('an update with new_email changes the email address', async () => {
    await using server = await startServer();
    const subscriber = await server.save({ email: ANN.email, new_email: 'ann@new.test' });
    expect(subscriber).toMatchObject({ id: ANN.id, email: 'ann@new.test' });
    expect((await server.get(`subscribers/${encodeURIComponent(ANN.email)}`)).status).toBe(404);
    expect(await server.subscriber('ann@new.test')).toEqual(subscriber);
    expect((await server.save({ email: ANN.email })).id).not.toBe(ANN.id);
  });

  // proves: note new_email is used to create when no subscriber exists for the email
  it('an update with new_email creates the subscriber when the old address is unknown', async () => {
    await using server = await startServer();
    const subscriber = await server.save({ email: 'old@acme.test', new_email: 'new@acme.test' });
    expect(subscriber.email).toBe('new@acme.test');
    expect((await server.get('subscribers/old%40acme.test')).status).toBe(404);
  });

  // U-12
  // proves: code uniqueness_error
  it('an update is refused with both issues when email address and user id belong to others', async () => {
    await using server = await startServer();
    await server.save({ email: 'cy@acme.test', user_id: 'cy' });
    const before = await server.state();
    const taken = { new_email: 'BOB@acme.test', user_id: 'cy' };
    const change = { ...taken, city: 'Ely', tags: ['x'], custom_fields: { y: '1' } };
    const answer = await server.upsert({ email: ANN.email, ...change });
    expect(answer.status).toBe(422);
    expect(issuesIn(answer)).toEqual(['new_email: uniqueness_error', 'user_id: uniqueness_error']);
    expect(await server.state()).toBe(before);
    const created = await server.upsert({ email: 'dee@acme.test', user_id: 'cy' });
    expect(issuesIn(created)).toEqual(['user_id: uniqueness_error']);
    expect(await server.state()).toBe(before);
  });

  it("an update can repeat the subscriber's own values and those of another account", async () => {
    await using server = await startServer();
    const same = await server.save({ email: ANN.email, new_email: ANN.email, user_id: 'u-88' });
    expect(same).toMatchObject({ id: ANN.id, user_id: 'u-88' });
    expect((await server.save({ email: 'zoe@other.test' })).id).not.toBe('z1');
  });

  // U-45
  it('an update prefers the id to the email address, and the address to the visitor', async () => {
    await using server = await startServer();
    expect((await server.save({ id: ANN.id, email: 'bob@acme.test' })).id).toBe(ANN.id);
    expect((await server.save({ email: 'bob@acme.test', visitor_uuid: ANN.visitor })).id).toBe('p2');
  });

  // U-45
  it('an update with an unknown id is not found, and an unknown visitor needs an email address', async () => {
    await using server = await startServer();
    const before = await server.state();
    const unknown = await server.upsert({ id: 'nobody', email: 'cy@acme.test' });
    expect(unknown.status).toBe(404);
    const visitor = await server.upsert({ visitor_uuid: 'f'.repeat(32) });
    expect([visitor.status, issuesIn(visitor)]).toEqual([422, ['email: presence_error']]);
    expect(await server.state()).toBe(before);
  });

  it('an update does not affect subscribers of another account', async () => {
    await using server = await startServer();
    expect((await server.get('subscribers/z1')).status).toBe(404);
    expect((await server.upsert({ id: 'z1' })).status).toBe(404);
    expect((await server.delete('subscribers/z1')).status).toBe(404);
    const zoe = await server.send('GET', '/v2/8888888/subscribers/z1', { token: TOKENS.stranger });
    expect(zoe.status).toBe(200);
  });

  // proves: note tags are added and remove_tags removed
  it('an update adds and removes tags once each, in the order given', async () => {
    await using server = await startServer();
    const subscriber = await server.save({
      email: ANN.email,
      tags: ['new', 'vip', 'new', '', 'Vip'],
      remove_tags: ['boat owner', 'never there'],
    });
    expect(subscriber.tags).toEqual(['vip', 'new', 'Vip']);
  });

  // proves: note Subscriber: custom_fields is a map of identifier to text
  it('an update sets custom fields as text and clears those that are null or empty', async () => {
    await using server = await startServer();
    const { custom_fields } = await server.save({
      email: ANN.email,
      custom_fields: { shoe_size: 40.5, plan: null, member: true, berth: '', zero: 0, no: false },
    });
    expect(custom_fields).toEqual({ shoe_size: '40.5', member: 'true', zero: '0', no: 'false' });
  });

  // proves: note initial_status is used when status is unchanged
  // proves: transition Subscriber: any → Create or update with `status`
  it('an update changes the status, and uses initial_status only for new subscribers', async () => {
    await using server = await startServer();
    expect(await server.save({ id: 'p2', initial_status: 'active' })).toMatchObject({
      status: 'unsubscribed',
      initial_status: 'active',
    });
    expect((await server.save({ id: 'p2', status: 'active' })).status).toBe('active');
    expect((await server.save({ id: 'p2', status: 'unsubscribed' })).status).toBe('unsubscribed');
    const cy = await server.save({ email: 'cy@acme.test', initial_status: 'unsubscribed' });
    expect(cy.status).toBe('unsubscribed');
    const dee = { email: 'dee@acme.test', initial_status: 'unsubscribed', status: 'active' };
    expect((await server.save(dee)).status).toBe('active');
  });

  // proves: note prospect defaults to true, and potential_lead is its old name
  it('an update accepts potential_lead as the old name of prospect, which takes precedence', async () => {
    await using server = await startServer();
    expect((await server.save({ email: ANN.email, potential_lead: false })).prospect).toBe(false);
    const both = { email: ANN.email, potential_lead: false, prospect: true };
    expect((await server.save(both)).prospect).toBe(true);
  });

  it('an update treats a member named __proto__ as a custom name', async () => {
    await using server = await startServer();
    const body = '{"subscribers":[{"__proto__":{"email":"eve@acme.test"}}]}';
    const answer = await server.post('subscribers', body);
    expect([answer.status, issuesIn(answer)]).toEqual([422, ['email: presence_error']]);
  });

  // U-44
  it('an update with a visitor unlinks the visitor from the previous subscriber', async () => {
    await using server = await startServer();
    expect((await server.save({ id: 'p2', visitor_uuid: ANN.visitor })).visitor_uuid).toBe(ANN.visitor);
    expect((await server.subscriber(ANN.visitor)).id).toBe('p2');
    expect(await server.subscriber(ANN.id)).not.toHaveProperty('visitor_uuid');
  });
});

describe('utc_offset', () => {
  // proves: note Subscriber: utc_offset is the minutes of the time zone from UTC
  it('utc_offset follows daylight saving time', async () => {
    await using server = await startServer({ now: '2026-03-08T07:59:59Z' });
    expect((await server.subscriber(ANN.id)).utc_offset).toBe(-360);
    server.clock.set('2026-03-08T08:00:00Z');
    expect((await server.subscriber(ANN.id)).utc_offset).toBe(-300);
    server.clock.set('2026-11-01T07:00:00Z');
    expect((await server.subscriber(ANN.id)).utc_offset).toBe(-360);
  });

  it.each([
    ['Asia/Kathmandu', 345],
    ['Australia/Lord_Howe', 660],
    ['America/St_Johns', -210],
    ['Pacific/Kiritimati', 840],
    ['Etc/GMT+5', -300],
  ])('the utc_offset of %s in March is %i', async (time_zone, utc_offset) => {
    await using server = await startServer();
    expect(await server.save({ email: ANN.email, time_zone })).toMatchObject({ time_zone, utc_offset });
  });
});

// U-40
describe('the status of undeliverable and removed subscribers', () => {
  const all = ['active', 'unsubscribed', 'undeliverable', 'removed'] as const;
  const { seed } = till({ subscribers: all.map((status) => ({ email: `${status}@acme.test`, status })) });

  it('an undeliverable or removed subscriber is shown as unsubscribed', async () => {
    await using server = await startServer({ seed });
    for (const status of ['unsubscribed', 'undeliverable', 'removed']) {
      expect((await server.subscriber(`${status}@acme.test`)).status).toBe('unsubscribed');
    }
    expect((await server.subscriber('active@acme.test')).status).toBe('active');
  });

  // proves: note The list holds active people unless status says otherwise
  it.each([
    ['', ['active']],
    ['?status=', ['active']],
    ['?status=active', ['active']],
    ['?status=unsubscribed', ['unsubscribed']],
    ['?status=active_or_unsubscribed', ['active', 'unsubscribed']],
    ['?status=undeliverable', ['undeliverable']],
    ['?status=removed', ['removed']],
    ['?status=all', ['active', 'unsubscribed', 'undeliverable', 'removed']],
  ])('subscribers are listed by status: "%s"', async (query, statuses) => {
    await using server = await startServer({ seed });
    const { body } = await server.get(`subscribers${query}`);
    expect(body.subscribers?.map(({ email }) => email)).toEqual(
      statuses.map((status) => `${status}@acme.test`),
    );
    const { length } = statuses;
    expect(body.meta).toEqual({ page: 1, count: length, total_pages: 1, total_count: length });
  });
});
