// biome-ignore-all format: written by `npm run generate:operations` from the contract.

/** Filter and sort order of the conversion list. */
export interface GoalQuery {
  /** Default `all`. */
  status?: 'active' | 'disabled' | 'all' | undefined;
  sort?: 'created_at' | 'name' | undefined;
  direction?: 'asc' | 'desc' | undefined;
}

/** A conversion ("Conversion (goal)"). */
export interface Goal {
  id: string;
  href: string;
  name: string;
  /** A visit to this URL counts as the conversion. */
  url?: string | null | undefined;
  status: 'active' | 'disabled' | (string & {});
  /** In cents, less than 2,147,483,647. */
  default_value: number;
  counting_method: 'one_per_visitor' | 'all' | (string & {});
  /** ISO 8601. */
  created_at: string;
  links: {
    account: string;
  };
}
