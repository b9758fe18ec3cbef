// biome-ignore-all format: written by `npm run generate:operations` from the contract.

/** The subscriber to unsubscribe. */
export interface UnsubscribeInput {
  /** An email address, `ann@example.com`. */
  email: string;
}
