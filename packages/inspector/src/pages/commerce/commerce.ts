import type { ResponseOf } from '../../api/responses.ts';
import type { OfSubscriber } from '../../design/id-link/id-link.tsx';

/** A line of an order or cart. */
export interface Item {
  readonly name?: string;
  readonly price?: number;
  readonly quantity?: number;
}

/** The members that orders, carts and products share in their attributes. */
export interface Attributes {
  readonly currency?: string;
  /** In units of the currency, such as 16.9. */
  readonly grand_total?: number;
  readonly price?: number;
  readonly name?: string;
  readonly sku?: string;
  readonly brand?: string;
  readonly inventory?: number;
  readonly items?: readonly Item[];
  readonly order_public_id?: string;
}

/** An order of v2 or v3. */
export interface Order extends OfSubscriber {
  readonly api: 'v2' | 'v3';
  readonly id: string;
  readonly provider: string | null;
  readonly external_id: string | null;
  readonly data: {
    /** ISO 8601. */
    readonly originated_at?: string;
    /** In cents. */
    readonly worth?: number;
    readonly attributes?: Attributes;
    readonly [member: string]: unknown;
  };
}

/** A refund of a v2 order. */
export type Refund = ResponseOf<'GET /_admin/commerce'>['refunds'][number];

export interface Cart extends OfSubscriber {
  readonly provider: string;
  readonly cart_id: string;
  readonly attributes: Attributes;
}

export interface Product {
  readonly provider: string;
  readonly product_id: string;
  readonly variant_id: string;
  readonly attributes: Attributes;
}

/** The response of `GET /_admin/commerce`. */
export interface Commerce {
  readonly orders: readonly Order[];
  readonly refunds: readonly Refund[];
  readonly carts: readonly Cart[];
  readonly products: readonly Product[];
}

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
  data.attributes?.order_public_id ?? externalId ?? id;

/** What an order is worth. */
export const worthOf = ({ data: { worth, attributes = {} } }: Order): string =>
  money(worth === undefined ? attributes.grand_total : worth / 100, attributes.currency);
