import { field } from '@trickle/sdk/contract';
import { type Findings, show } from './findings.ts';

/**
 * An order activity without its `occurred_at` where that is invalid and the action is `placed`: such an order
 * originated now, and gets a warning. For all other actions an invalid time is refused.
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
