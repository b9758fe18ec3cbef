import { type OfSubscriber, SubscriberLink } from '../../design/id-link/id-link.tsx';
import { numberColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import type { Column } from '../../design/table/table.tsx';
import { type Cart, money, numberOf, type Order, type Product, type Refund, worthOf } from './commerce.ts';

const SUBSCRIBER: Column<OfSubscriber> = { header: 'Subscriber', cell: (row) => <SubscriberLink of={row} /> };

const provider: Column<{ readonly provider: string | null }> = wideOnly({
  header: 'Provider',
  width: '8rem',
  look: 'quiet',
  cell: (row) => row.provider ?? '–',
});

export const ORDER_COLUMNS: readonly Column<Order>[] = [
  { header: 'Order', cell: numberOf },
  numberColumn('Worth', '7rem', worthOf),
  { ...SUBSCRIBER, isWideOnly: true },
  provider,
  timeColumn('Placed', ({ data }) => data.originated_at),
];

export const CART_COLUMNS: readonly Column<Cart>[] = [
  { header: 'Cart', cell: ({ cart_id: id }) => <span class="mono">{id}</span> },
  wideOnly(numberColumn('Items', '5rem', ({ attributes }) => attributes.items?.length ?? 0)),
  numberColumn('Total', '7rem', ({ attributes: { grand_total, currency } }) => money(grand_total, currency)),
  SUBSCRIBER,
  provider,
];

/** The order of a refund. */
export const orderColumn = (orders: readonly Order[]): Column<Refund> => {
  const numbers = new Map(orders.map((order) => [order.id, numberOf(order)]));
  return { header: 'Order', cell: ({ order_id: id }) => numbers.get(id) ?? id };
};

export const REFUND_COLUMNS: readonly Column<Refund>[] = [
  wideOnly({ header: 'Refund', cell: ({ id }) => <span class="mono">{id}</span> }),
  numberColumn('Amount', '7rem', ({ data }) =>
    money(data.amount === undefined ? undefined : data.amount / 100),
  ),
  wideOnly({ header: 'Note', look: 'quiet', cell: ({ data }) => data.note ?? '–' }),
];

export const PRODUCT_COLUMNS: readonly Column<Product>[] = [
  { header: 'Product', cell: ({ attributes, product_id: id }) => attributes.name ?? id },
  numberColumn('Price', '7rem', ({ attributes: { price, currency } }) => money(price, currency)),
  wideOnly({ header: 'SKU', width: '8rem', cell: ({ attributes }) => attributes.sku ?? '–' }),
  wideOnly(numberColumn('Inventory', '6rem', ({ attributes }) => attributes.inventory ?? '–')),
  provider,
];
