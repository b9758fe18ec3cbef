import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WEBHOOK_EVENTS } from '../contract/webhook-events.ts';
import { TrickleError } from '../core/errors.ts';
import { parseWebhook, WebhookError } from './index.ts';

const notification = (event: string, properties?: unknown) => ({
  event,
  data: {
    account_id: '9',
    subscriber: { id: 's1', email: 'ann@example.com' },
    ...(properties !== undefined && { properties }),
  },
  occurred_at: '2026-01-31T09:00:00Z',
});

describe('parseWebhook', () => {
  test.each(WEBHOOK_EVENTS)('reads %s', (event) => {
    const body = notification(event, { tag: 'vip' });
    expect(parseWebhook(JSON.stringify(body))).toEqual(body);
    expect(parseWebhook(body)).toEqual(body);
    expect(parseWebhook(new TextEncoder().encode(JSON.stringify(body)))).toEqual(body);
  });

  test('gives an event without properties an empty object', () => {
    expect(parseWebhook(notification('subscriber.created')).data.properties).toEqual({});
    expect(parseWebhook(notification('subscriber.unsubscribed_all', null)).data.properties).toEqual({});
  });

  test('lets new events and new members through', () => {
    const body = { ...notification('subscriber.won_a_prize', { prize: 'boat' }), version: 3 };
    expect(parseWebhook(JSON.stringify(body))).toEqual(body);
    const other = { event: 'broadcast.sent', data: { broadcast_id: '1' }, occurred_at: '2026-01-31' };
    expect(parseWebhook(JSON.stringify(other))).toEqual(other);
  });

  test.each<[string, string | object]>([
    ['it is not JSON', ''],
    ['it is not JSON', '{"event":"subscriber.created","data":{'],
    ['it is not JSON', '<html>'],
    ['it must be an object', '[]'],
    ['it must be an object', 'null'],
    ['`event` must be the name', '{}'],
    ['`event` must be the name', { ...notification('x'), event: '' }],
    ['`data` must be an object', { event: 'subscriber.created', occurred_at: 'x' }],
    ['`occurred_at` must be a time', { ...notification('subscriber.created'), occurred_at: 5 }],
    ['`data.subscriber` must be', { event: 'subscriber.created', data: {}, occurred_at: 'x' }],
    ['`data.properties` must be', notification('subscriber.created', 'vip')],
  ])('says that %s', (why, body) => {
    expect(() => parseWebhook(body)).toThrow(WebhookError);
    expect(() => parseWebhook(body)).toThrow(why);
  });

  /** Gives what it makes of a body, and fails when it throws anything but its own error. */
  function attempt(body: string | object) {
    try {
      return parseWebhook(body);
    } catch (error) {
      expect(error).toBeInstanceOf(WebhookError);
      expect(error).toBeInstanceOf(TrickleError);
      return undefined;
    }
  }

  test('throws only its own error, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.json(), fc.object(), fc.uint8Array()),
        (body) => void attempt(body),
      ),
    );
    fc.assert(fc.property(fc.anything(), (body) => void attempt(body as object)));
  });

  test('always returns a complete notification', () => {
    const maybe = <T>(value: fc.Arbitrary<T>) =>
      fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: fc.jsonValue() });
    const bodies = fc.record(
      {
        event: maybe(fc.constantFrom(...WEBHOOK_EVENTS, 'subscriber.new', 'other.new')),
        data: maybe(
          fc.record(
            { account_id: fc.string(), subscriber: maybe(fc.object()), properties: maybe(fc.object()) },
            { requiredKeys: [] },
          ),
        ),
        occurred_at: maybe(fc.string()),
      },
      { requiredKeys: [] },
    );
    let whole = 0;
    fc.assert(
      fc.property(bodies, (body) => {
        const parsed = attempt(JSON.stringify(body));
        if (parsed === undefined) return;
        whole++;
        expect(typeof parsed.event).toBe('string');
        expect(typeof parsed.occurred_at).toBe('string');
        if (!parsed.event.startsWith('subscriber.')) return;
        expect(parsed.data.subscriber).toBeTypeOf('object');
        expect(parsed.data.properties).toBeTypeOf('object');
      }),
      { numRuns: 500 },
    );
    expect(whole).toBeGreaterThan(20);
  });

  test('a string that is cut off anywhere is rejected', () => {
    const text = JSON.stringify(notification('subscriber.applied_tag', { tag: 'vip' }));
    for (let length = 0; length < text.length; length++)
      expect(attempt(text.slice(0, length))).toBeUndefined();
  });
});
