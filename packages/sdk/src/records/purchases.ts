// biome-ignore-all format: written by `npm run generate:operations` from the contract.

/** Arguments for recording a purchase. Amounts are in cents. */
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
    /** Total of the line, in cents. */
    amount: number;
    /** Default 1. */
    quantity?: number | undefined;
    product_id?: string | undefined;
    sku?: string | undefined;
    properties?: Record<string, unknown> | undefined;
  }> | undefined;
  /** ISO 8601. Default: now. */
  occurred_at?: string | Date | undefined;
}

/** Page of a subscriber's purchases. */
export interface PurchaseQuery {
  /** The number of the page, from 1. */
  page?: number | undefined;
}

/** A purchase ("Purchase", beta). Amounts are in cents. */
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
    /** Total of the line, in cents. */
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
