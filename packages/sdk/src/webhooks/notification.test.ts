import fc from 'fast-check';
import { expect, test } from 'vitest';
import { notificationKey } from './notification.ts';
import { parseWebhook } from './parse-webhook.ts';

const base = {
  event: 'subscriber.applied_tag',
  data: { account_id: '9', subscriber: { id: 's1', email: 'a@x.io' }, properties: { tag: 'vip' } },
  occurred_at: '2026-01-31T09:00:00Z',
};

const keyOf = (body: object) => notificationKey(parseWebhook(body));

test('a key is a string of 43 characters, the same for each delivery', async () => {
  expect(await keyOf(base)).toMatch(/^[\w-]{43}$/);
  expect(await keyOf(structuredClone(base))).toBe(await keyOf(base));
  // The subscriber may have changed in between.
  const changed = { ...base.data, subscriber: { email: 'b@x.io', id: 's1', tags: ['vip'] } };
  expect(await keyOf({ ...base, data: changed })).toBe(await keyOf(base));
});

test('event, account, subscriber, time and properties each change the key', async () => {
  const { data } = base;
  const others = [
    base,
    { ...base, event: 'subscriber.removed_tag' },
    { ...base, occurred_at: '2026-01-31T09:00:01Z' },
    { ...base, data: { ...data, account_id: '8' } },
    { ...base, data: { ...data, subscriber: { id: 's2' } } },
    { ...base, data: { ...data, subscriber: { email: 'a@x.io' } } },
    { ...base, data: { ...data, properties: { tag: 'vip', more: 1 } } },
    { ...base, data: { ...data, properties: { tag: ['vip'] } } },
    { ...base, data: { ...data, properties: {} } },
    { ...base, event: 'other.event', data: { one: 1 } },
    { ...base, event: 'other.event', data: { one: 2 } },
  ];
  const keys = await Promise.all(others.map(keyOf));
  expect(new Set(keys).size).toBe(others.length);
});

/** The same value with the members of every object the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
}

test('the order of members does not matter', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (properties) => {
      const body = { ...base, data: { ...base.data, properties } };
      expect(await keyOf(reversed(body) as object)).toBe(await keyOf(body));
    }),
  );
});

test('a body of a million brackets gets a key', async () => {
  const deep = `${'['.repeat(400_000)}${']'.repeat(400_000)}`;
  const text = JSON.stringify(base).replace('"vip"', deep);
  expect(await notificationKey(parseWebhook(text))).toMatch(/^[\w-]{43}$/);
});
