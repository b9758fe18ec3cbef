import { accountId } from '../../api/accounts.ts';
import { useResource } from '../../api/resource.ts';
import type { PageInput } from '../../app/router.tsx';
import { Website } from '../../app/website.tsx';
import { capitalized } from '../../design/capitalized.ts';
import { SearchField } from '../../design/field/field.tsx';
import { Page, Toolbar } from '../../design/page/page.tsx';
import { Split } from '../../design/split/split.tsx';
import { EmptyState, Loaded } from '../../design/states/states.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { Tabs } from '../../design/tabs/tabs.tsx';
import { bindQuery, query, urlOf } from '../../location/location.ts';
import { CART_COLUMNS, ORDER_COLUMNS, orderColumn, PRODUCT_COLUMNS, REFUND_COLUMNS } from './columns.tsx';
import type { Cart, Commerce, Product } from './commerce.ts';
import { OrderDetail } from './order-detail.tsx';

/** Orders, carts, refunds and products, with the open order beside the list. */
export const CommercePage = ({ id: orderId }: PageInput) => {
  const commerce = useResource('GET /_admin/commerce', { account_id: accountId.value }, [
    'records',
    'events',
  ]);
  return (
    <Split
      listName="Commerce"
      listUrl={urlOf('/commerce', Object.fromEntries(query.value))}
      list={
        <Page title="Commerce" lead="What your shop sent: the newest records first.">
          <Loaded of={commerce}>{(data) => <Records commerce={data} openId={orderId} />}</Loaded>
        </Page>
      }
      detail={
        orderId === undefined ? undefined : (
          <Loaded of={commerce}>{(data) => <OrderDetail id={orderId} commerce={data} />}</Loaded>
        )
      }
    />
  );
};

interface RecordsProps {
  readonly commerce: Commerce;
  readonly openId: string | undefined;
}

const Records = ({ commerce: { orders, carts, refunds, products }, openId }: RecordsProps) => (
  <Tabs
    label="Records"
    parameter="tab"
    tabs={[
      {
        id: 'orders',
        title: 'Orders',
        count: orders.length,
        content: (
          <Rows
            noun="orders"
            rows={orders}
            columns={ORDER_COLUMNS}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => orderUrl(id)}
            openKey={openId}
          />
        ),
      },
      {
        id: 'carts',
        title: 'Carts',
        count: carts.length,
        content: <Rows noun="carts" rows={carts} columns={CART_COLUMNS} keyOf={keyOfCart} />,
      },
      {
        id: 'refunds',
        title: 'Refunds',
        count: refunds.length,
        content: <Refunds refunds={refunds} orders={orders} />,
      },
      {
        id: 'products',
        title: 'Products',
        count: products.length,
        content: <Rows noun="products" rows={products} columns={PRODUCT_COLUMNS} keyOf={keyOfProduct} />,
      },
    ]}
  />
);

const Refunds = ({ refunds, orders }: Pick<Commerce, 'refunds' | 'orders'>) => (
  <Rows
    noun="refunds"
    rows={refunds}
    columns={[orderColumn(orders), ...REFUND_COLUMNS]}
    keyOf={({ id }) => id}
    hrefOf={({ order_id: id }) => orderUrl(id)}
  />
);

const orderUrl = (id: string) =>
  urlOf(`/commerce/${encodeURIComponent(id)}`, Object.fromEntries(query.value));

const keyOfCart = ({ provider, cart_id: id }: Cart) => `${provider} ${id}`;
const keyOfProduct = ({ provider, product_id: id, variant_id: variant }: Product) =>
  `${provider} ${id} ${variant}`;

interface RowsProps<Row> {
  readonly noun: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly hrefOf?: (row: Row) => string;
  readonly openKey?: string | undefined;
}

function Rows<Row>(props: RowsProps<Row>) {
  return (
    <>
      <Toolbar>
        <SearchField label={`Search ${props.noun}`} {...bindQuery('search')} />
      </Toolbar>
      <MatchingRows {...props} />
    </>
  );
}

function MatchingRows<Row>({ noun, rows, columns, keyOf, hrefOf, openKey }: RowsProps<Row>) {
  const search = (query.value.get('search') ?? '').toLowerCase();
  const found = [...rows].reverse().filter((row) => JSON.stringify(row).toLowerCase().includes(search));
  if (rows.length === 0) {
    return (
      <EmptyState icon="cart" title={`No ${noun} yet`}>
        <p>
          Buy something on the <Website /> of the account, or send {noun} with the SDK.
        </p>
      </EmptyState>
    );
  }
  if (found.length === 0) return <EmptyState icon="search" title={`No ${noun} match`} />;
  return (
    <Table
      label={capitalized(noun)}
      columns={columns}
      rows={found}
      keyOf={keyOf}
      {...(hrefOf && { hrefOf })}
      openKey={openKey}
    />
  );
}
