import type { CampaignSubscriberQuery, PageMeta } from '@trickle/sdk/contract';
import { pageMeta, sliceOf } from '../../shared/values/paging.ts';
import { listSubscriberRows, type SubscriberRow } from '../../store/tables/subscribers.ts';
import type { Context } from '../context/context.ts';
import { requireRecord } from '../records/find-record.ts';

/** One page of a campaign's subscribers, sorted by their own attributes, not those of the subscription. */
// Unspecified: U-50
export async function listCampaignSubscribers(
  context: Context,
  campaignId: string,
  { status = 'active', sort = 'created_at', direction = 'desc', ...page }: CampaignSubscriberQuery,
): Promise<{ rows: SubscriberRow[]; meta: PageMeta }> {
  const { id } = await requireRecord(context, 'campaigns', campaignId);
  const slice = sliceOf(page);
  const filter = { statuses: [], tags: [], campaign: { id, status } };
  const order = { sort, direction };
  const { rows, total } = await listSubscriberRows(context.tx, context.accountId, filter, {
    ...slice,
    order,
  });
  return { rows, meta: { ...pageMeta(slice, rows.length, total), sort, direction, status } };
}
