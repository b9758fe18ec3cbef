// biome-ignore-all format: written by `npm run generate:operations` from the contract.

/** A customer's account ("Account"). */
export interface Account {
  id: string;
  /** Default: the website's URL. */
  name: string;
  url: string;
  default_from_name?: string | null | undefined;
  default_from_email?: string | null | undefined;
  default_postal_address?: string | null | undefined;
  /** The owner's email address. */
  primary_email?: string | null | undefined;
  /** Whether third-party cookies track visitors across domains. */
  enable_third_party_cookies: boolean;
  phone_number?: string | null | undefined;
  /** ISO 8601. */
  created_at: string;
  href: string;
}
