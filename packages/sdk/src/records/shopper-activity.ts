// biome-ignore-all format: written by `npm run generate:operations` from the contract.

interface CartActivityMembers {
  /** Lower snake case. */
  provider: string;
  /** The service's id of the person. Where it is given, `email` is ignored. */
  person_id?: string | undefined;
  /** An email address, `ann@example.com`. */
  email?: string | undefined;
  /** For a new person; when left out, the person becomes subscribed. */
  initial_status?: 'active' | 'unsubscribed' | undefined;
  action: 'created' | 'updated';
  cart_id: string;
  /** ISO 8601; default now. */
  occurred_at?: string | Date | undefined;
  /** The id that the customer sees. */
  cart_public_id?: string | undefined;
  /** Includes discounts. Default 0. */
  grand_total?: number | undefined;
  /** Default 0. */
  total_discounts?: number | undefined;
  /** ISO 4217, `USD`. */
  currency?: string | undefined;
  /** A link back to the cart. */
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

/** Something that happened to a cart. Money is decimal. At least one of `person_id` and `email` names the person. Attributes of your own are kept, as on each item. */
export type CartActivity = CartActivityMembers & (
  | { /** An email address, `ann@example.com`. */ email: string }
  | { /** The service's id of the person. Where it is given, `email` is ignored. */ person_id: string }
);

/** The answer to one activity; it is processed in the background. */
export interface ActivityAccepted {
  request_id: string;
}

/** The answer to a batch of activities, one id each, in their order. */
export interface ActivitiesAccepted {
  request_ids: string[];
}

interface OrderActivityMembers {
  /** Lower snake case. */
  provider: string;
  /** The service's id of the person. Where it is given, `email` is ignored. */
  person_id?: string | undefined;
  /** An email address, `ann@example.com`. */
  email?: string | undefined;
  /** For a new person; when left out, the person becomes subscribed. */
  initial_status?: 'active' | 'unsubscribed' | undefined;
  action: 'placed' | 'updated' | 'paid' | 'fulfilled' | 'refunded' | 'canceled';
  /** ISO 8601; default now. With `placed` it is when the order originated. */
  occurred_at?: string | Date | undefined;
  order_id: string;
  /** The id that the customer sees. */
  order_public_id?: string | undefined;
  /** Default 0, as are the next five. */
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
  /** ISO 4217, `USD`. */
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

/** Something that happened to an order. Money is decimal. `provider` with `order_id` names the order. For a refund or a cancelation give `refund_amount` and leave `grand_total` as it was. */
export type OrderActivity = OrderActivityMembers & (
  | { /** An email address, `ann@example.com`. */ email: string }
  | { /** The service's id of the person. Where it is given, `email` is ignored. */ person_id: string }
);

/** Something that happened to a product. Money is decimal. `provider` with `product_id` names the product. */
export interface ProductActivity {
  /** Lower snake case. */
  provider: string;
  action: 'created' | 'updated' | 'deleted';
  /** ISO 8601; default now. */
  occurred_at?: string | Date | undefined;
  product_id: string;
  /** Repeat `product_id` where there are no variants. */
  product_variant_id: string;
  sku?: string | undefined;
  name: string;
  brand?: string | undefined;
  categories?: string[] | undefined;
  /** ISO 4217; default `USD`. */
  currency?: string | undefined;
  /** A decimal amount of the currency's main unit, `19.99`. */
  price: number;
  inventory?: number | undefined;
  product_url?: string | undefined;
  image_url?: string | undefined;
  /** Members of your own. */
  [name: string]: unknown;
}
