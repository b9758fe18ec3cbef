import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import type { Context } from '../context/context.ts';
import { emit } from '../events/emit.ts';
import { accountFeatures } from '../records/account-features.ts';
import { safely } from '../records/safe-integer.ts';

/**
 * Updates a subscriber's lead score: base score plus earned points, if the account scores leads. Throws a `range_error`
 * for the attribute that changes it if the sum is not a safe integer.
 */
// Unspecified: U-31
export async function score(context: Context, { data }: SubscriberRow, attribute: string): Promise<void> {
  const { scoring } = await accountFeatures(context);
  if (scoring && data.prospect) data.lead_score = sumOf(data.base_lead_score, data.lead_points, attribute);
  else delete data.lead_score;
}

const sumOf = (value: number, more = 0, attribute: string) => safely(BigInt(value) + BigInt(more), attribute);

/** Adds the points that the account gives for an action, and returns them. */
export async function earnPoints(context: Context, { data }: SubscriberRow, action: string): Promise<number> {
  const { points: byAction = {} } = (await accountFeatures(context)).scoring ?? {};
  const points = Object.hasOwn(byAction, action) ? (byAction[action] ?? 0) : 0; // an action may be called `constructor`
  if (points !== 0) data.lead_points = sumOf(points, data.lead_points, 'action');
  return points;
}

/** Emits `became_lead` if the score has passed the account's threshold with this change. */
export async function emitLeadship(
  context: Context,
  before: number | undefined,
  { id, data: { lead_score } }: SubscriberRow,
): Promise<void> {
  if (lead_score === undefined || lead_score === before) return;
  const { scoring } = await accountFeatures(context);
  if (!scoring || lead_score <= scoring.threshold) return;
  if (before !== undefined && before > scoring.threshold) return;
  await emit(context, id, 'subscriber.became_lead', { lead_score });
}
