import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startServer, type TestServer } from './harness.ts';
import { act, postOrder, postRefund, till } from './till.ts';

const PEOPLE = ['ann', 'bob', 'carl'] as const;
const KEYS = ['1', '2', '3'] as const;
const emailOf = (who: string) => `${who}@acme.test`;

interface ModelOrder {
  readonly owner: string;
  readonly total: number;
  readonly refunded: number;
  /** Amounts by the refund's own id. */
  readonly refunds: Readonly<Record<string, number>>;
}

/** All that the interface says of lifetime values, in whole cents. */
class Model {
  readonly values = new Map<string, number>([
    ['ann', 0],
    ['bob', 0],
  ]);
  readonly orders = new Map<string, ModelOrder>();

  add(who: string, cents: number): void {
    const value = this.values.get(who);
    if (value !== undefined) this.values.set(who, value + cents);
  }

  put(key: string, order: ModelOrder): void {
    const before = this.orders.get(key);
    if (before) this.add(before.owner, before.refunded - before.total);
    this.add(order.owner, order.total - order.refunded);
    this.orders.set(key, order);
  }

  forget(who: string): void {
    this.values.delete(who);
    for (const [key, { owner }] of this.orders) if (owner === who) this.orders.delete(key);
  }
}

/** Something that happens to the server and the model; tells what became of it there and here. */
type Step = (server: TestServer, model: Model) => Promise<readonly [unknown, unknown]>;

const who = fc.constantFrom(...PEOPLE);
const key = fc.constantFrom(...KEYS);
const cents = fc.integer({ min: 0, max: 99_999 });
const decimal = (amount: number) =>
  Number(`${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`);

const person = fc.record({ who, isGone: fc.boolean() }).map(
  ({ who, isGone }): Step =>
    async (server, model) => {
      if (isGone) {
        const { status } = await server.delete(`subscribers/${emailOf(who)}`);
        const isThere = model.values.has(who);
        model.forget(who);
        return [status, isThere ? 204 : 404];
      }
      const { status } = await server.upsert({ email: emailOf(who), first_name: 'N' });
      model.values.set(who, model.values.get(who) ?? 0);
      return [status, 200];
    },
);

const purchase = fc.record({ who, cents }).map(
  ({ who, cents }): Step =>
    async (server, model) => {
      const body = { purchases: [{ amount: cents }] };
      const { status } = await server.post(`subscribers/${emailOf(who)}/purchases`, body);
      const isThere = model.values.has(who);
      model.add(who, cents);
      return [status, isThere ? 201 : 404];
    },
);

const legacyOrder = fc.record({ who, key, cents }).map(
  ({ who, key, cents }): Step =>
    async (server, model) => {
      const order = { email: emailOf(who), provider: 'my_shop', upstream_id: key, amount: cents };
      const { status } = await postOrder(server, order);
      if (!model.values.has(who)) return [status, 422];
      const { refunded = 0, refunds = {} } = model.orders.get(`v2 ${key}`) ?? {};
      model.put(`v2 ${key}`, { owner: who, total: cents, refunded, refunds });
      return [status, 202];
    },
);

const refund = fc.record({ key, refundKey: fc.option(key), cents }).map(
  ({ key, refundKey, cents }): Step =>
    async (server, model) => {
      const given = { provider: 'my_shop', order_upstream_id: key, amount: cents, upstream_id: refundKey };
      const { status } = await postRefund(server, given);
      const order = model.orders.get(`v2 ${key}`);
      if (!order) return [status, 422];
      const more = cents - (refundKey === null ? 0 : (order.refunds[refundKey] ?? 0));
      const refunds = refundKey === null ? order.refunds : { ...order.refunds, [refundKey]: cents };
      model.put(`v2 ${key}`, { ...order, refunded: order.refunded + more, refunds });
      return [status, 202];
    },
);

const activity = fc
  .record({
    who,
    key,
    action: fc.constantFrom('placed', 'updated', 'paid', 'fulfilled', 'refunded', 'canceled'),
    total: fc.option(cents),
    back: fc.option(cents),
  })
  .map(
    ({ who, key, action, total, back }): Step =>
      async (server, model) => {
        const outcome = await act(server, 'order', {
          provider: 'my_shop',
          email: emailOf(who),
          order_id: key,
          action,
          grand_total: total === null ? null : decimal(total),
          refund_amount: back === null ? null : decimal(back),
        });
        model.values.set(who, model.values.get(who) ?? 0);
        const before = model.orders.get(`v3 ${key}`);
        const more = action === 'refunded' || action === 'canceled' ? (back ?? 0) : 0;
        const refunded = (before?.refunded ?? 0) + more;
        model.put(`v3 ${key}`, { owner: who, total: total ?? before?.total ?? 0, refunded, refunds: {} });
        return [outcome, 'done'];
      },
  );

const batch = fc.array(fc.record({ who, key, cents }), { minLength: 1, maxLength: 6 }).map(
  (records): Step =>
    async (server, model) => {
      const orders = records.map(({ who, key, cents }) => ({
        email: emailOf(who),
        provider: 'my_shop',
        upstream_id: key,
        amount: cents,
      }));
      const before = (await server.server.outcomes()).length;
      await server.post('orders/batches', { batches: [{ orders }] });
      await server.server.settle();
      const after = await server.server.outcomes();
      for (const { who, key, cents } of records) {
        if (!model.values.has(who)) continue;
        const { refunded = 0, refunds = {} } = model.orders.get(`v2 ${key}`) ?? {};
        model.put(`v2 ${key}`, { owner: who, total: cents, refunded, refunds });
      }
      return [after.length - before, records.length];
    },
);

const step = fc.oneof(person, purchase, legacyOrder, refund, activity, batch);

describe('lifetime values', () => {
  it('are what a small model says after any sequence of purchases, orders, refunds and deletions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        await using server = await startServer(till());
        const model = new Model();
        for (const step of steps) {
          const [there, here] = await step(server, model);
          expect(there).toBe(here);
        }
        for (const who of PEOPLE) {
          const { status, body } = await server.get(`subscribers/${emailOf(who)}`);
          expect(body.subscribers?.[0]?.lifetime_value, who).toBe(model.values.get(who));
          expect(status).toBe(model.values.has(who) ? 200 : 404);
        }
        await expectWholeStory(server);
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});

/** Each change of a lifetime value was told once: an event begins where the one before it ended. */
async function expectWholeStory(server: TestServer): Promise<void> {
  const events = await server.server.events({ event: 'subscriber.updated_lifetime_value' });
  const values = new Map<string, unknown>();
  for (const { subscriberId, properties } of events) {
    expect(properties.previous_value).toBe(values.get(subscriberId) ?? 0);
    expect(properties.value).not.toBe(properties.previous_value);
    values.set(subscriberId, properties.value);
  }
  for (const [id, value] of values) {
    const { body } = await server.get(`subscribers/${id}`);
    expect(body.subscribers?.[0]?.lifetime_value ?? value).toBe(value);
  }
}
