// biome-ignore-all format: written by `npm run generate:operations` from the contract.

/** Filter and order of the workflow list. */
export interface WorkflowQuery {
  /** Default: all. */
  status?: 'draft' | 'active' | 'paused' | undefined;
  sort?: 'created_at' | 'name' | undefined;
  direction?: 'asc' | 'desc' | undefined;
  /** The number of the page, from 1. */
  page?: number | undefined;
}

/** An automation ("Workflow"). */
export interface Workflow {
  id: string;
  href: string;
  name: string;
  status: 'draft' | 'active' | 'paused' | (string & {});
  /** ISO 8601. */
  created_at: string;
  links: {
    account: string;
  };
}

interface WorkflowStartInputMembers {
  /** An email address, `ann@example.com`. */
  email?: string | undefined;
  /** The service's id of the person. */
  id?: string | undefined;
  first_name?: string | undefined;
  last_name?: string | undefined;
  address1?: string | undefined;
  address2?: string | undefined;
  city?: string | undefined;
  state?: string | undefined;
  zip?: string | undefined;
  country?: string | undefined;
  phone?: string | undefined;
  /** The caller's own identifier, unique in the account. */
  user_id?: string | undefined;
  /** Olson name; default `Etc/UTC` for a new person. */
  time_zone?: string | undefined;
  /** Values by identifier; null or '' clears a field. */
  custom_fields?: Record<string, string | number | boolean | null> | undefined;
  /** Tags to add. */
  tags?: string[] | undefined;
  /** Whether to attach a lead score where lead scoring is enabled. Default true. */
  prospect?: boolean | undefined;
  /** The old name of `prospect`. */
  potential_lead?: boolean | undefined;
  eu_consent?: 'granted' | 'denied' | undefined;
  /** The words that the person agreed to. */
  eu_consent_message?: string | undefined;
}

/** Arguments of starting someone on a workflow. At least one of `email` and `id` names the person. */
export type WorkflowStartInput = WorkflowStartInputMembers & (
  | { /** The service's id of the person. */ id: string }
  | { /** An email address, `ann@example.com`. */ email: string }
);
