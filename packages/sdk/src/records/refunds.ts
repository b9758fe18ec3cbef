// biome-ignore-all format: written by `npm run generate:operations` from the contract.

/** Arguments for creating or updating a refund of a legacy order ("Refund"). */
export interface RefundInput {
  /** The provider of the refunded order. */
  provider: string;
  /** The `upstream_id` of the refunded order. */
  order_upstream_id: string;
  /** In cents. */
  amount: number;
  /** Identifies the refund. Required for updates. */
  upstream_id?: string | undefined;
  note?: string | undefined;
  /** ISO 8601. */
  processed_at?: string | Date | undefined;
}
