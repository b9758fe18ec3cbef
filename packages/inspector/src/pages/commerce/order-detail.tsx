import { Json } from '../../design/code/code.tsx';
import { DetailList } from '../../design/detail-list/detail-list.tsx';
import { Id, SubscriberLink } from '../../design/id-link/id-link.tsx';
import { EmptyState } from '../../design/states/states.tsx';
import { numberColumn, textColumn, wideOnly } from '../../design/table/columns.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { Time } from '../../design/time/time.tsx';
import { type Commerce, type Item, money, numberOf, type Refund, worthOf } from './commerce.ts';

interface OrderDetailProps {
  readonly id: string;
  readonly commerce: Commerce;
}

/** One order with its items and refunds. */
export const OrderDetail = ({ id, commerce }: OrderDetailProps) => {
  const order = commerce.orders.find((one) => one.id === id);
  if (!order) return <EmptyState icon="search" title="Order not found" />;
  const { items = [], currency } = order.data.attributes ?? {};
  const rows = items.map((item, index) => ({ ...item, id: String(index) }));
  const refunds = commerce.refunds.filter(({ order_id: orderId }) => orderId === id);
  return (
    <>
      <h2 class="wrap">Order {numberOf(order)}</h2>
      <DetailList
        details={[
          ['Worth', worthOf(order)],
          ['Subscriber', <SubscriberLink key="subscriber" of={order} />],
          ['Placed', <Time key="placed" at={order.data.originated_at} format="both" />],
          ['Provider', order.provider],
          ['External id', order.external_id],
          ['API', order.api],
          ['Id', <Id key="id" id={order.id} />],
        ]}
      />
      {rows.length > 0 && <Table label="Items" columns={itemColumns(currency)} rows={rows} />}
      {refunds.length > 0 && <Table label="Refunds" columns={REFUND_COLUMNS} rows={refunds} />}
      <Json label="Record" value={order.data} />
    </>
  );
};

const itemColumns = (currency: string | undefined): readonly Column<Item>[] => [
  textColumn('Item', ({ name }) => name),
  numberColumn('Quantity', '5.5rem', ({ quantity }) => quantity ?? 1),
  numberColumn('Price', '6rem', ({ price }) => money(price, currency)),
];

export const REFUND_COLUMNS: readonly Column<Refund>[] = [
  wideOnly({ header: 'Refund', cell: ({ id }) => <span class="mono">{id}</span> }),
  numberColumn('Amount', '7rem', ({ data: { amount } }) =>
    money(amount === undefined ? undefined : amount / 100),
  ),
  wideOnly(textColumn('Note', ({ data }) => data.note)),
];
