import { BarChart } from '../../design/chart/chart.tsx';
import type { Bucket } from './overview.ts';

const hour = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});
const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** What happened in each hour. */
export const Charts = ({ buckets }: { readonly buckets: readonly Bucket[] }) => {
  const labels = buckets.map(({ start }) => {
    const at = Date.parse(start);
    return `${day.format(at)}, ${hour.format(at)}`;
  });
  const values = (name: Exclude<keyof Bucket, 'start'>) => buckets.map((bucket) => bucket[name]);
  const difference = (all: Exclude<keyof Bucket, 'start'>, part: Exclude<keyof Bucket, 'start'>) =>
    buckets.map((bucket) => bucket[all] - bucket[part]);
  return (
    <div class="overview-charts">
      <BarChart
        title="Requests"
        labels={labels}
        series={[
          { name: 'successful', color: 1, values: difference('requests', 'failed_requests') },
          { name: 'failed', color: 4, values: values('failed_requests') },
        ]}
      />
      <BarChart
        title="Events"
        labels={labels}
        series={[{ name: 'events', color: 2, values: values('events') }]}
      />
      <BarChart
        title="Emails"
        labels={labels}
        series={[{ name: 'sent', color: 3, values: values('emails') }]}
      />
      <BarChart
        title="Webhook deliveries"
        labels={labels}
        series={[
          {
            name: 'delivered',
            color: 2,
            values: difference('webhook_deliveries', 'failed_webhook_deliveries'),
          },
          { name: 'failed', color: 4, values: values('failed_webhook_deliveries') },
        ]}
      />
    </div>
  );
};
