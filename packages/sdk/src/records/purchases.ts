// biome-ignore-all format: written by `npm run generate:operations` from the contract.

/** Arguments of recording a purchase. Amounts are cents. */
export interface PurchaseInput {
  /** Cents. */
  amount: number;
  provider?: string | undefined;
  order_id?: string | undefined;
  /** An absolute http or https URL. */
  permalink?: string | undefined;
  properties?: Record<string, unknown> | undefined;
  items?: Array<{
    name: string;
    /** The line's total. */
    amount: number;
    /** Default 1. */
    quantity?: number | undefined;
    product_id?: string | undefined;
    sku?: string | undefined;
    properties?: Record<string, unknown> | undefined;
  }> | undefined;
  /** ISO 8601; default now. */
  occurred_at?: string | Date | undefined;
}

/** Which page of a person's purchases. */
export interface PurchaseQuery {
  /** The number of the page, from 1. */
  page?: number | undefined;
}

/** Something bought ("Purchase", beta). Amounts are cents. */
export interface Purchase {
  id: string;
  provider?: string | null | undefined;
  order_id?: string | null | undefined;
  /** Cents. */
  amount: number;
  permalink?: string | null | undefined;
  properties: Record<string, unknown>;
  /** ISO 8601. */
  occurred_at: string;
  items: Array<{
    id: string;
    product_id?: string | null | undefined;
    sku?: string | null | undefined;
    /** The line's total. */
    amount: number;
    name: string;
    quantity: number;
    properties: Record<string, unknown>;
  }>;
  links: {
    account: string;
    subscriber: string;
  };
}
