import type { SubscriberRow } from '../../store/subscribers.ts';
import type { Context } from '../../world/context.ts';
import { emit } from '../events/emit.ts';
import { accountFeatures } from '../lookup/account-features.ts';

/** Brings a person's lead score up to date: base plus earned points while the account scores them. */
// Unspecified: U-31
export async function score(context: Context, { data }: SubscriberRow): Promise<void> {
  const { scoring } = await accountFeatures(context);
  if (scoring && data.prospect) data.lead_score = data.base_lead_score + (data.lead_points ?? 0);
  else delete data.lead_score;
}

/** Adds the points that the account gives for an action; tells how many these are. */
export async function earnPoints(context: Context, { data }: SubscriberRow, action: string): Promise<number> {
  const { points: byAction = {} } = (await accountFeatures(context)).scoring ?? {};
  const points = Object.hasOwn(byAction, action) ? (byAction[action] ?? 0) : 0; // not `constructor`'s
  if (points !== 0) data.lead_points = (data.lead_points ?? 0) + points;
  return points;
}

/** Tells that someone became a lead, when this change took their score over the account's threshold. */
export async function emitLeadship(
  context: Context,
  before: number | undefined,
  { id, data: { lead_score } }: SubscriberRow,
): Promise<void> {
  if (lead_score === undefined || lead_score === before) return;
  const { scoring } = await accountFeatures(context);
  if (!scoring || lead_score < scoring.threshold) return;
  if (before !== undefined && before >= scoring.threshold) return;
  await emit(context, id, 'subscriber.became_lead', { lead_score });
}
