// biome-ignore-all format: written by `npm run generate:operations` from the contract.

/** A person who receives email ("Subscriber"). Fields without a value are absent. */
export interface Subscriber {
  /** Given by the service. */
  id: string;
  status: 'active' | 'unsubscribed' | (string & {});
  /** The status used when a request leaves `status` unchanged. */
  initial_status?: 'active' | 'unsubscribed' | (string & {}) | null | undefined;
  /** The email address. */
  email: string;
  first_name?: string | null | undefined;
  last_name?: string | null | undefined;
  address1?: string | null | undefined;
  address2?: string | null | undefined;
  city?: string | null | undefined;
  state?: string | null | undefined;
  zip?: string | null | undefined;
  country?: string | null | undefined;
  phone?: string | null | undefined;
  /** A mobile number of the USA in E.164 form. */
  sms_number?: string | null | undefined;
  sms_consent: boolean;
  eu_consent: 'granted' | 'denied' | 'unknown' | (string & {});
  /** Olson name, `Etc/UTC` unless given. */
  time_zone: string;
  /** Minutes from UTC. */
  utc_offset: number;
  /** Present when the person was seen by the page script. */
  visitor_uuid?: string | null | undefined;
  /** Values by identifier, always text. */
  custom_fields: Record<string, string>;
  tags: string[];
  ip_address?: string | null | undefined;
  user_agent?: string | null | undefined;
  original_referrer?: string | null | undefined;
  landing_url?: string | null | undefined;
  /** Whether the person is marked as a lead. */
  prospect: boolean;
  lead_score?: number | null | undefined;
  /** Cents. */
  lifetime_value: number;
  /** ISO 8601. */
  created_at: string;
  href: string;
  /** The caller's own identifier. */
  user_id?: string | null | undefined;
  base_lead_score: number;
  links: {
    account: string;
  };
}

interface SubscriberInputMembers {
  /** An email address, `ann@example.com`. */
  email?: string | undefined;
  /** The service's id. */
  id?: string | undefined;
  visitor_uuid?: string | undefined;
  /** The new address; where nobody has `email`, the person is created with this one. */
  new_email?: string | undefined;
  first_name?: string | undefined;
  last_name?: string | undefined;
  address1?: string | undefined;
  address2?: string | undefined;
  city?: string | undefined;
  state?: string | undefined;
  zip?: string | undefined;
  country?: string | undefined;
  phone?: string | undefined;
  /** A mobile number of the USA in E.164 form, `+12065550100`. */
  sms_number?: string | undefined;
  /** Default false. */
  sms_consent?: boolean | undefined;
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
  /** Cents. */
  lifetime_value?: number | undefined;
  ip_address?: string | undefined;
  remove_tags?: string[] | undefined;
  /** Default 30. */
  base_lead_score?: number | undefined;
  status?: 'active' | 'unsubscribed' | undefined;
  /** Used when `status` is not given. */
  initial_status?: 'active' | 'unsubscribed' | undefined;
}

/** Arguments of creating or updating a person. At least one of `email`, `id`, `visitor_uuid` names them. */
export type SubscriberInput = SubscriberInputMembers & (
  | {  visitor_uuid: string }
  | { /** The service's id. */ id: string }
  | { /** An email address, `ann@example.com`. */ email: string }
);

/** Filters of the subscriber list. */
export interface SubscriberQuery {
  /** Default `active`. */
  status?: 'all' | 'active' | 'unsubscribed' | 'active_or_unsubscribed' | 'undeliverable' | 'removed' | undefined;
  /** Comma-separated; people with at least one of them. */
  tags?: string | undefined;
  /** ISO 8601; people created before it. */
  subscribed_before?: string | Date | undefined;
  /** ISO 8601; people created after it. */
  subscribed_after?: string | Date | undefined;
  /** The number of the page, from 1. */
  page?: number | undefined;
  per_page?: number | undefined;
}

/** From which campaign to remove someone; from all when left out. */
export interface RemoveQuery {
  campaign_id?: string | undefined;
}
