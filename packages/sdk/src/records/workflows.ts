// biome-ignore-all format: written by `npm run generate:operations` from the contract.

/** Filter and sort order of the workflow list. */
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
  /** The subscriber's id. */
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
  /** Your own identifier of the subscriber, unique in the account. */
  user_id?: string | undefined;
  /** Olson time zone. Default for a new subscriber: `Etc/UTC`. */
  time_zone?: string | undefined;
  /** Values by identifier. null or '' clears a field. */
  custom_fields?: Record<string, string | number | boolean | null> | undefined;
  /** Tags to add. */
  tags?: string[] | undefined;
  /** Whether to attach a lead score if lead scoring is enabled. Default true. */
  prospect?: boolean | undefined;
  /** Former name of `prospect`. */
  potential_lead?: boolean | undefined;
  /** Consent under European Union law. */
  eu_consent?: 'granted' | 'denied' | undefined;
  /** The text that the subscriber agreed to. */
  eu_consent_message?: string | undefined;
}

/** Arguments for starting a subscriber on a workflow. At least one of `email` and `id` is required. */
export type WorkflowStartInput = WorkflowStartInputMembers & (
  | { /** The subscriber's id. */ id: string }
  | { /** An email address, `ann@example.com`. */ email: string }
);
