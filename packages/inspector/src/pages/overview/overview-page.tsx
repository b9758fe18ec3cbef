import { accountId, accounts } from '../../api/accounts.ts';
import type { ResponseOf } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import { Website } from '../../app/website.tsx';
import { StatusBadge } from '../../design/badge/badge.tsx';
import { BarChart, Meter, type Series } from '../../design/chart/chart.tsx';
import { Code } from '../../design/code/code.tsx';
import { Select } from '../../design/field/field.tsx';
import { IdLink } from '../../design/link/link.tsx';
import { DetailList, Loaded, Note, Page, Section } from '../../design/page/page.tsx';
import { Time } from '../../design/time/time.tsx';
import { counted, labelOf, numberText } from '../../design/words.ts';
import { query, setQuery, urlOf } from '../../location/location.ts';
import { serverUrl } from '../../location/server-url.ts';
import { NOUNS } from '../../nouns.ts';
import { WebhookState } from '../../records/webhook-state.tsx';

const HOURS = [
  ['24', 'Last 24 hours'],
  ['72', 'Last 3 days'],
  ['168', 'Last 7 days'],
] as const;

const TOPICS = ['requests', 'events', 'emails', 'webhook_deliveries', 'jobs', 'records', 'clock'] as const;

export const OverviewPage = () => {
  const hours = query.value.get('hours') ?? '24';
  const overview = useResource('GET /_admin/overview', { hours: Number(hours) }, TOPICS);
  return (
    <Page
      title="Overview"
      lead="What happens in this account, by the server's clock."
      actions={
        <Select
          label="Period"
          isLabelHidden
          value={hours}
          options={HOURS}
          onInput={(value) => setQuery({ hours: value })}
        />
      }
    >
      <Loaded of={overview}>
        {(data) => (
          <>
            <div class="columns">
              <Needs overview={data} />
              <LiveFeed />
            </div>
            <Totals overview={data} />
            <Charts overview={data} />
            <Health overview={data} />
          </>
        )}
      </Loaded>
    </Page>
  );
};

const Needs = ({ overview: { failing_webhooks: webhooks, refusals, jobs } }: OverviewProps) => {
  if (webhooks.length + refusals.length + jobs.failed === 0) {
    return <p class="quiet">Nothing needs you: webhooks, requests and jobs work.</p>;
  }
  return (
    <Section title="What needs you" isCard>
      <ul class="stack overview-list">
        {webhooks.map((webhook) => (
          <li key={webhook.id} class="row">
            <div class="wrap">
              <IdLink type="webhook" id={webhook.id} text={`The webhook ${webhook.url} fails`} />
              <p class="small quiet">{counted(webhook.failures, 'failed deliveries')}</p>
            </div>
            <span>
              <WebhookState of={webhook} />
            </span>
          </li>
        ))}
        {refusals.map(({ status, operation, problem, count, request_id: id }) => (
          <li key={id} class="row">
            <div class="wrap">
              <IdLink type="request" id={id} text={problem} />
              <p class="small quiet">
                {counted(count, 'requests')} {operation && `to ${operation}`}
              </p>
            </div>
            <StatusBadge status={status} />
          </li>
        ))}
        {jobs.failed > 0 && (
          <li>
            <a href={urlOf('/jobs', { tab: 'failed' })}>{counted(jobs.failed, 'failed jobs')}</a>
          </li>
        )}
      </ul>
    </Section>
  );
};

const LiveFeed = () => {
  const newest = { order: 'newest', fields: 'summary', limit: 8 } as const;
  const requests = useResource('GET /_admin/requests', newest, ['requests']);
  if (requests.data?.requests.length === 0) return <FirstSteps />;
  return (
    <Section title="Now" actions={<a href={urlOf('/requests')}>All requests</a>} isCard>
      <Loaded of={requests}>
        {(data) => (
          <ul class="stack overview-list">
            {data.requests.map(({ id, method, path, status, at }) => (
              <li key={id} class="row">
                <span class="wrap">
                  <IdLink type="request" id={id} text={`${method} ${path}`} />
                </span>
                <span class="row quiet">
                  <StatusBadge status={status} /> <Time at={at} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
};

const FirstSteps = () => {
  const id = accountId.value;
  const token = accounts.value?.find((account) => account.id === id)?.tokens[0] ?? 'YOUR_API_TOKEN';
  const url = serverUrl('');
  return (
    <Section title="No request has arrived yet" isCard>
      <p class="quiet">
        Send a request, or open the <Website /> of the account. It appears here at once.
      </p>
      <Code
        label="Shell"
        text={`curl ${url}/v2/${id}/subscribers -u ${token}: \\
  -H 'content-type: application/json' \\
  -d '{"subscribers":[{"email":"ann@example.com"}]}'`}
      />
      <Code
        label="TypeScript"
        text={`import { createClient } from '@trickle/sdk';

const client = createClient({ accountId: '${id}', apiKey: '${token}', baseUrl: '${url}' });
await client.subscribers.upsert({ email: 'ann@example.com' });`}
      />
    </Section>
  );
};

const COUNTED = [
  'subscriber',
  'campaign',
  'broadcast',
  'workflow',
  'form',
  'email',
  'order',
  'webhook',
] as const;

const Totals = ({ overview: { counts } }: OverviewProps) => (
  <ul class="card totals">
    {COUNTED.map((noun) => (
      <li key={noun}>
        <a href={urlOf(NOUNS[noun].path)}>
          <span class="quiet">{labelOf(noun)}s</span>
          <span class="figure number">{numberText(counts[`${noun}s`] ?? 0)}</span>
          {noun === 'subscriber' && (
            <span class="small quiet number">{numberText(counts.active_subscribers ?? 0)} active</span>
          )}
        </a>
      </li>
    ))}
  </ul>
);

type Overview = ResponseOf<'GET /_admin/overview'>;

interface OverviewProps {
  readonly overview: Overview;
}

const hour = new Intl.DateTimeFormat('en', {
  ...{ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
  ...{ hourCycle: 'h23', timeZone: 'UTC' },
});

const Charts = ({ overview: { buckets } }: OverviewProps) => {
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

function chartsOf(buckets: Overview['buckets']): readonly (readonly [string, readonly Series[]])[] {
  const all = (name: Count) => buckets.map((bucket) => bucket[name]);
  const without = (whole: Count, part: Count) => buckets.map((bucket) => bucket[whole] - bucket[part]);
  const [good, failed] = [without('requests', 'failed_requests'), all('failed_requests')];
  const delivered = without('webhook_deliveries', 'failed_webhook_deliveries');
  const undelivered = all('failed_webhook_deliveries');
  return [
    [
      'Requests',
      [
        { name: 'successful', color: 1, values: good, href: urlOf('/requests', { outcome: 'good' }) },
        { name: 'failed', color: 4, values: failed, href: urlOf('/requests', { outcome: 'failed' }) },
      ],
    ],
    ['Events', [{ name: 'events', color: 2, values: all('events') }]],
    ['Emails', [{ name: 'sent', color: 3, values: all('emails'), href: urlOf('/outbox') }]],
    [
      'Webhook deliveries',
      [
        { name: 'delivered', color: 2, values: delivered, href: urlOf('/webhooks', { state: 'delivered' }) },
        { name: 'not delivered', color: 4, values: undelivered, href: urlOf('/webhooks') },
      ],
    ],
  ];
}

const Health = ({ overview: { limits, jobs, notices } }: OverviewProps) => (
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
      {notices.map(({ id, message, created_at: at }) => (
        <Note key={id} tone="warn">
          <span class="wrap">
            {message} <Time at={at} />
          </span>
        </Note>
      ))}
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
