// biome-ignore-all format: written by `npm run generate:operations` from the contract.

interface CartActivityMembers {
  /** Name of the shop system, in lower snake case: `my_shop`. */
  provider: string;
  /** The subscriber's id. If given, `email` is ignored. */
  person_id?: string | undefined;
  /** An email address, `ann@example.com`. */
  email?: string | undefined;
  /** Status of a new subscriber. Default `active`. */
  initial_status?: 'active' | 'unsubscribed' | undefined;
  action: 'created' | 'updated';
  cart_id: string;
  /** ISO 8601. Default: now. */
  occurred_at?: string | Date | undefined;
  /** The id shown to the customer. */
  cart_public_id?: string | undefined;
  /** Total including discounts. Default 0. */
  grand_total?: number | undefined;
  /** Default 0. */
  total_discounts?: number | undefined;
  /** ISO 4217 code: `USD`. */
  currency?: string | undefined;
  /** Link back to the cart. */
  cart_url: string;
  items?: Array<{
    product_id?: string | undefined;
    product_variant_id?: string | undefined;
    sku?: string | undefined;
    name?: string | undefined;
    brand?: string | undefined;
    categories?: string[] | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    price?: number | undefined;
    quantity?: number | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    discounts?: number | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    taxes?: number | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    fees?: number | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    shipping?: number | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    total?: number | undefined;
    product_url?: string | undefined;
    image_url?: string | undefined;
    /** Members of your own. */
    [name: string]: unknown;
  }> | undefined;
  /** Members of your own. */
  [name: string]: unknown;
}

/** A cart activity. Amounts are decimal. `person_id` or `email` identifies the subscriber; at least one is required. Custom attributes are kept, on the activity and on each item. */
export type CartActivity = CartActivityMembers & (
  | { /** An email address, `ann@example.com`. */ email: string }
  | { /** The subscriber's id. If given, `email` is ignored. */ person_id: string }
);

/** Response to one activity, which is processed in the background. */
export interface ActivityAccepted {
  request_id: string;
}

/** Response to a batch of activities: one id for each, in order. */
export interface ActivitiesAccepted {
  request_ids: string[];
}

interface OrderActivityMembers {
  /** Name of the shop system, in lower snake case: `my_shop`. */
  provider: string;
  /** The subscriber's id. If given, `email` is ignored. */
  person_id?: string | undefined;
  /** An email address, `ann@example.com`. */
  email?: string | undefined;
  /** Status of a new subscriber. Default `active`. */
  initial_status?: 'active' | 'unsubscribed' | undefined;
  action: 'placed' | 'updated' | 'paid' | 'fulfilled' | 'refunded' | 'canceled';
  /** ISO 8601. Default: now. For `placed`, the time of the order. */
  occurred_at?: string | Date | undefined;
  order_id: string;
  /** The id shown to the customer. */
  order_public_id?: string | undefined;
  /** Default 0, as for the next five amounts. */
  grand_total?: number | undefined;
  /** A decimal amount of the currency's main unit, `19.99`. */
  total_discounts?: number | undefined;
  /** A decimal amount of the currency's main unit, `19.99`. */
  total_taxes?: number | undefined;
  /** A decimal amount of the currency's main unit, `19.99`. */
  total_fees?: number | undefined;
  /** A decimal amount of the currency's main unit, `19.99`. */
  total_shipping?: number | undefined;
  /** A decimal amount of the currency's main unit, `19.99`. */
  refund_amount?: number | undefined;
  /** ISO 4217 code: `USD`. */
  currency?: string | undefined;
  order_url?: string | undefined;
  items?: Array<{
    product_id?: string | undefined;
    product_variant_id?: string | undefined;
    sku?: string | undefined;
    name?: string | undefined;
    brand?: string | undefined;
    categories?: string[] | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    price?: number | undefined;
    quantity?: number | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    discounts?: number | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    taxes?: number | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    fees?: number | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    shipping?: number | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    total?: number | undefined;
    product_url?: string | undefined;
    image_url?: string | undefined;
    /** A decimal amount of the currency's main unit, `19.99`. */
    sale_price?: number | undefined;
    /** Members of your own. */
    [name: string]: unknown;
  }> | undefined;
  billing_address?: {
    label?: string | undefined;
    first_name?: string | undefined;
    last_name?: string | undefined;
    company?: string | undefined;
    address_1?: string | undefined;
    address_2?: string | undefined;
    city?: string | undefined;
    state?: string | undefined;
    postal_code?: string | undefined;
    country?: string | undefined;
    phone?: string | undefined;
  } | undefined;
  shipping_address?: {
    label?: string | undefined;
    first_name?: string | undefined;
    last_name?: string | undefined;
    company?: string | undefined;
    address_1?: string | undefined;
    address_2?: string | undefined;
    city?: string | undefined;
    state?: string | undefined;
    postal_code?: string | undefined;
    country?: string | undefined;
    phone?: string | undefined;
  } | undefined;
  /** Members of your own. */
  [name: string]: unknown;
}

/** An order activity. Amounts are decimal. `provider` and `order_id` together identify the order. For a refund or cancelation, give `refund_amount` and leave `grand_total` unchanged. */
export type OrderActivity = OrderActivityMembers & (
  | { /** An email address, `ann@example.com`. */ email: string }
  | { /** The subscriber's id. If given, `email` is ignored. */ person_id: string }
);

/** A product activity. Amounts are decimal. `provider` and `product_id` together identify the product. */
export interface ProductActivity {
  /** Name of the shop system, in lower snake case: `my_shop`. */
  provider: string;
  action: 'created' | 'updated' | 'deleted';
  /** ISO 8601. Default: now. */
  occurred_at?: string | Date | undefined;
  product_id: string;
  /** Repeat `product_id` if the product has no variants. */
  product_variant_id: string;
  sku?: string | undefined;
  name: string;
  brand?: string | undefined;
  categories?: string[] | undefined;
  /** ISO 4217 code. Default `USD`. */
  currency?: string | undefined;
  /** A decimal amount of the currency's main unit, `19.99`. */
  price: number;
  inventory?: number | undefined;
  product_url?: string | undefined;
  image_url?: string | undefined;
  /** Members of your own. */
  [name: string]: unknown;
}
