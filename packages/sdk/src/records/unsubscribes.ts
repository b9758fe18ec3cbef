// biome-ignore-all format: written by `npm run generate:operations` from the contract.

/** Whom to unsubscribe. */
export interface UnsubscribeInput {
  /** An email address, `ann@example.com`. */
  email: string;
}
