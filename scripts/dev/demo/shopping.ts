import { catalogue } from '../../../examples/shop/catalogue.ts';
import type { Story } from './story.ts';

const PROVIDER = 'acme_shop';
const SHOP = 'https://acme.test/shop';

const PRODUCTS = catalogue.map(
  ({ slug, name, price, category }) => [slug, name, price / 100, category] as const,
);

export async function listProducts({ client }: Story): Promise<void> {
  await client.shopperActivity.productBatch(
    PRODUCTS.map(([id, name, price, category], index) => ({
      ...{
        provider: PROVIDER,
        action: 'created' as const,
        product_id: id,
        product_variant_id: id,
        name,
        price,
      },
      ...{ categories: [category], brand: 'Acme', sku: `AC-${100 + index}`, inventory: 40 + index * 7 },
      product_url: `${SHOP}/${id}`,
    })),
  );
}

/** One subscriber shops: leaves a cart, orders, sends something back, or buys at the counter. */
export async function shopOnce(story: Story): Promise<void> {
  const { client, dice, emails } = story;
  const email = dice.pick(emails);
  const what = dice.roll();
  if (what < 0.4) return leaveCart(story, email);
  if (what < 0.85) return order(story, email);
  if (what < 0.95) return legacyOrder(story, email);
  const [id, name, price] = dice.pick(PRODUCTS);
  const amount = Math.round(price * 100);
  await client.purchases.create(email, {
    provider: 'counter',
    order_id: `C-${++story.orders}`,
    amount,
    items: [{ product_id: id, name, amount, quantity: 1 }],
  });
}

function basket({ dice }: Story) {
  const [id, name, price, category] = dice.pick(PRODUCTS);
  const quantity = dice.happens(0.3) ? 2 : 1;
  const items = [
    { product_id: id, name, price, quantity, categories: [category], product_url: `${SHOP}/${id}` },
  ];
  return { items, grand_total: Number((price * quantity).toFixed(2)), currency: 'USD' };
}

async function leaveCart(story: Story, email: string): Promise<void> {
  const cart = { provider: PROVIDER, email, cart_id: `cart-${++story.orders}`, cart_url: `${SHOP}/cart` };
  await story.client.shopperActivity.cart({ ...cart, action: 'created', ...basket(story) });
  if (story.dice.happens(0.3)) {
    await story.client.shopperActivity.cart({ ...cart, action: 'updated', ...basket(story) });
  }
}

async function order(story: Story, email: string): Promise<void> {
  const { client, dice } = story;
  const id = String(10_000 + ++story.orders);
  const given = { provider: PROVIDER, email, order_id: id, order_public_id: `#${id}`, ...basket(story) };
  await client.shopperActivity.order({ ...given, action: 'placed' });
  if (dice.happens(0.6)) await client.shopperActivity.order({ ...given, action: 'paid' });
  if (dice.happens(0.1)) {
    await client.shopperActivity.order({ ...given, action: 'refunded', refund_amount: given.grand_total });
  }
  if (dice.happens(0.5)) {
    const value = Math.round(given.grand_total * 100);
    await client.events.record({ email, action: 'Completed checkout', properties: { value, order_id: id } });
  }
}

/** An order of the old shop, which still reports to v2. */
async function legacyOrder(story: Story, email: string): Promise<void> {
  const { client, dice } = story;
  const id = `L-${++story.orders}`;
  const [, name, price] = dice.pick(PRODUCTS);
  const amount = Math.round(price * 100);
  await client.orders.upsert({
    ...{ email, provider: 'old_shop', upstream_id: id, amount, financial_state: 'paid' },
    items: [{ name, quantity: 1, price: amount, amount }],
  });
  if (dice.happens(0.4)) {
    await client.refunds.upsert({
      ...{ provider: 'old_shop', order_upstream_id: id, upstream_id: `R-${id}`, amount: 500 },
      note: 'One bag was torn.',
    });
  }
}
