// biome-ignore-all format: written by `npm run generate:operations` from the contract.

/** Whom to tag, and with what. */
export interface TagInput {
  /** An email address, `ann@example.com`. */
  email: string;
  tag: string;
}
