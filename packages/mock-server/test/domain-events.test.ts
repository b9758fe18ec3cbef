import { expect, test } from 'vitest';
import { tables } from '../../sdk/test/interface/facts.ts';
import { ANN, TOKENS } from './boat-shop.ts';
import { scenarios, type TestServer } from './harness.ts';

type EmittedEvent = readonly [event: string, properties: Readonly<Record<string, unknown>>];

/** The events that some work emits, in order, without the prefix `subscriber.`. */
async function emittedBy(server: TestServer, act: () => Promise<unknown>): Promise<EmittedEvent[]> {
  const before = await server.events();
  await act();
  await server.settle();
  const after = await server.events();
  expect(after.slice(0, before.length)).toEqual(before);
  return after.slice(before.length).map(({ event, properties }) => {
    expectProperties(event, properties);
    return [event.replace('subscriber.', ''), properties] as const;
  });
}

/** The properties are exactly those of the interface's table. */
function expectProperties(event: string, properties: Readonly<Record<string, unknown>>): void {
  const row = tables.webhook_events.find((one) => one.event === event);
  const names = Object.keys(properties);
  if (event === 'subscriber.performed_custom_event') expect(names).toContain('action');
  else expect([event, names.sort()]).toEqual([event, [...(row?.properties ?? [])].sort()]);
}

const saved = (server: TestServer, record: Readonly<Record<string, unknown>>) =>
  emittedBy(server, async () => expect((await server.upsert(record)).status).toBe(200));

const BIRTH: readonly EmittedEvent[] = [
  ['created', {}],
  ['subscribed_to_email_marketing', {}],
];

scenarios('a new subscriber', (start) => {
  // proves: event subscriber.created
  // proves: event subscriber.subscribed_to_email_marketing
  test('is created without events for its initial values, except its tags', async () => {
    await using server = await start();
    expect(await saved(server, { email: 'bare@acme.test' })).toEqual(BIRTH);
    const emitted = await saved(server, {
      email: 'old@acme.test',
      new_email: 'new@acme.test',
      user_id: 'n-1',
      time_zone: 'Europe/Berlin',
      lifetime_value: 500,
      custom_fields: { boat: 'yawl', shoe_size: 41 },
      tags: ['vip', 'vip', 'new'],
      first_name: 'Nia',
    });
    expect(emitted).toEqual([...BIRTH, ['applied_tag', { tag: 'vip' }], ['applied_tag', { tag: 'new' }]]);
  });

  test.each(['status', 'initial_status'])('is not subscribed with the %s unsubscribed', async (name) => {
    await using server = await start();
    expect(await saved(server, { email: 'new@acme.test', [name]: 'unsubscribed' })).toEqual([
      ['created', {}],
    ]);
  });
});

const field = (identifier: string, previous_value: string | null, value: string | null): EmittedEvent => [
  'updated_custom_field',
  { identifier, value, previous_value, source: 'api' },
];
const alias = (previous_value: string | null, value: string | null): EmittedEvent => [
  'updated_alias',
  { identifier: 'user_id', value, previous_value, source: 'api' },
];

scenarios('a changed subscriber', (start) => {
  const changes: readonly (readonly [string, Readonly<Record<string, unknown>>, readonly EmittedEvent[]])[] =
    [
      [
        'the email address',
        { new_email: 'ann@acme.test' },
        [['updated_email_address', { value: 'ann@acme.test', previous_value: ANN.email, source: 'api' }]],
      ],
      ['the user id', { user_id: 'u-89' }, [alias('u-88', 'u-89')]],
      ['the user id, which is removed', { user_id: '' }, [alias('u-88', null)]],
      [
        'the time zone, without a source',
        { time_zone: 'Asia/Tokyo' },
        [['updated_time_zone', { value: 'Asia/Tokyo', previous_value: 'America/Chicago' }]],
      ],
      [
        'the lifetime value, in cents',
        { lifetime_value: 100 },
        [['updated_lifetime_value', { value: 100, previous_value: 12_900, source: 'api' }]],
      ],
      [
        'each custom field',
        { custom_fields: { boat: 'yawl', plan: 'basic', shoe_size: null } },
        [field('boat', null, 'yawl'), field('plan', 'pro', 'basic'), field('shoe_size', '39', null)],
      ],
    ];

  // proves: event subscriber.updated_email_address
  // proves: event subscriber.updated_alias
  // proves: event subscriber.updated_time_zone
  // proves: event subscriber.updated_lifetime_value
  // proves: event subscriber.updated_custom_field
  test.each(changes)('a change is reported with the previous value: %s', async (_, record, events) => {
    await using server = await start();
    const emitted = await saved(server, { id: ANN.id, ...record });
    expect(emitted).toHaveLength(events.length);
    expect(emitted).toEqual(expect.arrayContaining([...events]));
  });

  // proves: event subscriber.applied_tag
  // proves: event subscriber.removed_tag
  test('tags are reported one by one for every operation', async () => {
    await using server = await start();
    expect(await saved(server, { id: ANN.id, tags: ['new'], remove_tags: ['vip'] })).toEqual([
      ['applied_tag', { tag: 'new' }],
      ['removed_tag', { tag: 'vip' }],
    ]);
    const apply = () => server.post('tags', { tags: [{ email: ANN.email, tag: 'vip' }] });
    expect(await emittedBy(server, apply)).toEqual([['applied_tag', { tag: 'vip' }]]);
    const remove = () => server.delete(`subscribers/${encodeURIComponent(ANN.email)}/tags/new`);
    expect(await emittedBy(server, remove)).toEqual([['removed_tag', { tag: 'new' }]]);
  });

  // proves: event subscriber.unsubscribed_all
  // proves: event subscriber.reactivated
  // proves: transition Subscriber: any → Create or update with `status`
  test('a change of the status is reported as unsubscribed_all or reactivated', async () => {
    await using server = await start();
    const email = 'new@acme.test';
    await server.upsert({ email });
    expect(await saved(server, { email, status: 'unsubscribed' })).toEqual([['unsubscribed_all', {}]]);
    expect(await saved(server, { email, status: 'active' })).toEqual([
      ['reactivated', {}],
      ['subscribed_to_email_marketing', {}],
    ]);
  });

  // proves: event subscriber.deleted
  test('the deletion of a subscriber is reported once', async () => {
    await using server = await start();
    expect(await emittedBy(server, () => server.delete(`subscribers/${ANN.id}`))).toEqual([['deleted', {}]]);
    expect(await emittedBy(server, () => server.delete(`subscribers/${ANN.id}`))).toEqual([]);
  });

  const silent: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    [
      'attributes without an event',
      { first_name: 'Anna', city: 'Kiel', sms_consent: false, eu_consent: 'granted' },
    ],
    ['the same attributes again', { email: ANN.email, user_id: 'u-88', time_zone: 'America/Chicago' }],
    ['the same lifetime value', { lifetime_value: 12_900 }],
    ['the same custom fields, one as a number', { custom_fields: { plan: 'pro', shoe_size: 39 } }],
    ['the removal of a custom field that was never there', { custom_fields: { boat: '' } }],
    ['tags that are there, and the removal of another', { tags: ['vip'], remove_tags: ['x'] }],
    ['the same address in other letters', { email: ANN.email.toUpperCase(), id: undefined }],
    ['the same status', { status: 'active' }],
    ['the same new address', { new_email: ANN.email }],
  ];

  test('an update that changes nothing, or what has no event, emits none', async () => {
    await using server = await start();
    for (const [title, record] of silent) {
      expect([title, await saved(server, { id: ANN.id, ...record })]).toEqual([title, []]);
    }
  });

  test('a refused request emits nothing, even when part of it is valid', async () => {
    await using server = await start();
    const record = { id: ANN.id, tags: ['new'], custom_fields: { boat: 'yawl' }, new_email: 'bob@acme.test' };
    const emitted = await emittedBy(server, async () => {
      expect((await server.upsert(record)).status).toBe(422);
    });
    expect(emitted).toEqual([]);
  });
});

scenarios('custom events', (start) => {
  // proves: event subscriber.performed_custom_event
  test('a custom event is reported with its action and properties', async () => {
    await using server = await start();
    const record = (event: object) => () => server.post('events', { events: [{ id: ANN.id, ...event }] });
    expect(await emittedBy(server, record({ action: 'Rowed' }))).toEqual([
      ['performed_custom_event', { action: 'Rowed' }],
    ]);
    const properties = { miles: 3, action: 'not this', nested: { oars: 2 } };
    expect(await emittedBy(server, record({ action: 'Rowed', properties }))).toEqual([
      ['performed_custom_event', { miles: 3, nested: { oars: 2 }, action: 'Rowed' }],
    ]);
  });

  test('a custom event of an unknown subscriber follows the creation of the subscriber', async () => {
    await using server = await start();
    const events = [{ email: 'new@acme.test', action: 'Rowed' }];
    expect(await emittedBy(server, () => server.post('events', { events }))).toEqual([
      ...BIRTH,
      ['performed_custom_event', { action: 'Rowed' }],
    ]);
  });
});

scenarios('the source of an event', (start) => {
  const record = (boat: string) => ({ email: ANN.email, custom_fields: { boat } });
  const identify = {
    visitor: ANN.visitor,
    page: { url: 'https://acme.test/', title: 'Oars', referrer: '' },
    messages: [
      {
        id: 'c'.repeat(32),
        command: 'identify',
        arguments: { email: ANN.email, boat: 'yawl', user_id: 'u-9' },
      },
    ],
  };
  const order = {
    provider: 'my_shop',
    email: ANN.email,
    action: 'placed',
    order_id: 'o-1',
    grand_total: 10.5,
  };

  test.each([
    ['batch', 'subscribers/batches', { batches: [{ subscribers: [record('ketch'), record('sloop')] }] }, 2],
    ['script', '/client/9999999/messages', identify, 2],
    ['shopper_activity', '/v3/9999999/shopper_activity/order', order, 1],
  ])('is %s for a change by %s', async (source, path, body, count) => {
    await using server = await start();
    const emitted = await emittedBy(server, () => server.post(path, body));
    const updates = emitted.filter(([event]) => event.startsWith('updated_'));
    expect(updates.map((update) => update[1].source)).toEqual(Array(count).fill(source));
  });
});

scenarios('the stream of events', (start) => {
  test('shows the account and time of each event in order, and is filtered by account, subscriber and event', async () => {
    await using server = await start({ now: '2026-03-07T08:00:00Z' });
    const { id } = await server.save({ email: 'new@acme.test', tags: ['vip'] });
    server.clock.set('2026-03-07T09:00:00Z');
    await server.upsert({ email: ANN.email, tags: ['new'] });
    const body = { subscribers: [{ email: 'new@other.test' }] };
    await server.send('POST', '/v2/8888888/subscribers', { token: TOKENS.stranger, body });
    const event = 'subscriber.applied_tag';
    expect(await server.events({ event, subscriberId: id })).toEqual([
      {
        seq: expect.any(Number),
        accountId: '9999999',
        subscriberId: id,
        event,
        properties: { tag: 'vip' },
        occurredAt: '2026-03-07T08:00:00Z',
        cause: { type: 'request', id: expect.any(String) },
      },
    ]);
    expect((await server.events({ event })).slice(-2)).toMatchObject([
      { subscriberId: id, occurredAt: '2026-03-07T08:00:00Z' },
      { subscriberId: ANN.id, occurredAt: '2026-03-07T09:00:00Z' },
    ]);
    for (const accountId of ['8888888', '9999999']) {
      const accounts = (await server.events({ accountId })).map((one) => one.accountId);
      expect(new Set(accounts)).toEqual(new Set([accountId]));
    }
  });
});
