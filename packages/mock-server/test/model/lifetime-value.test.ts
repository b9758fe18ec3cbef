// @thorough: thousands of random steps
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { issuesIn, startServer } from '../harness.ts';
import { act, postOrder, postRefund, till } from '../till.ts';
import { command, expectAgreement, some } from './machine.ts';
import { deleteSubscriber, email, name, pathOf, wait } from './subscriber-commands.ts';
import { type LegacyOrder, type OrderActivity, type OrderState, Tills } from './tills.ts';

const PROVIDER = 'my_shop';
const key = fc.constantFrom('1', '2', '3');
const cents = fc.oneof(fc.constantFrom(0, 1, 1999), fc.integer({ min: 0, max: 99_999 }));
const time = fc.constantFrom('2026-03-01T00:00:00Z', '2026-03-02T10:30:00+02:00');

/** A number of thousandths with these digits. */
const decimal = (thousandths: number) => Number(`${thousandths}e-3`);

const upsert = command(
  'upsert',
  fc.record({ email, change: some({ lifetime_value: cents }) }),
  async ({ email, change }, tills: Tills, server) => {
    expect((await server.upsert({ email, ...change })).status).toBe(200);
    tills.upsert({ by: 'email', email }, change, 'api');
  },
);

const purchase = command(
  'purchase',
  fc.record({ name, cents }),
  async ({ name, cents }, tills: Tills, server) => {
    const path = `${pathOf(tills, name)}/purchases`;
    const answer = await server.post(path, { purchases: [{ amount: cents }] });
    const subscriber = tills.find(name.email);
    expect(answer.status).toBe(subscriber ? 201 : 404);
    if (!subscriber) return;
    tills.purchase(subscriber, cents);
    const { body } = await server.get(`subscribers/${subscriber.id}/purchases`);
    expect(body.purchases?.map(({ amount }) => amount)).toEqual(tills.purchases.get(subscriber));
  },
);

const orderState: fc.Arbitrary<OrderState> = some({
  financial_state: fc.constantFrom('pending', 'paid', 'refunded'),
  fulfillment_state: fc.constantFrom('not_fulfilled', 'fulfilled'),
  cancelled_at: fc.constantFrom('2026-03-05T00:00:00Z', null),
});
const order = fc.record({ email, key, cents, state: orderState });
const orderInput = ({ email, key, cents, state }: LegacyOrder) => ({
  ...{ email, provider: PROVIDER, upstream_id: key, amount: cents },
  ...state,
});

const legacyOrder = command('order', order, async (drawn, tills: Tills, server) => {
  const answer = await postOrder(server, orderInput(drawn));
  const isAccepted = tills.order(drawn, 'api');
  expect([answer.status, ...issuesIn(answer)]).toEqual(
    isAccepted ? [202] : [422, 'email: unavailable_error'],
  );
});

const orderBatch = command(
  'orderBatch',
  fc.array(order, { minLength: 1, maxLength: 5 }),
  async (drawn, tills: Tills, server) => {
    const before = (await server.outcomes()).filter(({ state }) => state === 'done').length;
    const answer = await server.post('orders/batches', { batches: [{ orders: drawn.map(orderInput) }] });
    expect([answer.status, answer.text]).toEqual([202, '{}']);
    await server.settle();
    const taken = drawn.filter((one) => tills.order(one, 'batch'));
    const done = (await server.outcomes()).filter(({ state }) => state === 'done');
    expect(done.length).toBe(before + taken.length);
  },
);

const refund = command(
  'refund',
  fc.record({ key, refundKey: fc.option(key, { nil: undefined }), cents }),
  async ({ key, refundKey, cents }, tills: Tills, server) => {
    const input = { provider: PROVIDER, order_upstream_id: key, amount: cents, upstream_id: refundKey };
    const answer = await postRefund(server, input);
    const isAccepted = tills.refund(key, refundKey, cents);
    const refused = [422, 'order_upstream_id: unavailable_error'];
    expect([answer.status, ...issuesIn(answer)]).toEqual(isAccepted ? [202] : refused);
  },
);

const orderActivity: fc.Arbitrary<OrderActivity> = fc.record(
  {
    action: fc.constantFrom('placed', 'updated', 'paid', 'fulfilled', 'refunded', 'canceled'),
    order_id: key,
    grand_total: fc.integer({ min: 0, max: 99_999 }),
    refund_amount: fc.integer({ min: 0, max: 9999 }),
    occurred_at: time,
  },
  { requiredKeys: ['action', 'order_id'] },
);

const activity = command(
  'activity',
  fc.record({ name, activity: orderActivity, isSentTwice: fc.boolean() }),
  async ({ name, activity, isSentTwice }, tills: Tills, server) => {
    const { grand_total, refund_amount } = activity;
    const sent = {
      provider: PROVIDER,
      ...(name.by === 'id' ? { person_id: tills.key(name) } : { email: name.email }),
      ...activity,
      ...(grand_total !== undefined && { grand_total: decimal(grand_total) }),
      ...(refund_amount !== undefined && { refund_amount: decimal(refund_amount) }),
    };
    const isKnown = name.by === 'email' || tills.find(name.email) !== undefined;
    for (const _ of isSentTwice ? [1, 2] : [1]) {
      expect(await act(server, 'order', sent)).toBe(isKnown ? 'done' : 'not_found_error');
      if (!isKnown) continue;
      const upserted = tills.upsert({ by: 'email', email: name.email }, {}, 'shopper_activity');
      if ('subscriber' in upserted) tills.activity(upserted.subscriber, activity, JSON.stringify(sent));
    }
  },
);

test('lifetime values and timelines match a model after any sequence of requests', async () => {
  const steps = await expectAgreement(
    [
      ...[upsert, purchase, legacyOrder, legacyOrder, orderBatch, refund],
      ...[activity, activity, deleteSubscriber, wait],
    ],
    async () => {
      const model = new Tills();
      const server = await startServer({ ...till({ subscribers: [] }), now: model.time() });
      return { model, server };
    },
  );
  expect(steps).toBeGreaterThan(500);
});
