// biome-ignore-all format: written by `npm run generate:operations` from the contract.

interface OrderInputMembers {
  /** An email address, `ann@example.com`. */
  email?: string | undefined;
  /** The subscriber's id. */
  id?: string | undefined;
  /** Cents. */
  amount: number;
  /** Name of the order system, in lower snake case: `my_shop`. */
  provider?: string | undefined;
  upstream_id?: string | undefined;
  /** Cents. */
  tax?: number | undefined;
  /** Cents. */
  fees?: number | undefined;
  /** Cents. */
  discount?: number | undefined;
  /** An absolute http or https URL. */
  permalink?: string | undefined;
  /** ISO 4217 code: `USD`. */
  currency_code?: string | undefined;
  identifier?: string | undefined;
  properties?: Record<string, unknown> | undefined;
  /** ISO 8601. Default: now. */
  occurred_at?: string | Date | undefined;
  /** ISO 8601. */
  closed_at?: string | Date | undefined;
  /** ISO 8601. */
  cancelled_at?: string | Date | null | undefined;
  financial_state?: 'pending' | 'authorized' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'voided' | undefined;
  fulfillment_state?: 'not_fulfilled' | 'partially_fulfilled' | 'fulfilled' | undefined;
  billing_address?: {
    name?: string | undefined;
    first_name?: string | undefined;
    last_name?: string | undefined;
    company?: string | undefined;
    address_1?: string | undefined;
    address_2?: string | undefined;
    city?: string | undefined;
    state?: string | undefined;
    zip?: string | undefined;
    country?: string | undefined;
    phone?: string | undefined;
    /** The email address. */
    email?: string | undefined;
  } | undefined;
  shipping_address?: {
    name?: string | undefined;
    first_name?: string | undefined;
    last_name?: string | undefined;
    company?: string | undefined;
    address_1?: string | undefined;
    address_2?: string | undefined;
    city?: string | undefined;
    state?: string | undefined;
    zip?: string | undefined;
    country?: string | undefined;
    phone?: string | undefined;
    /** The email address. */
    email?: string | undefined;
  } | undefined;
  items?: Array<{
    id?: string | undefined;
    product_id?: string | undefined;
    sku?: string | undefined;
    /** Cents. */
    amount?: number | undefined;
    name?: string | undefined;
    quantity?: number | undefined;
    upstream_id?: string | undefined;
    upstream_product_id?: string | undefined;
    upstream_product_variant_id?: string | undefined;
    /** Cents. */
    price?: number | undefined;
    /** Cents. */
    tax?: number | undefined;
    /** Cents. */
    fees?: number | undefined;
    /** Cents. */
    discount?: number | undefined;
    taxable?: boolean | undefined;
    properties?: Record<string, unknown> | undefined;
  }> | undefined;
}

/** Arguments for creating or updating a legacy order. Amounts are in cents. `email` or `id` identifies an existing subscriber; at least one is required. `provider` and `upstream_id` together identify the order to update. */
export type OrderInput = OrderInputMembers & (
  | { /** The subscriber's id. */ id: string }
  | { /** An email address, `ann@example.com`. */ email: string }
);
