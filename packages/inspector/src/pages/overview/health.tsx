import { StateBadge } from '../../design/badge/badge.tsx';
import { Meter } from '../../design/chart/chart.tsx';
import { DetailList } from '../../design/detail-list/detail-list.tsx';
import { IdLink } from '../../design/id-link/id-link.tsx';
import { Section } from '../../design/page/page.tsx';
import { Time } from '../../design/time/time.tsx';
import { Timeline } from '../../design/timeline/timeline.tsx';
import { urlOf } from '../../location/location.ts';
import type { FailingWebhook, Limit, Notice, Overview } from './overview.ts';

/** Limits, the queue, failing webhooks and notices. */
export const Health = ({ overview }: { readonly overview: Overview }) => (
  <div class="columns">
    <Section title="Hourly limits" isCard>
      <Limits limits={overview.limits} />
    </Section>
    <Section title="Jobs" actions={<a href={urlOf('/jobs')}>All jobs</a>} isCard>
      <Jobs jobs={overview.jobs} />
    </Section>
    <Section title="Failing webhooks" isCard>
      <FailingWebhooks webhooks={overview.failing_webhooks} />
    </Section>
    <Section title="Notices" isCard>
      <Notices notices={overview.notices} />
    </Section>
  </div>
);

const BUDGETS: Readonly<Record<string, string>> = {
  individual: 'Single requests',
  batch: 'Batch requests',
  records: 'Records in batches',
};

const Limits = ({ limits }: { readonly limits: readonly Limit[] }) =>
  limits.length === 0 ? (
    <p class="quiet">Limits are switched off.</p>
  ) : (
    <ul class="overview-list">
      {limits.map(({ budget, used, limit, resets_at }) => (
        <li key={budget}>
          <Meter label={BUDGETS[budget] ?? budget} used={used} limit={limit} />
          {resets_at && (
            <p class="quiet overview-note">
              resets <Time at={resets_at} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );

const Jobs = ({ jobs }: { readonly jobs: Overview['jobs'] }) => (
  <DetailList
    details={[
      [
        'Waiting',
        <a key="waiting" href={urlOf('/jobs', { state: 'waiting' })}>
          {jobs.waiting}
        </a>,
      ],
      [
        'Failed',
        <a key="failed" href={urlOf('/jobs', { state: 'failed' })}>
          {jobs.failed}
        </a>,
      ],
      ['Next run', jobs.next_run_at ? <Time key="next" at={jobs.next_run_at} format="both" /> : 'none'],
    ]}
  />
);

const FailingWebhooks = ({ webhooks }: { readonly webhooks: readonly FailingWebhook[] }) =>
  webhooks.length === 0 ? (
    <p class="quiet">All webhooks accept their deliveries.</p>
  ) : (
    <ul class="overview-list">
      {webhooks.map(({ id, url, status, failures }) => (
        <li key={id} class="overview-row">
          <span class="wrap">
            <IdLink type="webhook" id={id} text={url} />
            <span class="quiet overview-note">
              {failures} {failures === 1 ? 'failed delivery' : 'failed deliveries'}
            </span>
          </span>
          <StateBadge state={status} />
        </li>
      ))}
    </ul>
  );

const Notices = ({ notices }: { readonly notices: readonly Notice[] }) =>
  notices.length === 0 ? (
    <p class="quiet">There are no notices for the users of this account.</p>
  ) : (
    <Timeline
      entries={notices.map(({ id, message, created_at }) => ({
        key: id,
        at: created_at,
        icon: 'alert',
        title: message,
        tone: 'warn',
      }))}
    />
  );
