import { parseTime } from '../../shared/values/time.ts';
import type { SeriesPosition, SubscriptionRow } from '../../store/tables/campaign-subscriptions.ts';

export function seriesPosition({
  data,
  createdAt,
}: Pick<SubscriptionRow, 'data' | 'createdAt'>): SeriesPosition {
  if (data.position) return data.position;
  const { last_sent_email_index: last, last_sent_email_at: at, starting_email_index: next } = data;
  if (last === undefined) return { next, since: parseTime(createdAt), isBegun: false };
  return { next: last + 1, since: parseTime(at ?? createdAt), isBegun: true };
}
