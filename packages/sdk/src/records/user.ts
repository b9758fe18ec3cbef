// biome-ignore-all format: written by `npm run generate:operations` from the contract.

/** The owner of the credentials ("User"). */
export interface User {
  /** The email address. */
  email: string;
  name: string;
  time_zone: string;
}
