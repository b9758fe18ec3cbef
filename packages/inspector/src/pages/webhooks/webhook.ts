import type { Cause } from '../../api/cause.ts';
import type { OfSubscriber } from '../../design/id-link/id-link.tsx';

/** A webhook as `GET /_admin/webhooks` lists it. */
export interface WebhookSummary {
  readonly id: string;
  readonly url: string;
  readonly status: string;
  readonly events: readonly string[];
  readonly version: string;
  readonly delivered: number;
  readonly failed: number;
  readonly pending: number;
  readonly dropped: number;
}

/** One webhook with the state of its receiver. */
export interface Webhook {
  readonly id: string;
  readonly post_url: string;
  readonly events: readonly string[];
  readonly include_received_email: boolean;
  readonly status: string;
  /** ISO 8601; null while the receiver accepts deliveries. */
  readonly failing_since: string | null;
}

/** The answer of a receiver. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One attempt to post a delivery. */
export interface Attempt {
  /** ISO 8601. */
  readonly at: string;
  readonly request_headers: Readonly<Record<string, string>>;
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: Answer | null;
  readonly milliseconds: number | null;
}

/** A delivery as lists have it. */
export interface DeliverySummary extends OfSubscriber {
  readonly id: string;
  readonly webhook_id: string;
  readonly url: string;
  readonly event: string;
  /** `pending`, `delivered`, `given_up` or `dropped`. */
  readonly state: string;
  readonly created_at: string;
  readonly next_attempt_at: string | null;
  readonly attempts: readonly { readonly status?: number }[];
}

/** A delivery with all its attempts. */
export interface Delivery extends Omit<DeliverySummary, 'attempts'> {
  /** `event`, `replay` or `sample`. */
  readonly origin: string;
  readonly replay_of: string | null;
  /** JSON. */
  readonly body: string;
  readonly cause: Cause | null;
  readonly attempts: readonly Attempt[];
}

/** The states of deliveries that a list can be narrowed to. */
export const DELIVERY_STATES = [
  ['', 'All states'],
  ['delivered', 'Delivered'],
  ['pending', 'Pending'],
  ['given_up', 'Given up'],
  ['dropped', 'Dropped'],
] as const;
