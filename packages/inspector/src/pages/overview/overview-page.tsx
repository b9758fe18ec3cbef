import { accountId } from '../../api/accounts.ts';
import { useResource } from '../../api/resource.ts';
import { Select } from '../../design/field/field.tsx';
import { Page } from '../../design/page/page.tsx';
import { Loaded } from '../../design/states/states.tsx';
import { query, setQuery } from '../../location/location.ts';
import { Charts } from './charts.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Health } from './health.tsx';
import { LiveFeed } from './live-feed.tsx';
import { Needs } from './needs.tsx';
import type { Overview } from './overview.ts';
import { Totals } from './totals.tsx';

const HOURS = [
  ['24', 'Last 24 hours'],
  ['72', 'Last 3 days'],
  ['168', 'Last 7 days'],
] as const;

/** What happens in the account: its last hours, limits, queue and failures. */
export const OverviewPage = () => {
  const hours = query.value.get('hours') ?? '24';
  const overview = useResource(
    'GET /_admin/overview',
    { account_id: accountId.value, hours: Number(hours) },
    ['requests', 'events', 'emails', 'webhook_deliveries', 'jobs', 'records', 'clock'],
  );
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
            {isUnused(data) && <FirstSteps />}
            <div class="columns">
              <Needs overview={data} />
              <LiveFeed />
            </div>
            <Totals counts={data.counts} />
            <Charts buckets={data.buckets} />
            <Health overview={data} />
          </>
        )}
      </Loaded>
    </Page>
  );
};

const isUnused = ({ buckets, counts }: Overview): boolean =>
  counts.subscribers === 0 && buckets.every(({ requests }) => requests === 0);
