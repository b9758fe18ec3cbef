import { type Step, scenariosOf } from '../scenario.ts';

const NOON = '2026-01-05T12:00:00Z';

const ann: Step = { call: 'subscribers.upsert', body: { email: '{ann}' } };
const getAnn: Step = { call: 'subscribers.get', path: ['{ann}'] };

const event = (members: Readonly<Record<string, unknown>>): Step => ({
  call: 'events.record',
  body: { email: '{ann}', action: 'Trickle compare', ...members },
});
const order = (members: Readonly<Record<string, unknown>>): Step => ({
  call: 'orders.upsert',
  body: { email: '{ann}', provider: 'trickle_compare', upstream_id: '{ann}', amount: 1999, ...members },
});
const activity = (members: Readonly<Record<string, unknown>>): Step => ({
  call: 'shopperActivity.order',
  body: { email: '{ann}', provider: 'trickle_compare', action: 'placed', order_id: '{ann}', ...members },
});
const worth = (not: string): Step => ({ ...getAnn, until: { at: 'subscribers.0.lifetime_value', not } });

/** Scenarios that record events, purchases, orders, carts and products, whose names and values stay in the account. */
export const COMMERCE = scenariosOf('account', {
  'events.record': {
    proves: ['U-09', 'U-64'],
    steps: [
      event({ properties: { color: 'blue' } }),
      event({ properties: { value: 'nonsense' } }),
      event({ properties: { value: 2_147_483_647 } }),
      event({ occurred_at: 'nonsense' }),
      getAnn,
      { call: 'eventActions.list' },
    ],
  },
  'events.batch': {
    proves: ['U-08'],
    steps: [
      {
        call: 'events.recordBatch',
        body: [{ email: '{ann}', action: 'Trickle compare' }, { email: '{ann}' }],
      },
      { ...getAnn, until: { at: 'subscribers.0.id' } },
    ],
  },
  'purchases.create': {
    proves: ['U-60', 'U-153'],
    steps: [
      ann,
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
  },
  'orders.upsert': {
    proves: ['U-61'],
    steps: [
      ann,
      order({ identifier: '1001', occurred_at: NOON, items: [{ name: 'Oar', amount: 1999 }] }),
      worth('0'),
      order({ amount: 999, financial_state: 'paid', fulfillment_state: 'fulfilled' }),
      worth('1999'),
      order({ cancelled_at: NOON }),
      getAnn,
    ],
  },
  'orders.unknown': {
    proves: ['U-13', 'U-144'],
    steps: [
      order({}),
      ann,
      order({ currency_code: 'nonsense' }),
      order({ provider: 'Trickle Compare' }),
      getAnn,
    ],
  },
  'orders.batch': {
    proves: ['U-08'],
    steps: [
      ann,
      {
        call: 'orders.upsertBatch',
        body: [
          { email: '{ann}', amount: 1999, provider: 'trickle_compare', upstream_id: '{ann}' },
          { amount: 5 },
        ],
      },
      worth('0'),
    ],
  },
  'refunds.upsert': {
    proves: ['U-65'],
    steps: [
      ann,
      order({}),
      ...[500, 700].map(
        (amount): Step => ({
          call: 'refunds.upsert',
          body: { provider: 'trickle_compare', order_upstream_id: '{ann}', upstream_id: '7', amount },
        }),
      ),
      worth('1999'),
      {
        call: 'refunds.upsert',
        body: { provider: 'trickle_compare', order_upstream_id: 'nonsense', amount: 5 },
      },
    ],
  },
  'shopperActivity.order': {
    proves: ['U-62', 'U-67'],
    steps: [
      activity({
        grand_total: 19.995,
        currency: 'USD',
        occurred_at: NOON,
        items: [{ name: 'Oar', price: 19.99 }],
      }),
      { ...getAnn, until: { at: 'subscribers.0.id' } },
      worth('0'),
    ],
  },
  'shopperActivity.value': {
    proves: ['U-63', 'U-68'],
    steps: [
      activity({ grand_total: 20, occurred_at: NOON }),
      worth('0'),
      activity({ grand_total: 20, occurred_at: NOON }),
      activity({ action: 'refunded', refund_amount: 5, occurred_at: NOON }),
      worth('2000'),
    ],
  },
  'shopperActivity.origin': {
    proves: ['U-69'],
    steps: [
      activity({ occurred_at: 'nonsense' }),
      activity({ action: 'paid', occurred_at: 'nonsense' }),
      activity({ action: 'nonsense' }),
    ],
  },
  'shopperActivity.apart-from-orders': {
    proves: ['U-66'],
    steps: [
      activity({ grand_total: 20 }),
      worth('0'),
      {
        call: 'refunds.upsert',
        body: { provider: 'trickle_compare', order_upstream_id: '{ann}', amount: 500 },
      },
      order({ amount: 1 }),
      worth('2000'),
    ],
  },
  'shopperActivity.cart': {
    proves: ['U-67', 'U-144'],
    steps: [
      {
        call: 'shopperActivity.cart',
        body: {
          ...{ email: '{ann}', provider: 'trickle_compare', action: 'created', cart_id: '{ann}' },
          ...{
            cart_url: 'https://compare.example/cart',
            grand_total: 19.99,
            items: [{ name: 'Oar', quantity: 2 }],
          },
        },
      },
      {
        call: 'shopperActivity.cart',
        body: {
          email: '{ann}',
          provider: 'Trickle Compare',
          action: 'updated',
          cart_id: '{ann}',
          cart_url: '7',
        },
      },
      { ...getAnn, until: { at: 'subscribers.0.id' } },
    ],
  },
  'shopperActivity.product': {
    proves: ['U-60'],
    steps: ['created', 'updated', 'deleted', 'deleted'].map((action) => ({
      call: 'shopperActivity.product',
      body: {
        ...{ provider: 'trickle_compare', action, product_id: 'compare-7', product_variant_id: 'compare-7' },
        ...{ name: 'Oar', price: 19.99 },
      },
    })),
  },
  'shopperActivity.batches': {
    proves: ['U-08', 'U-67'],
    steps: [
      {
        call: 'shopperActivity.cartBatch',
        body: [
          {
            ...{ email: '{ann}', provider: 'trickle_compare', action: 'created', cart_id: '{ann}' },
            cart_url: 'https://compare.example/cart',
          },
          {},
        ],
      },
      {
        call: 'shopperActivity.orderBatch',
        body: [
          {
            email: '{ann}',
            provider: 'trickle_compare',
            action: 'placed',
            order_id: '{ann}',
            grand_total: 7,
          },
          { person_id: 'nobody-compare', provider: 'trickle_compare', action: 'placed', order_id: '7' },
        ],
      },
      {
        call: 'shopperActivity.productBatch',
        body: [
          {
            ...{
              provider: 'trickle_compare',
              action: 'created',
              product_id: 'compare-7',
              name: 'Oar',
              price: 7,
            },
            product_variant_id: 'compare-7',
          },
        ],
      },
      { ...getAnn, until: { at: 'subscribers.0.lifetime_value', not: '0' } },
    ],
  },
});
