import type { PageMeta, SubscriberQuery } from '@trickle/sdk/contract';
import { pageMeta, sliceOf } from '../../shared/values/paging.ts';
import { isoTime, parseTime } from '../../shared/values/time.ts';
import {
  listSubscriberRows,
  type SubscriberRow,
  type SubscriberStatus,
} from '../../store/tables/subscribers.ts';
import type { Context } from '../context/context.ts';

const statusesOf: Readonly<Record<NonNullable<SubscriberQuery['status']>, readonly SubscriberStatus[]>> = {
  all: [],
  active: ['active'],
  unsubscribed: ['unsubscribed'],
  active_or_unsubscribed: ['active', 'unsubscribed'],
  undeliverable: ['undeliverable'],
  removed: [],
};

/** One page of the subscribers that match the filters. Default status: active. */
export async function listSubscribers(
  { tx, accountId }: Context,
  query: SubscriberQuery,
): Promise<{ subscribers: SubscriberRow[]; meta: PageMeta }> {
  const slice = sliceOf(query);
  const time = (text: string | undefined) => (text === undefined ? undefined : isoTime(parseTime(text)));
  const filter = {
    statuses: statusesOf[query.status ?? 'active'],
    isRemoved: query.status === 'removed', // Unspecified: U-54
    tags: (query.tags ?? '').split(',').flatMap((tag) => tag.trim() || []),
    createdBefore: time(query.subscribed_before),
    createdAfter: time(query.subscribed_after),
  };
  const { rows, total } = await listSubscriberRows(tx, accountId, filter, slice);
  return { subscribers: rows, meta: pageMeta(slice, rows.length, total) };
}
