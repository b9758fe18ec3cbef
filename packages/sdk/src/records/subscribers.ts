// biome-ignore-all format: written by `npm run generate:operations` from the contract.

/** A recipient of email ("Subscriber"). Fields without a value are absent. */
export interface Subscriber {
  /** Assigned by the service. */
  id: string;
  status: 'active' | 'unsubscribed' | (string & {});
  /** Status used if a request omits `status`. */
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
  /** US mobile number in E.164 format. */
  sms_number?: string | null | undefined;
  sms_consent: boolean;
  /** Consent under European Union law. */
  eu_consent: 'granted' | 'denied' | 'unknown' | (string & {});
  /** Olson time zone. Default `Etc/UTC`. */
  time_zone: string;
  /** Offset from UTC, in minutes. */
  utc_offset: number;
  /** Present if the page script has seen the subscriber. */
  visitor_uuid?: string | null | undefined;
  /** Values by identifier, always strings. */
  custom_fields: Record<string, string>;
  tags: string[];
  ip_address?: string | null | undefined;
  user_agent?: string | null | undefined;
  original_referrer?: string | null | undefined;
  landing_url?: string | null | undefined;
  /** Whether the subscriber is marked as a lead. */
  prospect: boolean;
  lead_score?: number | null | undefined;
  /** In cents. */
  lifetime_value: number;
  /** ISO 8601. */
  created_at: string;
  href: string;
  /** Your own identifier of the subscriber. */
  user_id?: string | null | undefined;
  base_lead_score: number;
  links: {
    account: string;
  };
}

interface SubscriberInputMembers {
  /** An email address, `ann@example.com`. */
  email?: string | undefined;
  /** The subscriber's id. */
  id?: string | undefined;
  visitor_uuid?: string | undefined;
  /** New email address. If no subscriber has `email`, one is created with this address. */
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
  /** US mobile number in E.164 format: `+12065550100`. */
  sms_number?: string | undefined;
  /** Default false. */
  sms_consent?: boolean | undefined;
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
  /** In cents. */
  lifetime_value?: number | undefined;
  ip_address?: string | undefined;
  remove_tags?: string[] | undefined;
  /** Default 30. */
  base_lead_score?: number | undefined;
  status?: 'active' | 'unsubscribed' | undefined;
  /** Status used if `status` is omitted. */
  initial_status?: 'active' | 'unsubscribed' | undefined;
}

/** Arguments for creating or updating a subscriber. At least one of `email`, `id` and `visitor_uuid` is required. */
export type SubscriberInput = SubscriberInputMembers & (
  | {  visitor_uuid: string }
  | { /** The subscriber's id. */ id: string }
  | { /** An email address, `ann@example.com`. */ email: string }
);

/** Filters of the subscriber list. */
export interface SubscriberQuery {
  /** Default `active`. */
  status?: 'all' | 'active' | 'unsubscribed' | 'active_or_unsubscribed' | 'undeliverable' | 'removed' | undefined;
  /** Comma-separated tags; matches subscribers with at least one of them. */
  tags?: string | undefined;
  /** ISO 8601. Matches subscribers created before this time. */
  subscribed_before?: string | Date | undefined;
  /** ISO 8601. Matches subscribers created after this time. */
  subscribed_after?: string | Date | undefined;
  /** The number of the page, from 1. */
  page?: number | undefined;
  per_page?: number | undefined;
}

/** The campaign to remove the subscriber from. Default: all campaigns. */
export interface RemoveQuery {
  campaign_id?: string | undefined;
}
