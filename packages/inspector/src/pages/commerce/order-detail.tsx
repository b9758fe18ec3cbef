import type { ResponseOf } from '../../api/responses.ts';
import { CopiedText, Json } from '../../design/code/code.tsx';
import { DetailList } from '../../design/facts/facts.tsx';
import { SubscriberLink } from '../../design/link/link.tsx';
import { EmptyState } from '../../design/states/states.tsx';
import { numberColumn, textColumn, wideOnly } from '../../design/table/columns.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { Time } from '../../design/time/time.tsx';

/** The records that came from a shop. */
export type Commerce = ResponseOf<'GET /_admin/commerce'>;
export type Order = Commerce['orders'][number];
export type Refund = Commerce['refunds'][number];

interface Item {
  readonly name?: string;
  readonly price?: number;
  readonly quantity?: number;
}

/** The attributes of orders, carts and products, by the names of the interface. */
interface Attributes extends Item {
  readonly currency?: string;
  /** In units of the currency, such as 16.9. */
  readonly grand_total?: number;
  readonly sku?: string;
  readonly inventory?: number;
  readonly items?: readonly Item[];
  readonly order_public_id?: string;
}

/** The attributes of a record, which the server checked when they came. */
export const attributesOf = (record: { readonly attributes: object }): Attributes => record.attributes;

/** Formats an amount in units of a currency. An unknown currency is shown after the number. */
export function money(amount: number | undefined, currency = 'USD'): string {
  if (amount === undefined) return '–';
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return `${amount.toFixed(2)} ${currency}`;
  }
}

/** The number of an order as customers see it, otherwise its id. */
export const numberOf = ({ data, external_id: externalId, id }: Order): string =>
  attributesOf(data).order_public_id ?? externalId ?? id;

/** The value of an order. */
export const worthOf = ({ data }: Order): string => money(data.worth / 100, attributesOf(data).currency);

/** One order with its items and refunds. */
export const OrderDetail = ({ id, commerce }: { readonly id: string; readonly commerce: Commerce }) => {
  const order = commerce.orders.find((one) => one.id === id);
  if (!order) return <EmptyState icon="search" title="Order not found" />;
  const { items = [], currency } = attributesOf(order.data);
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
          ['Id', <CopiedText key="id" text={order.id} />],
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
  numberColumn('Amount', '7rem', ({ data: { amount } }) => money(amount / 100)),
  wideOnly(textColumn('Note', ({ data }) => data.note)),
];
