import { accountId } from '../../api/accounts.ts';
import type { Cause } from '../../api/cause.ts';

/** A subscriber in the list. */
export interface ListedSubscriber {
  readonly id: string;
  readonly email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly status: string;
  readonly tags: readonly string[];
  readonly created_at: string;
  readonly lead_score: number | null;
  /** Cents. */
  readonly lifetime_value: number;
  readonly user_id: string | null;
}

/** A subscriber as the REST API shows it. */
export interface Subscriber {
  readonly id: string;
  readonly email: string;
  readonly delivery_status: string;
  readonly tags: readonly string[];
  readonly custom_fields: Readonly<Record<string, string>>;
  readonly first_name?: string | null;
  readonly last_name?: string | null;
  readonly created_at: string;
  readonly lead_score?: number | null;
  readonly lifetime_value: number;
  readonly [attribute: string]: unknown;
}

/** A subscription to a campaign. */
export interface Subscription {
  readonly id: string;
  readonly campaign_id: string;
  readonly campaign_name: string | null;
  readonly status: string;
  readonly is_complete: boolean;
  readonly next_email_number: number | null;
  readonly next_send_at: string | null;
  readonly last_sent_email_at: string | null;
  readonly created_at: string;
}

/** A membership in a workflow. */
export interface Membership {
  readonly workflow_id: string;
  readonly workflow_name: string | null;
  readonly created_at: string;
  readonly step_id: string;
  readonly waits_for: 'delay' | 'goal' | 'activation' | null;
}

/** A browser that the subscriber used. */
export interface Visitor {
  readonly uuid: string;
  readonly created_at: string;
  readonly data: unknown;
}

/** A change of the lead score or of the lifetime value (in cents). */
export interface ValueChange {
  readonly at: string;
  readonly change: number;
  readonly total: number | null;
  readonly reason: string;
  readonly cause: Cause | null;
  readonly order_id?: string | null;
}

/** The response of `GET /_admin/subscribers/{subscriber_id}`. */
export interface SubscriberDetail {
  readonly subscriber: Subscriber;
  readonly subscriptions: readonly Subscription[];
  readonly memberships: readonly Membership[];
  readonly visitors: readonly Visitor[];
  readonly lead_score_changes: readonly ValueChange[];
  readonly lifetime_value_changes: readonly ValueChange[];
}

/** The query parameters of every operation of the chosen account. */
export const ofAccount = () => ({ account_id: accountId.value });

interface Names {
  readonly first_name?: unknown;
  readonly last_name?: unknown;
}

/** The first and last name, if the subscriber has any. */
export const nameOf = ({ first_name, last_name }: Names): string =>
  [first_name, last_name].filter((part) => typeof part === 'string' && part !== '').join(' ');

/** The tags in a string, which are separated by commas. */
export const tagsIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];
