import { BarChart, type Series } from '../../design/chart/chart.tsx';
import { type QueryInput, urlOf } from '../../location/location.ts';
import type { Bucket } from './overview.ts';

const hour = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});
const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

type Count = Exclude<keyof Bucket, 'start'>;

/** Hours that are shown one by one; more are shown by days. */
const MAX_HOURS = 72;

/** What happened in each hour or day. */
export const Charts = ({ buckets: hours }: { readonly buckets: readonly Bucket[] }) => {
  const isByDay = hours.length > MAX_HOURS;
  const buckets = isByDay ? byDay(hours) : hours;
  const labels = buckets.map(({ start }) => {
    const at = Date.parse(start);
    return isByDay ? day.format(at) : `${day.format(at)}, ${hour.format(at)}`;
  });
  return (
    <div class="overview-charts">
      {chartsOf(buckets).map(({ title, series }) => (
        <BarChart key={title} title={title} labels={labels} series={series} />
      ))}
    </div>
  );
};

/** The sums of each day. The first one begins with the first hour. */
const byDay = (hours: readonly Bucket[]): readonly Bucket[] =>
  Array.from(Map.groupBy(hours, ({ start }) => start.slice(0, 10)).values(), (ofDay) => {
    const sumOf = (name: Count) => ofDay.reduce((sum, bucket) => sum + bucket[name], 0);
    return {
      start: ofDay[0]?.start ?? '',
      requests: sumOf('requests'),
      failed_requests: sumOf('failed_requests'),
      events: sumOf('events'),
      emails: sumOf('emails'),
      webhook_deliveries: sumOf('webhook_deliveries'),
      failed_webhook_deliveries: sumOf('failed_webhook_deliveries'),
    };
  });

/** The time of a bucket, or of all buckets. */
function spanOf(buckets: readonly Bucket[], index: number | undefined): QueryInput {
  const since = buckets[index ?? 0]?.start;
  return { since, until: index === undefined ? undefined : buckets[index + 1]?.start };
}

/** The charts. A click on a part of one lists what it counts. */
function chartsOf(buckets: readonly Bucket[]): readonly { title: string; series: readonly Series[] }[] {
  const values = (name: Count) => buckets.map((bucket) => bucket[name]);
  const difference = (all: Count, part: Count) => buckets.map((bucket) => bucket[all] - bucket[part]);
  const listed = (path: string, filter: QueryInput = {}) => ({
    hrefOf: (index: number | undefined) => urlOf(path, { ...filter, ...spanOf(buckets, index) }),
  });
  const good = { name: 'successful', color: 1, ...listed('/requests', { outcome: 'good' }) } as const;
  const failed = { name: 'failed', color: 4, ...listed('/requests', { outcome: 'failed' }) } as const;
  const delivered = { name: 'delivered', color: 2, ...listed('/webhooks', { state: 'delivered' }) } as const;
  const undelivered = { name: 'not delivered', color: 4, ...listed('/webhooks') } as const;
  return [
    {
      title: 'Requests',
      series: [
        { ...good, values: difference('requests', 'failed_requests') },
        { ...failed, values: values('failed_requests') },
      ],
    },
    { title: 'Events', series: [{ name: 'events', color: 2, values: values('events') }] },
    {
      title: 'Emails',
      series: [{ name: 'sent', color: 3, values: values('emails'), ...listed('/outbox') }],
    },
    {
      title: 'Webhook deliveries',
      series: [
        { ...delivered, values: difference('webhook_deliveries', 'failed_webhook_deliveries') },
        { ...undelivered, values: values('failed_webhook_deliveries') },
      ],
    },
  ];
}
