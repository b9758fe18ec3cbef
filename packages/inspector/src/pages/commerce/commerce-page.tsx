import type { ResponseOf } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import type { PageInput } from '../../app/router.tsx';
import { Website } from '../../app/website.tsx';
import { CopiedText, Json } from '../../design/code/code.tsx';
import { SubscriberLink, urlOfRecord } from '../../design/link/link.tsx';
import { column, LoadedRows, type RowsDeclaration } from '../../design/list/list.tsx';
import { TIME_FILTERS } from '../../design/list/term-filters.ts';
import { DetailList, EmptyState, Loaded, Split } from '../../design/page/page.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { Tabs } from '../../design/tabs/tabs.tsx';
import { Time } from '../../design/time/time.tsx';
import { capitalized } from '../../design/words.ts';
import { queryHere } from '../../location/location.ts';

type Commerce = ResponseOf<'GET /_admin/commerce'>;
type Order = Commerce['orders'][number];
type Refund = Commerce['refunds'][number];

interface Item {
  readonly name?: string;
  readonly price?: number;
  readonly quantity?: number;
}

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
const attributesOf = (record: { readonly attributes: object }): Attributes => record.attributes;

/** Formats an amount in units of a currency. An unknown currency is shown after the number. */
function money(amount: number | undefined, currency = 'USD'): string {
  if (amount === undefined) return '–';
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return `${amount.toFixed(2)} ${currency}`;
  }
}

const numberOf = ({ data, external_id: externalId, id }: Order): string =>
  attributesOf(data).order_public_id ?? externalId ?? id;

const worthOf = ({ data }: Order): string => money(data.worth / 100, attributesOf(data).currency);

export const CommercePage = ({ id }: PageInput) => {
  const commerce = useResource('GET /_admin/commerce', {}, ['records', 'events']);
  return (
    <Split
      title="Commerce"
      lead="What your shop sent: the newest records first."
      path="/commerce"
      detail={id && <Loaded of={commerce}>{(data) => <OrderDetail id={id} commerce={data} />}</Loaded>}
    >
      <Loaded of={commerce}>{(data) => <Records commerce={data} openId={id} />}</Loaded>
    </Split>
  );
};

interface RecordsProps {
  readonly commerce: Commerce;
  readonly openId: string | undefined;
}

const Records = ({ commerce: { orders, carts, refunds, products }, openId }: RecordsProps) => {
  const tab = <Row,>(of: RowsDeclaration<Row>, rows: readonly Row[]) => ({
    id: of.noun,
    title: capitalized(of.noun),
    count: rows.length,
    content: <LoadedRows key={of.noun} of={of} rows={rows.toReversed()} openKey={openId} />,
  });
  const tabs = [
    tab(ORDERS, orders),
    tab(CARTS, carts),
    tab(refundsOf(orders), refunds),
    tab(PRODUCTS, products),
  ];
  return <Tabs label="Records" parameter="tab" tabs={tabs} />;
};

const searched = <Row,>(noun: string): Pick<RowsDeclaration<Row>, 'noun' | 'filters' | 'empty'> => ({
  noun,
  filters: [{ name: 'search', label: `Search ${noun}` }, ...(noun === 'orders' ? TIME_FILTERS : [])],
  empty: [
    'cart',
    `No ${noun} yet`,
    () => (
      <p>
        Buy something on the <Website /> of the account, or send {noun} with the SDK.
      </p>
    ),
  ],
});

const provider = column.wide(
  column.text('Provider', (row: { readonly provider: string | null }) => row.provider, '8rem'),
);

const ORDERS: RowsDeclaration<Order> = {
  ...searched('orders'),
  columns: [
    { header: 'Order', cell: numberOf },
    column.number('Worth', '7rem', worthOf),
    column.wide(column.subscriber),
    provider,
    column.time('Placed', ({ data }) => data.originated_at),
  ],
  hrefOf: ({ id }) => urlOfRecord('order', id, queryHere()),
};

const CARTS: RowsDeclaration<Commerce['carts'][number]> = {
  ...searched('carts'),
  columns: [
    { header: 'Cart', cell: ({ cart_id: id }) => <span class="mono">{id}</span> },
    column.wide(column.number('Items', '5rem', (cart) => attributesOf(cart).items?.length ?? 0)),
    column.number('Total', '7rem', (cart) => {
      const { grand_total, currency } = attributesOf(cart);
      return money(grand_total, currency);
    }),
    column.subscriber,
    provider,
  ],
  keyOf: ({ provider, cart_id: id }) => `${provider} ${id}`,
};

const refundsOf = (orders: readonly Order[]): RowsDeclaration<Refund> => {
  const numbers = new Map(orders.map((order) => [order.id, numberOf(order)]));
  return {
    ...searched('refunds'),
    columns: [{ header: 'Order', cell: ({ order_id: id }) => numbers.get(id) ?? id }, ...REFUND_COLUMNS],
    hrefOf: ({ order_id: id }) => urlOfRecord('order', id, queryHere()),
  };
};

const PRODUCTS: RowsDeclaration<Commerce['products'][number]> = {
  ...searched('products'),
  columns: [
    { header: 'Product', cell: (product) => attributesOf(product).name ?? product.product_id },
    column.number('Price', '7rem', (product) => {
      const { price, currency } = attributesOf(product);
      return money(price, currency);
    }),
    column.wide(column.text('SKU', (product) => attributesOf(product).sku, '8rem')),
    column.wide(column.number('Inventory', '6rem', (product) => attributesOf(product).inventory ?? '–')),
    provider,
  ],
  keyOf: ({ provider, product_id: id, variant_id: variant }) => `${provider} ${id} ${variant}`,
};

const OrderDetail = ({ id, commerce }: { readonly id: string; readonly commerce: Commerce }) => {
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
  column.text('Item', ({ name }) => name),
  column.number('Quantity', '5.5rem', ({ quantity }) => quantity ?? 1),
  column.number('Price', '6rem', ({ price }) => money(price, currency)),
];

const REFUND_COLUMNS: readonly Column<Refund>[] = [
  column.wide({ header: 'Refund', cell: ({ id }) => <span class="mono">{id}</span> }),
  column.number('Amount', '7rem', ({ data: { amount } }) => money(amount / 100)),
  column.wide(column.text('Note', ({ data }) => data.note)),
];
