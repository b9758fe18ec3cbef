// biome-ignore-all format: written by `npm run generate:operations` from the contract.

/** Arguments for applying a tag. */
export interface TagInput {
  /** An email address, `ann@example.com`. */
  email: string;
  tag: string;
}
