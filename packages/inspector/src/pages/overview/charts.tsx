import { BarChart, type Series } from '../../design/chart/chart.tsx';
import { urlOf } from '../../location/location.ts';
import type { Bucket } from './overview.ts';

const hour = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});
const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

type Count = Exclude<keyof Bucket, 'start'>;

/** What happened in each hour. */
export const Charts = ({ buckets }: { readonly buckets: readonly Bucket[] }) => {
  const labels = buckets.map(({ start }) => {
    const at = Date.parse(start);
    return `${day.format(at)}, ${hour.format(at)}`;
  });
  return (
    <div class="overview-charts">
      {chartsOf(buckets).map(({ title, series }) => (
        <BarChart key={title} title={title} labels={labels} series={series} />
      ))}
    </div>
  );
};

/** The charts. A click on a part of one lists what it counts. */
function chartsOf(buckets: readonly Bucket[]): readonly { title: string; series: readonly Series[] }[] {
  const values = (name: Count) => buckets.map((bucket) => bucket[name]);
  const difference = (all: Count, part: Count) => buckets.map((bucket) => bucket[all] - bucket[part]);
  const good = { name: 'successful', color: 1, href: urlOf('/requests', { outcome: 'good' }) } as const;
  const failed = { name: 'failed', color: 4, href: urlOf('/requests', { outcome: 'failed' }) } as const;
  const delivered = {
    name: 'delivered',
    color: 2,
    href: urlOf('/webhooks', { state: 'delivered' }),
  } as const;
  const undelivered = { name: 'not delivered', color: 4, href: urlOf('/webhooks') } as const;
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
      series: [{ name: 'sent', color: 3, values: values('emails'), href: urlOf('/outbox') }],
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
