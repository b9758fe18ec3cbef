import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UNKNOWN_PLACE } from '../engine/place.ts';
import { openSqlite } from '../engine/sqlite.ts';
import type { Transaction } from '../engine/store.ts';
import { type NewWebhookDelivery, pruneWebhookDeliveries, webhookDeliveries } from './webhook-deliveries.ts';
import { completeBody, insertWebhookPayload } from './webhook-payloads.ts';

const delivery = (id: string, state: NewWebhookDelivery['state']): NewWebhookDelivery => ({
  id,
  webhookId: 'w',
  url: 'http://a.test',
  event: 'subscriber.created',
  subscriberId: 'ann',
  origin: 'event',
  replayOf: null,
  createdAt: 0,
  state,
  attempts: [],
  answer: null,
  nextAttemptAt: null,
  cause: null,
  eventSeq: null,
});

const payload = (tx: Transaction) =>
  insertWebhookPayload(tx, '1', {
    event: 'subscriber.created',
    subscriberId: 'ann',
    body: '{"subscriber":null}',
    subscriber: '{}',
    eventSeq: null,
    isListened: false,
  });

const count = async (tx: Transaction, table: string) =>
  Number((await tx.get<{ n: number }>(`select count(*) as n from ${table} where account_id = '1'`))?.n);

describe('completeBody', () => {
  it('puts the subscriber where it was, whatever the other members are', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.json(),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (id, state, properties) => {
          const text = (subscriber: unknown) =>
            JSON.stringify({
              event: 'e',
              data: { account_id: id, subscriber, properties },
              occurred_at: 't',
            });
          expect(completeBody(text(null), JSON.stringify(JSON.parse(state)))).toBe(text(JSON.parse(state)));
        },
      ),
    );
  });
});

describe('pruneWebhookDeliveries', () => {
  it('deletes the oldest finished deliveries, a limited number at a time, and what only they referred to', async () => {
    const store = openSqlite();
    await store.write(async (tx) => {
      // Each payload has three deliveries. The third of the first one is pending.
      for (let i = 0; i < 3500; i++) {
        const { seq } = await payload(tx);
        for (const part of [0, 1, 2]) {
          const state = i === 0 && part === 2 ? 'pending' : 'delivered';
          await webhookDeliveries.insert(tx, '1', {
            ...delivery(`${i} ${part}`, state),
            ...UNKNOWN_PLACE,
            attemptSeqs: '',
            payloadSeq: seq,
          });
        }
      }
      await pruneWebhookDeliveries(tx, '1');
      expect(await count(tx, 'webhook_deliveries')).toBe(10_300);
      for (let i = 0; i < 5; i++) await pruneWebhookDeliveries(tx, '1');
      expect(await count(tx, 'webhook_deliveries')).toBe(10_001); // the pending one too
      // 499 deliveries of the first 167 payloads: the first payload is in use, and so is the one that has others.
      expect(await count(tx, 'webhook_payloads')).toBe(3500 - 165);
      expect(await count(tx, 'subscriber_states')).toBe(3500 - 165);
    });
    await store.close();
  });
});
