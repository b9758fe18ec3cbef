import type { Cause } from '../../api/cause.ts';

/** An email as `GET /_admin/outbox` lists it. */
export interface Email {
  readonly id: string;
  readonly delivery_id: string | null;
  readonly subscriber_id: string | null;
  /** ISO 8601. */
  readonly sent_at: string;
  /** For example `campaign`, `broadcast` or `confirmation`. */
  readonly purpose: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cause: Cause | null;
}

/** What became of an email that was sent to a subscriber. */
export interface Delivery {
  readonly id: string;
  readonly campaign_id: string | null;
  readonly broadcast_id: string | null;
  readonly workflow_id: string | null;
  readonly opened_at: string | null;
  readonly clicked_at: string | null;
  readonly unsubscribed_at: string | null;
  readonly bounced_at: string | null;
  readonly complained_at: string | null;
}

/** An email with its links and its delivery. */
export interface FullEmail extends Email {
  /** The name of the campaign, broadcast or workflow that sent it; null without one, and for a deleted one. */
  readonly mailing_name: string | null;
  readonly links: readonly { readonly url: string; readonly target: string }[];
  readonly delivery: Delivery | null;
}

/** The states of a delivery, the most important one first. */
export function statesOf(delivery: Delivery | null | undefined): readonly string[] {
  if (!delivery) return [];
  const states: readonly (readonly [string, string | null])[] = [
    ['complained', delivery.complained_at],
    ['bounced', delivery.bounced_at],
    ['unsubscribed', delivery.unsubscribed_at],
    ['clicked', delivery.clicked_at],
    ['opened', delivery.opened_at],
  ];
  return states.flatMap(([state, at]) => (at === null ? [] : [state]));
}
