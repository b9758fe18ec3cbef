import { ofAccount } from '../../api/accounts.ts';
import { useResource } from '../../api/resource.ts';
import type { PageInput } from '../../app/router.tsx';
import { Website } from '../../app/website.tsx';
import { urlOfRecord } from '../../design/link/link.tsx';
import { LoadedRows, type RowsDeclaration } from '../../design/list/list.tsx';
import { TIME_FILTERS } from '../../design/list/term-filters.ts';
import { Split } from '../../design/page/page.tsx';
import { Loaded } from '../../design/states/states.tsx';
import {
  numberColumn,
  subscriberColumn,
  textColumn,
  timeColumn,
  wideOnly,
} from '../../design/table/columns.tsx';
import { Tabs } from '../../design/tabs/tabs.tsx';
import { capitalized } from '../../design/words.ts';
import { queryHere } from '../../location/location.ts';
import {
  attributesOf,
  type Commerce,
  money,
  numberOf,
  type Order,
  OrderDetail,
  REFUND_COLUMNS,
  type Refund,
  worthOf,
} from './order-detail.tsx';

/** Orders, carts, refunds and products, with the open order beside the list. */
export const CommercePage = ({ id }: PageInput) => {
  const commerce = useResource('GET /_admin/commerce', ofAccount(), ['records', 'events']);
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

const provider = wideOnly(
  textColumn('Provider', (row: { readonly provider: string | null }) => row.provider, '8rem'),
);

const ORDERS: RowsDeclaration<Order> = {
  ...searched('orders'),
  columns: [
    { header: 'Order', cell: numberOf },
    numberColumn('Worth', '7rem', worthOf),
    wideOnly(subscriberColumn),
    provider,
    timeColumn('Placed', ({ data }) => data.originated_at),
  ],
  hrefOf: ({ id }) => urlOfRecord('order', id, queryHere()),
};

const CARTS: RowsDeclaration<Commerce['carts'][number]> = {
  ...searched('carts'),
  columns: [
    { header: 'Cart', cell: ({ cart_id: id }) => <span class="mono">{id}</span> },
    wideOnly(numberColumn('Items', '5rem', (cart) => attributesOf(cart).items?.length ?? 0)),
    numberColumn('Total', '7rem', (cart) => {
      const { grand_total, currency } = attributesOf(cart);
      return money(grand_total, currency);
    }),
    subscriberColumn,
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
    numberColumn('Price', '7rem', (product) => {
      const { price, currency } = attributesOf(product);
      return money(price, currency);
    }),
    wideOnly(textColumn('SKU', (product) => attributesOf(product).sku, '8rem')),
    wideOnly(numberColumn('Inventory', '6rem', (product) => attributesOf(product).inventory ?? '–')),
    provider,
  ],
  keyOf: ({ provider, product_id: id, variant_id: variant }) => `${provider} ${id} ${variant}`,
};
