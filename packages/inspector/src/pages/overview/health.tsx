import type { ResponseOf } from '../../api/responses.ts';
import { BarChart, Meter, type Series } from '../../design/chart/chart.tsx';
import { DetailList } from '../../design/facts/facts.tsx';
import { Section } from '../../design/page/page.tsx';
import { Time } from '../../design/time/time.tsx';
import { Timeline } from '../../design/timeline/timeline.tsx';
import { urlOf } from '../../location/location.ts';

type Overview = ResponseOf<'GET /_admin/overview'>;

export interface OverviewProps {
  readonly overview: Overview;
}

const hour = new Intl.DateTimeFormat('en', {
  ...{ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
  ...{ hourCycle: 'h23', timeZone: 'UTC' },
});

/** The events of each hour. */
export const Charts = ({ overview: { buckets } }: OverviewProps) => {
  const labels = buckets.map(({ start }) => hour.format(Date.parse(start)));
  return (
    <div class="columns overview-charts">
      {chartsOf(buckets).map(([title, series]) => (
        <BarChart key={title} title={title} labels={labels} series={series} />
      ))}
    </div>
  );
};

type Count = Exclude<keyof Overview['buckets'][number], 'start'>;

/** The charts. A click on a part of one lists what it counts. */
function chartsOf(buckets: Overview['buckets']): readonly (readonly [string, readonly Series[]])[] {
  const all = (name: Count) => buckets.map((bucket) => bucket[name]);
  const without = (whole: Count, part: Count) => buckets.map((bucket) => bucket[whole] - bucket[part]);
  const series = (
    name: string,
    color: Series['color'],
    values: readonly number[],
    ...[path, query]: Parameters<typeof urlOf> | []
  ) => ({ name, color, values, ...(path && { href: urlOf(path, query) }) });
  const [good, delivered] = [
    without('requests', 'failed_requests'),
    without('webhook_deliveries', 'failed_webhook_deliveries'),
  ];
  return [
    [
      'Requests',
      [
        series('successful', 1, good, '/requests', { outcome: 'good' }),
        series('failed', 4, all('failed_requests'), '/requests', { outcome: 'failed' }),
      ],
    ],
    ['Events', [series('events', 2, all('events'))]],
    ['Emails', [series('sent', 3, all('emails'), '/outbox')]],
    [
      'Webhook deliveries',
      [
        series('delivered', 2, delivered, '/webhooks', { state: 'delivered' }),
        series('not delivered', 4, all('failed_webhook_deliveries'), '/webhooks'),
      ],
    ],
  ];
}

/** Limits, the queue and notices. */
export const Health = ({ overview: { limits, jobs, notices } }: OverviewProps) => (
  <div class="columns">
    <Section title="Hourly limits" isCard>
      <Limits limits={limits} />
    </Section>
    <Section title="Jobs" actions={<a href={urlOf('/jobs')}>All jobs</a>} isCard>
      <DetailList
        details={[
          ['Waiting', jobsLink('waiting', jobs.waiting)],
          ['Failed', jobsLink('failed', jobs.failed)],
          ['Next run', jobs.next_run_at ? <Time key="next" at={jobs.next_run_at} format="both" /> : 'none'],
        ]}
      />
    </Section>
    <Section title="Notices" isCard>
      {notices.length === 0 && <p class="quiet">There are no notices for the users of this account.</p>}
      <Timeline
        entries={notices.map(({ id, message, created_at }) => ({
          ...{ key: id, at: created_at, icon: 'alert', title: message, tone: 'warn' },
        }))}
      />
    </Section>
  </div>
);

const jobsLink = (tab: string, count: number) => <a href={urlOf('/jobs', { tab })}>{count}</a>;

const BUDGETS: Readonly<Record<string, string>> = {
  individual: 'Single requests',
  batch: 'Batch requests',
  records: 'Records in batches',
};

const Limits = ({ limits }: Pick<Overview, 'limits'>) =>
  limits.length === 0 ? (
    <p class="quiet">Limits are switched off.</p>
  ) : (
    <ul class="stack overview-list">
      {limits.map(({ budget, used, limit, resets_at }) => (
        <li key={budget}>
          <Meter label={BUDGETS[budget] ?? budget} used={used} limit={limit} />
          {resets_at && (
            <p class="small quiet">
              resets <Time at={resets_at} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
