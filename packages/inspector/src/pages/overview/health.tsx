import { Meter } from '../../design/chart/chart.tsx';
import { DetailList } from '../../design/detail-list/detail-list.tsx';
import { Section } from '../../design/page/page.tsx';
import { Time } from '../../design/time/time.tsx';
import { Timeline } from '../../design/timeline/timeline.tsx';
import { urlOf } from '../../location/location.ts';
import type { Limit, Notice, Overview } from './overview.ts';

/** Limits, the queue and notices. */
export const Health = ({ overview }: { readonly overview: Overview }) => (
  <div class="columns">
    <Section title="Hourly limits" isCard>
      <Limits limits={overview.limits} />
    </Section>
    <Section title="Jobs" actions={<a href={urlOf('/jobs')}>All jobs</a>} isCard>
      <Jobs jobs={overview.jobs} />
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
    <ul class="stack overview-list">
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
        <a key="waiting" href={urlOf('/jobs', { tab: 'waiting' })}>
          {jobs.waiting}
        </a>,
      ],
      [
        'Failed',
        <a key="failed" href={urlOf('/jobs', { tab: 'failed' })}>
          {jobs.failed}
        </a>,
      ],
      ['Next run', jobs.next_run_at ? <Time key="next" at={jobs.next_run_at} format="both" /> : 'none'],
    ]}
  />
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
