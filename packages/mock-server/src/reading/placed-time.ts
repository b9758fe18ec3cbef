import { field } from '@trickle/sdk/contract';

/**
 * An order activity without its `occurred_at` where that is invalid and the action is `placed`: such an order
 * originated now. For all other actions an invalid time is refused.
 */
// Unspecified: U-69
export function withoutInvalidPlacedTime(activity: unknown): unknown {
  if (typeof activity !== 'object' || activity === null) return activity;
  if (!('action' in activity && 'occurred_at' in activity) || activity.action !== 'placed') return activity;
  const { occurred_at, ...rest } = activity;
  return field.isoTime().safeParse(occurred_at).success ? activity : rest;
}
