import { type OfSubscriber, SubscriberLink } from '../../design/id-link/id-link.tsx';
import type { Column } from '../../design/table/table.tsx';
import { Time } from '../../design/time/time.tsx';
import { type Cart, money, numberOf, type Order, type Product, type Refund, worthOf } from './commerce.ts';

const SUBSCRIBER: Column<OfSubscriber> = {
  id: 'subscriber',
  header: 'Subscriber',
  cell: (row) => <SubscriberLink of={row} />,
};

const provider: Column<{ readonly provider: string | null }> = {
  id: 'provider',
  header: 'Provider',
  width: '8rem',
  look: 'quiet',
  isWideOnly: true,
  cell: (row) => row.provider ?? '–',
};

export const ORDER_COLUMNS: readonly Column<Order>[] = [
  { id: 'order', header: 'Order', cell: numberOf },
  { id: 'worth', header: 'Worth', width: '7rem', look: 'number', cell: worthOf },
  { ...SUBSCRIBER, isWideOnly: true },
  provider,
  {
    id: 'placed',
    header: 'Placed',
    width: '6.5rem',
    look: 'quiet',
    cell: ({ data }) => <Time at={data.originated_at} />,
  },
];

export const CART_COLUMNS: readonly Column<Cart>[] = [
  { id: 'cart', header: 'Cart', cell: ({ cart_id: id }) => <span class="mono">{id}</span> },
  {
    id: 'items',
    header: 'Items',
    width: '5rem',
    look: 'number',
    isWideOnly: true,
    cell: ({ attributes }) => attributes.items?.length ?? 0,
  },
  {
    id: 'total',
    header: 'Total',
    width: '7rem',
    look: 'number',
    cell: ({ attributes: { grand_total, currency } }) => money(grand_total, currency),
  },
  SUBSCRIBER,
  provider,
];

/** The order of a refund. */
export const orderColumn = (orders: readonly Order[]): Column<Refund> => {
  const numbers = new Map(orders.map((order) => [order.id, numberOf(order)]));
  return { id: 'order', header: 'Order', cell: ({ order_id: id }) => numbers.get(id) ?? id };
};

export const REFUND_COLUMNS: readonly Column<Refund>[] = [
  {
    id: 'refund',
    header: 'Refund',
    isWideOnly: true,
    cell: ({ id }) => <span class="mono">{id}</span>,
  },
  {
    id: 'amount',
    header: 'Amount',
    width: '7rem',
    look: 'number',
    cell: ({ data }) => money(data.amount === undefined ? undefined : data.amount / 100),
  },
  { id: 'note', header: 'Note', look: 'quiet', isWideOnly: true, cell: ({ data }) => data.note ?? '–' },
];

export const PRODUCT_COLUMNS: readonly Column<Product>[] = [
  { id: 'product', header: 'Product', cell: ({ attributes, product_id: id }) => attributes.name ?? id },
  {
    id: 'price',
    header: 'Price',
    width: '7rem',
    look: 'number',
    cell: ({ attributes: { price, currency } }) => money(price, currency),
  },
  {
    id: 'sku',
    header: 'SKU',
    width: '8rem',
    isWideOnly: true,
    cell: ({ attributes }) => attributes.sku ?? '–',
  },
  {
    id: 'inventory',
    header: 'Inventory',
    width: '6rem',
    look: 'number',
    isWideOnly: true,
    cell: ({ attributes }) => attributes.inventory ?? '–',
  },
  provider,
];
