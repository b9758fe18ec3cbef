import { describe, expect, test } from 'vitest';
import { tables } from '../../sdk/test/interface/facts.ts';
import { ANN, boatShop } from './boat-shop.ts';
import { scenarios, startServer, type TestServer } from './harness.ts';

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

const names = (emitted: readonly EmittedEvent[]) => emitted.map(([event]) => event);

scenarios('a new subscriber', (start) => {
  // proves: event subscriber.created
  // proves: event subscriber.subscribed_to_email_marketing
  test('creating a subscriber emits created and subscribed_to_email_marketing', async () => {
    await using server = await start();
    expect(await emittedBy(server, () => server.upsert({ email: 'new@acme.test' }))).toEqual([
      ['created', {}],
      ['subscribed_to_email_marketing', {}],
    ]);
  });

  test('a subscriber created as unsubscribed emits no subscribed_to_email_marketing', async () => {
    await using server = await start();
    for (const record of [{ status: 'unsubscribed' }, { initial_status: 'unsubscribed' }]) {
      const email = `${Object.keys(record)}@acme.test`;
      expect(await emittedBy(server, () => server.upsert({ email, ...record }))).toEqual([['created', {}]]);
    }
  });

  test('a subscriber with attributes is created without events for the initial values', async () => {
    await using server = await start();
    const emitted = await emittedBy(server, () =>
      server.upsert({
        email: 'old@acme.test',
        new_email: 'new@acme.test',
        user_id: 'n-1',
        time_zone: 'Europe/Berlin',
        lifetime_value: 500,
        custom_fields: { boat: 'yawl', shoe_size: 41 },
        tags: ['vip', 'vip', 'new'],
        first_name: 'Nia',
      }),
    );
    expect(emitted).toEqual([
      ['created', {}],
      ['subscribed_to_email_marketing', {}],
      ['applied_tag', { tag: 'vip' }],
      ['applied_tag', { tag: 'new' }],
    ]);
  });
});

scenarios('a changed subscriber', (start) => {
  // proves: event subscriber.updated_email_address
  test('a change of the email address is reported with the previous address', async () => {
    await using server = await start();
    const emitted = await emittedBy(server, () => server.upsert({ id: ANN.id, new_email: 'ann@acme.test' }));
    expect(emitted).toEqual([
      ['updated_email_address', { value: 'ann@acme.test', previous_value: ANN.email, source: 'api' }],
    ]);
  });

  // proves: event subscriber.updated_alias
  test('a change or removal of the user id is reported as an alias update', async () => {
    await using server = await start();
    const alias = (value: string | null, previous_value: string | null) =>
      ['updated_alias', { identifier: 'user_id', value, previous_value, source: 'api' }] as const;
    expect(await emittedBy(server, () => server.upsert({ id: ANN.id, user_id: 'u-89' }))).toEqual([
      alias('u-89', 'u-88'),
    ]);
    expect(await emittedBy(server, () => server.upsert({ id: ANN.id, user_id: '' }))).toEqual([
      alias(null, 'u-89'),
    ]);
  });

  // proves: event subscriber.updated_time_zone
  test('a change of the time zone is reported without a source', async () => {
    await using server = await start();
    const emitted = await emittedBy(server, () => server.upsert({ id: ANN.id, time_zone: 'Asia/Tokyo' }));
    expect(emitted).toEqual([
      ['updated_time_zone', { value: 'Asia/Tokyo', previous_value: 'America/Chicago' }],
    ]);
  });

  // proves: event subscriber.updated_lifetime_value
  test('a change of the lifetime value is reported in cents', async () => {
    await using server = await start();
    const emitted = await emittedBy(server, () => server.upsert({ id: ANN.id, lifetime_value: 100 }));
    expect(emitted).toEqual([
      ['updated_lifetime_value', { value: 100, previous_value: 12_900, source: 'api' }],
    ]);
  });

  // proves: event subscriber.updated_custom_field
  test('custom fields are reported one by one when set, changed or cleared', async () => {
    await using server = await start();
    const custom_fields = { boat: 'yawl', plan: 'basic', shoe_size: null };
    const emitted = await emittedBy(server, () => server.upsert({ id: ANN.id, custom_fields }));
    const source = 'api';
    expect(new Map(emitted.map(([, properties]) => [properties.identifier, properties]))).toEqual(
      new Map([
        ['boat', { identifier: 'boat', value: 'yawl', previous_value: null, source }],
        ['plan', { identifier: 'plan', value: 'basic', previous_value: 'pro', source }],
        ['shoe_size', { identifier: 'shoe_size', value: null, previous_value: '39', source }],
      ]),
    );
    expect(new Set(names(emitted))).toEqual(new Set(['updated_custom_field']));
  });

  // proves: event subscriber.applied_tag
  // proves: event subscriber.removed_tag
  test('tags are reported one by one for every operation', async () => {
    await using server = await start();
    const update = () => server.upsert({ id: ANN.id, tags: ['new'], remove_tags: ['vip'] });
    expect(await emittedBy(server, update)).toEqual([
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
    expect(await emittedBy(server, () => server.upsert({ email, status: 'unsubscribed' }))).toEqual([
      ['unsubscribed_all', {}],
    ]);
    expect(await emittedBy(server, () => server.upsert({ email, status: 'active' }))).toEqual([
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

  test('a change of an attribute without an event emits nothing', async () => {
    await using server = await start();
    const emitted = await emittedBy(server, () =>
      server.upsert({
        id: ANN.id,
        first_name: 'Anna',
        city: 'Kiel',
        sms_consent: false,
        eu_consent: 'granted',
      }),
    );
    expect(emitted).toEqual([]);
  });

  test.each([
    ['the same attributes again', { email: ANN.email, user_id: 'u-88', time_zone: 'America/Chicago' }],
    ['the same lifetime value', { id: ANN.id, lifetime_value: 12_900 }],
    [
      'the same custom fields, one as a number',
      { id: ANN.id, custom_fields: { plan: 'pro', shoe_size: 39 } },
    ],
    ['a custom field that was never there taken away', { id: ANN.id, custom_fields: { boat: '' } }],
    [
      'tags that are there, and the removal of one that is not',
      { id: ANN.id, tags: ['vip'], remove_tags: ['x'] },
    ],
    ['the same address in other letters', { email: ANN.email.toUpperCase() }],
    ['the same status', { id: ANN.id, status: 'active' }],
    ['the same new address', { id: ANN.id, new_email: ANN.email }],
  ])('an update without a change emits no event: %s', async (_, record) => {
    await using server = await start();
    const emitted = await emittedBy(server, async () => {
      expect((await server.upsert(record)).status).toBe(200);
    });
    expect(emitted).toEqual([]);
  });

  test('a refused request emits nothing, even when part of it is valid', async () => {
    await using server = await start();
    const emitted = await emittedBy(server, async () => {
      const record = {
        id: ANN.id,
        tags: ['new'],
        custom_fields: { boat: 'yawl' },
        new_email: 'bob@acme.test',
      };
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

  // proves: note occurred_at of an event defaults to now
  test('a custom event occurs at its given time, or else at the time it is received', async () => {
    await using server = await start({ now: '2026-03-07T08:00:00Z' });
    const record = (event: object) => server.post('events', { events: [{ id: ANN.id, ...event }] });
    await record({ action: 'Rowed' });
    await record({ action: 'Swam', occurred_at: '2026-03-06T10:00:00+02:00' });
    const timeline = await server.timeline();
    expect(timeline.map(({ action, occurredAt }) => [action, occurredAt])).toEqual([
      ['Swam', '2026-03-06T08:00:00Z'],
      ['Rowed', '2026-03-07T08:00:00Z'],
    ]);
  });

  test('a custom event of an unknown subscriber follows the creation of the subscriber', async () => {
    await using server = await start();
    const emitted = await emittedBy(server, () =>
      server.post('events', { events: [{ email: 'new@acme.test', action: 'Rowed' }] }),
    );
    expect(names(emitted)).toEqual(['created', 'subscribed_to_email_marketing', 'performed_custom_event']);
  });
});

describe('the source of an event', () => {
  const fields = (emitted: readonly EmittedEvent[]) =>
    emitted.filter(([event]) => event === 'updated_custom_field').map(([, { source }]) => source);

  test('the source is api for a single request and batch for a record of a batch', async () => {
    await using server = await startServer();
    const record = (boat: string) => ({ email: ANN.email, custom_fields: { boat } });
    expect(fields(await emittedBy(server, () => server.upsert(record('yawl'))))).toEqual(['api']);
    const batch = { batches: [{ subscribers: [record('ketch'), record('sloop')] }] };
    expect(fields(await emittedBy(server, () => server.post('subscribers/batches', batch)))).toEqual([
      'batch',
      'batch',
    ]);
  });

  test('the source is script for a page script request', async () => {
    await using server = await startServer();
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
    const emitted = await emittedBy(server, () => server.post('/client/9999999/messages', identify));
    expect(emitted.map(([event, { source }]) => [event, source])).toEqual([
      ['updated_alias', 'script'],
      ['updated_custom_field', 'script'],
    ]);
  });

  test('the source is shopper_activity for a lifetime value changed by a v3 order', async () => {
    await using server = await startServer();
    const order = {
      provider: 'my_shop',
      email: ANN.email,
      action: 'placed',
      order_id: 'o-1',
      grand_total: 10.5,
    };
    const emitted = await emittedBy(server, () => server.post('/v3/9999999/shopper_activity/order', order));
    expect(emitted.filter(([event]) => event === 'updated_lifetime_value')).toEqual([
      ['updated_lifetime_value', { value: 13_950, previous_value: 12_900, source: 'shopper_activity' }],
    ]);
  });
});

describe('lead scores', () => {
  const scoring = { threshold: 60, points: { Rowed: 20, Capsized: -50 } };
  const startScored = () => {
    const { accounts: [shop, ...rest] = [], ...others } = boatShop();
    const accounts = [{ ...shop, lead_scoring: scoring }, ...rest];
    return startServer({ seed: { ...others, accounts } });
  };
  const act = (server: TestServer, action: string) => () =>
    server.post('events', { events: [{ email: 'new@acme.test', action }] });

  // proves: event subscriber.updated_lead_score
  // proves: event subscriber.became_lead
  // proves: transition Subscriber lead flag: non-lead → Lead score passes the account's lead threshold
  test('events raise the lead score, and a subscriber who passes the threshold becomes a lead once', async () => {
    await using server = await startScored();
    expect(await emittedBy(server, () => server.upsert({ email: 'new@acme.test' }))).toEqual([
      ['created', {}],
      ['subscribed_to_email_marketing', {}],
    ]);
    const rowed = ['performed_custom_event', { action: 'Rowed' }];
    expect(await emittedBy(server, act(server, 'Rowed'))).toEqual([
      rowed,
      ['updated_lead_score', { lead_score: 50, previous_lead_score: 30 }],
    ]);
    expect(await emittedBy(server, act(server, 'Rowed'))).toEqual([
      rowed,
      ['updated_lead_score', { lead_score: 70, previous_lead_score: 50 }],
      ['became_lead', { lead_score: 70 }],
    ]);
    expect(await emittedBy(server, act(server, 'Rowed'))).toEqual([
      rowed,
      ['updated_lead_score', { lead_score: 90, previous_lead_score: 70 }],
    ]);
    expect(await emittedBy(server, act(server, 'Drifted'))).toEqual([
      ['performed_custom_event', { action: 'Drifted' }],
    ]);
    expect(await server.subscriber('new@acme.test')).toMatchObject({ prospect: true, lead_score: 90 });
  });

  // proves: event subscriber.became_non_prospect
  // proves: transition Subscriber lead flag: lead → Subscriber stops being subject to lead scoring
  test('lead scoring ends when a subscriber stops being a prospect', async () => {
    await using server = await startScored();
    await server.upsert({ email: 'new@acme.test', base_lead_score: 100 });
    const stop = () => server.upsert({ email: 'new@acme.test', prospect: false });
    expect(await emittedBy(server, stop)).toEqual([['became_non_prospect', {}]]);
    expect(await emittedBy(server, stop)).toEqual([]);
    expect(await server.subscriber('new@acme.test')).not.toHaveProperty('lead_score');
  });

  test('an account without lead scoring stores no lead scores', async () => {
    await using server = await startServer();
    const emitted = await emittedBy(server, async () => {
      await server.upsert({ email: 'new@acme.test', base_lead_score: 100 });
      await act(server, 'Rowed')();
      await server.upsert({ email: 'new@acme.test', prospect: false });
    });
    expect(names(emitted)).toEqual(['created', 'subscribed_to_email_marketing', 'performed_custom_event']);
  });
});
