import type { PageMeta, SubscriberQuery } from '@trickle/sdk/contract';
import { listSubscribers, type SubscriberRow, type SubscriberStatus } from '../store/subscribers.ts';
import { isoTime } from '../world.ts';
import type { Context } from './context.ts';
import { pageMeta, sliceOf } from './paging.ts';
import { parseTime } from './time.ts';

const statusesOf: Readonly<Record<NonNullable<SubscriberQuery['status']>, readonly SubscriberStatus[]>> = {
  all: [],
  active: ['active'],
  unsubscribed: ['unsubscribed'],
  active_or_unsubscribed: ['active', 'unsubscribed'],
  undeliverable: ['undeliverable'],
  removed: [],
};

/** One page of the people that the filters let pass: active ones unless `status` says otherwise. */
export async function listPeople(
  { tx, accountId }: Context,
  query: SubscriberQuery,
): Promise<{ people: SubscriberRow[]; meta: PageMeta }> {
  const slice = sliceOf(query);
  const time = (text: string | undefined) => (text === undefined ? undefined : isoTime(parseTime(text)));
  const filter = {
    statuses: statusesOf[query.status ?? 'active'],
    isRemoved: query.status === 'removed', // Unspecified: U-54
    tags: (query.tags ?? '').split(',').flatMap((tag) => tag.trim() || []),
    createdBefore: time(query.subscribed_before),
    createdAfter: time(query.subscribed_after),
  };
  const { rows, total } = await listSubscribers(tx, accountId, filter, slice);
  return { people: rows, meta: pageMeta(slice, rows.length, total) };
}
