import { field } from '@trickle/sdk/contract';
import { type Findings, show } from './findings.ts';

/**
 * Removes an invalid `occurred_at` from an order activity with action `placed`, which then counts as placed now, with a
 * warning. For other actions an invalid time is rejected.
 */
// Unspecified: U-69
export function withoutInvalidPlacedTime(activity: unknown, findings: Findings): unknown {
  if (typeof activity !== 'object' || activity === null) return activity;
  if (!('action' in activity && 'occurred_at' in activity) || activity.action !== 'placed') return activity;
  const { occurred_at, ...rest } = activity;
  // Null is absent, which is no mistake.
  if (occurred_at === undefined || occurred_at === null) return rest;
  if (field.isoTime().safeParse(occurred_at).success) return activity;
  findings.enter('occurred_at');
  findings.warn(`is read as absent: ${show(occurred_at)}`);
  findings.leave();
  return rest;
}
