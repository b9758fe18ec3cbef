import { field } from '@trickle/sdk/contract';

/**
 * Removes an invalid `occurred_at` from an order activity with action `placed`, which then counts as placed now. For
 * other actions an invalid time is rejected.
 */
// Unspecified: U-69
export function withoutInvalidPlacedTime(activity: unknown): unknown {
  if (typeof activity !== 'object' || activity === null) return activity;
  if (!('action' in activity && 'occurred_at' in activity) || activity.action !== 'placed') return activity;
  const { occurred_at, ...rest } = activity;
  return field.isoTime().safeParse(occurred_at).success ? activity : rest;
}
