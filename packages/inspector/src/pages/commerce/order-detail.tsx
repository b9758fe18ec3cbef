import { Json } from '../../design/code/code.tsx';
import { type Detail, DetailList } from '../../design/detail-list/detail-list.tsx';
import { SubscriberLink } from '../../design/id-link/id-link.tsx';
import { EmptyState } from '../../design/states/states.tsx';
import { numberColumn } from '../../design/table/columns.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { Time } from '../../design/time/time.tsx';
import { REFUND_COLUMNS } from './columns.tsx';
import { type Commerce, type Item, money, numberOf, type Order, worthOf } from './commerce.ts';

interface OrderDetailProps {
  readonly id: string;
  readonly commerce: Commerce;
}

/** One order with its items and refunds. */
export const OrderDetail = ({ id, commerce }: OrderDetailProps) => {
  const order = commerce.orders.find((one) => one.id === id);
  if (!order) return <EmptyState icon="search" title="Order not found" />;
  const items = order.data.attributes?.items ?? [];
  const refunds = commerce.refunds.filter(({ order_id: orderId }) => orderId === id);
  return (
    <>
      <h2 class="wrap">Order {numberOf(order)}</h2>
      <DetailList details={detailsOf(order)} />
      {items.length > 0 && (
        <Table
          label="Items"
          columns={itemColumns(order.data.attributes?.currency)}
          rows={items.map((item, index) => ({ ...item, key: String(index) }))}
          keyOf={({ key }) => key}
        />
      )}
      {refunds.length > 0 && (
        <Table label="Refunds" columns={REFUND_COLUMNS} rows={refunds} keyOf={(refund) => refund.id} />
      )}
      <Json label="Record" value={order.data} />
    </>
  );
};

const detailsOf = (order: Order): readonly Detail[] => [
  ['Worth', worthOf(order)],
  ['Subscriber', <SubscriberLink key="subscriber" of={order} />],
  ['Placed', <Time key="placed" at={order.data.originated_at} format="both" />],
  ['Provider', order.provider],
  ['External id', order.external_id],
  ['API', order.api],
  [
    'Id',
    <span key="id" class="mono">
      {order.id}
    </span>,
  ],
];

const itemColumns = (currency: string | undefined): readonly Column<Item & { readonly key: string }>[] => [
  { header: 'Item', cell: ({ name }) => name ?? '–' },
  numberColumn('Quantity', '5.5rem', ({ quantity }) => quantity ?? 1),
  numberColumn('Price', '6rem', ({ price }) => money(price, currency)),
];
