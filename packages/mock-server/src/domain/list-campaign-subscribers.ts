import type { CampaignSubscriberQuery, PageMeta } from '@trickle/sdk/contract';
import { listSubscribers, type SubscriberRow } from '../store/subscribers.ts';
import type { Context } from './context.ts';
import { requireRecord } from './find-record.ts';
import { pageMeta, sliceOf } from './paging.ts';

/** One page of the people on a campaign, in the order of what is shown of them: their own ids and times. */
// Unspecified: U-50
export async function listCampaignSubscribers(
  context: Context,
  campaignId: string,
  { status = 'active', sort = 'created_at', direction = 'desc', ...page }: CampaignSubscriberQuery,
): Promise<{ people: SubscriberRow[]; meta: PageMeta }> {
  const { id } = await requireRecord(context, 'campaigns', campaignId);
  const slice = sliceOf(page);
  const filter = { statuses: [], tags: [], campaign: { id, status } };
  const order = { sort, direction };
  const { rows, total } = await listSubscribers(context.tx, context.accountId, filter, slice, order);
  return { people: rows, meta: { ...pageMeta(slice, rows.length, total), sort, direction, status } };
}
