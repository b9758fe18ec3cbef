import type { Item, ResponseOf } from '../../api/responses.ts';

/** An email in the list. */
export type Email = Item<'GET /_admin/outbox', 'outbox'>;

/** An email with its links and its delivery. */
export type FullEmail = ResponseOf<'GET /_admin/outbox/{email_id}'>;

/** What became of an email that was sent to a subscriber. */
export type Delivery = NonNullable<FullEmail['delivery']>;

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
