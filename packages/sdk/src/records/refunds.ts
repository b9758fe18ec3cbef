// biome-ignore-all format: written by `npm run generate:operations` from the contract.

/** Arguments of creating or updating a refund of a legacy order ("Refund"). */
export interface RefundInput {
  /** The provider of the refunded order. */
  provider: string;
  /** The `upstream_id` of the refunded order. */
  order_upstream_id: string;
  /** Cents. */
  amount: number;
  /** Names the refund; needed for updates. */
  upstream_id?: string | undefined;
  note?: string | undefined;
  /** ISO 8601. */
  processed_at?: string | Date | undefined;
}
