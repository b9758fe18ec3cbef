import { type Members, proves, type Step, scenariosOf } from '../scenario.ts';
import { ann, getAnn } from './own.ts';

const NOON = '2026-01-05T12:00:00Z';
const EVENT = { email: '{ann}', action: 'Trickle compare' };
const ORDER = { email: '{ann}', provider: 'trickle_compare', upstream_id: '{ann}', amount: 1999 };
const PLACED = { email: '{ann}', provider: 'trickle_compare', action: 'placed' };
const CART = { ...PLACED, action: 'created', cart_id: '{ann}', cart_url: 'https://compare.example/cart' };
const PRODUCT = {
  ...{ provider: 'trickle_compare', action: 'created', product_id: 'compare-7' },
  ...{ product_variant_id: 'compare-7', name: 'Oar', price: 19.99 },
};

const event = (members: Members): Step => ({ call: 'events.record', body: { ...EVENT, ...members } });
const order = (members: Members = {}): Step => ({ call: 'orders.upsert', body: { ...ORDER, ...members } });
const refund = (of: string, members: Members): Step => ({
  call: 'refunds.upsert',
  body: { provider: 'trickle_compare', order_upstream_id: of, ...members },
});
const activity = (members: Members): Step => ({
  call: 'shopperActivity.order',
  body: { ...PLACED, order_id: '{ann}', ...members },
});
const worth = (not: string): Step => ({ ...getAnn, until: { at: 'subscribers.0.lifetime_value', not } });
const known: Step = { ...getAnn, until: { at: 'subscribers.0.id' } };

/** Scenarios that record events, purchases, orders, carts and products, whose names and values stay in the account. */
export const COMMERCE = scenariosOf('account', {
  'events.record': [
    proves('U-09', 'U-64'),
    event({ properties: { color: 'blue' } }),
    event({ properties: { value: 'nonsense' } }),
    event({ properties: { value: 2_147_483_647 } }),
    event({ occurred_at: 'nonsense' }),
    getAnn,
    { call: 'eventActions.list' },
  ],
  'events.batch': [proves('U-08'), { call: 'events.recordBatch', body: [EVENT, { email: '{ann}' }] }, known],
  'purchases.create': [
    proves('U-60', 'U-153'),
    ann(),
    {
      call: 'purchases.create',
      path: ['{ann}'],
      body: {
        amount: 1999,
        provider: 'trickle_compare',
        order_id: '1001',
        permalink: 'https://compare.example/orders/1001',
        properties: { color: 'blue' },
        occurred_at: NOON,
        items: [
          { name: 'Oar', amount: 999, quantity: 2 },
          { name: 'Boat', amount: 1000, product_id: '7', sku: 'B7' },
        ],
      },
    },
    { call: 'purchases.create', path: ['{ann}'], body: { amount: 5, occurred_at: '2026-01-06' } },
    {
      call: 'purchases.create',
      path: ['{ann}'],
      body: { amount: 'nonsense', permalink: 'nonsense', items: [{}] },
    },
    { call: 'purchases.list', path: ['{ann}'], save: { purchase: 'purchases.oldest.id' } },
    { call: 'purchases.get', path: ['{ann}', '{purchase}'] },
    getAnn,
  ],
  'orders.upsert': [
    proves('U-61'),
    ann(),
    order({ identifier: '1001', occurred_at: NOON, items: [{ name: 'Oar', amount: 1999 }] }),
    worth('0'),
    order({ amount: 999, financial_state: 'paid', fulfillment_state: 'fulfilled' }),
    worth('1999'),
    order({ cancelled_at: NOON }),
    getAnn,
  ],
  'orders.unknown': [
    proves('U-13', 'U-144'),
    order(),
    ann(),
    order({ currency_code: 'nonsense' }),
    order({ provider: 'Trickle Compare' }),
    getAnn,
  ],
  'orders.batch': [
    proves('U-08'),
    ann(),
    {
      call: 'orders.upsertBatch',
      body: [
        { email: '{ann}', amount: 1999, provider: 'trickle_compare', upstream_id: '{ann}' },
        { amount: 5 },
      ],
    },
    worth('0'),
  ],
  'refunds.upsert': [
    proves('U-65'),
    ann(),
    order(),
    ...[500, 700].map((amount) => refund('{ann}', { upstream_id: '7', amount })),
    worth('1999'),
    refund('nonsense', { amount: 5 }),
  ],
  'shopperActivity.order': [
    proves('U-62', 'U-67'),
    activity({
      grand_total: 19.995,
      currency: 'USD',
      occurred_at: NOON,
      items: [{ name: 'Oar', price: 19.99 }],
    }),
    known,
    worth('0'),
  ],
  'shopperActivity.value': [
    proves('U-63', 'U-68'),
    activity({ grand_total: 20, occurred_at: NOON }),
    worth('0'),
    activity({ grand_total: 20, occurred_at: NOON }),
    activity({ action: 'refunded', refund_amount: 5, occurred_at: NOON }),
    worth('2000'),
  ],
  'shopperActivity.origin': [
    proves('U-69'),
    activity({ occurred_at: 'nonsense' }),
    activity({ action: 'paid', occurred_at: 'nonsense' }),
    activity({ action: 'nonsense' }),
  ],
  'shopperActivity.apart-from-orders': [
    proves('U-66'),
    activity({ grand_total: 20 }),
    worth('0'),
    refund('{ann}', { amount: 500 }),
    order({ amount: 1 }),
    worth('2000'),
  ],
  'shopperActivity.cart': [
    proves('U-67', 'U-144'),
    {
      call: 'shopperActivity.cart',
      body: { ...CART, grand_total: 19.99, items: [{ name: 'Oar', quantity: 2 }] },
    },
    {
      call: 'shopperActivity.cart',
      body: { ...CART, provider: 'Trickle Compare', action: 'updated', cart_url: '7' },
    },
    known,
  ],
  'shopperActivity.product': [
    proves('U-60'),
    ...['created', 'updated', 'deleted', 'deleted'].map(
      (action): Step => ({ call: 'shopperActivity.product', body: { ...PRODUCT, action } }),
    ),
  ],
  'shopperActivity.batches': [
    proves('U-08', 'U-67'),
    { call: 'shopperActivity.cartBatch', body: [CART, {}] },
    {
      call: 'shopperActivity.orderBatch',
      body: [
        { ...PLACED, order_id: '{ann}', grand_total: 7 },
        { person_id: 'nobody-compare', provider: 'trickle_compare', action: 'placed', order_id: '7' },
      ],
    },
    { call: 'shopperActivity.productBatch', body: [{ ...PRODUCT, price: 7 }] },
    worth('0'),
  ],
});
