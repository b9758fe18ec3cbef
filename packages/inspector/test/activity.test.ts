import { expect, test } from 'vitest';
import {
  type Activity,
  factsOf,
  groupActivities,
  iconOf,
  ofKind,
  sentenceOf,
  toneOf,
} from '../src/pages/subscribers/activity.ts';

const activity = (given: Partial<Activity>): Activity => ({
  id: 'a',
  at: '2026-11-22T09:00:00Z',
  type: 'event',
  title: 'subscriber.created',
  detail: {},
  cause: null,
  refs: [],
  ...given,
});

test('activities are grouped by day, in their order', () => {
  const days = groupActivities([
    activity({ id: '3', at: '2026-11-22T09:00:00Z' }),
    activity({ id: '2', at: '2026-11-22T08:00:00Z' }),
    activity({ id: '1', at: '2026-11-20T23:59:59.999Z' }),
  ]);
  expect(days.map(({ date, activities }) => [date, activities.map(({ id }) => id)])).toEqual([
    ['2026-11-22', ['3', '2']],
    ['2026-11-20', ['1']],
  ]);
});

test('a webhook delivery belongs to the event that it reports', () => {
  const report = activity({ id: 'delivery', type: 'webhook_delivery', detail: { event_seq: 7 } });
  const [day] = groupActivities([report, activity({ id: 'event-7', detail: { seq: 7 } })]);
  expect(day?.activities).toMatchObject([{ id: 'event-7', deliveries: [{ id: 'delivery' }] }]);
});

test('a webhook delivery without its event in the list has its own row', () => {
  const reports = [8, null].map((event_seq) =>
    activity({ id: `delivery-${event_seq}`, type: 'webhook_delivery', detail: { event_seq } }),
  );
  const [day] = groupActivities([...reports, activity({ id: 'custom', type: 'custom_event' })]);
  expect(day?.activities.map(({ id }) => id)).toEqual(['delivery-8', 'delivery-null', 'custom']);
});

test('a filter shows the activities of its kind, and no filter shows all', () => {
  const all = [activity({}), activity({ type: 'email' }), activity({ type: 'order' })];
  expect(ofKind(all, 'emails').map(({ type }) => type)).toEqual(['email']);
  expect(ofKind(all, '')).toHaveLength(3);
});

test('activities are described in words', () => {
  expect(sentenceOf(activity({ title: 'subscriber.applied_tag' }))).toBe('Applied tag');
  expect(sentenceOf(activity({ type: 'email', title: 'Welcome' }))).toBe('Received “Welcome”');
  expect(sentenceOf(activity({ type: 'custom_event', title: 'Signed up' }))).toBe('Signed up');
});

test('failures are red and have no check mark', () => {
  const wrong = [
    'unsubscribed',
    'bounced',
    'complained',
    'marked_as_undeliverable',
    'deleted',
    'removed_from_campaign',
  ];
  for (const event of wrong) {
    const bad = activity({ title: `subscriber.${event}` });
    expect([event, toneOf(bad), iconOf(bad)]).toEqual([event, 'bad', 'alert']);
  }
  const good = activity({ title: 'subscriber.created' });
  expect([toneOf(good), iconOf(good)]).toEqual(['good', 'check']);
  const removed = activity({ title: 'subscriber.removed_tag' });
  expect([toneOf(removed), iconOf(removed)]).toEqual(['neutral', 'check']);
  for (const state of ['given_up', 'dropped'])
    expect(toneOf(activity({ type: 'webhook_delivery', detail: { state } }))).toBe('bad');
});

test('the details of an event are its properties without ids', () => {
  const properties = { tag: 'vip', campaign_id: '1', nothing: null, list: [1] };
  expect(factsOf(activity({ detail: { properties } }))).toEqual([
    ['tag', 'vip'],
    ['list', '1 entry'],
  ]);
});

test('a lifetime value is an amount of money', () => {
  const properties = { value: 7500, previous_value: 3900, source: 'shopper_activity' };
  const event = activity({ title: 'subscriber.updated_lifetime_value', detail: { properties } });
  expect(factsOf(event)).toEqual([
    ['value', '$75.00'],
    ['previous value', '$39.00'],
    ['source', 'shopper_activity'],
  ]);
});
