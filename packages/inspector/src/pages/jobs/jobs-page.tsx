import { accountId } from '../../api/accounts.ts';
import { callApi } from '../../api/request.ts';
import { Button } from '../../design/button/button.tsx';
import { Page } from '../../design/page/page.tsx';
import { type Tab, Tabs } from '../../design/tabs/tabs.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { query, setQuery } from '../../location/location.ts';
import { BackgroundRequests } from './background-requests.tsx';
import { Jobs } from './jobs.tsx';

const TABS: readonly Tab[] = [
  { id: 'waiting', title: 'Waiting' },
  { id: 'running', title: 'Running' },
  { id: 'failed', title: 'Failed' },
  { id: 'batches', title: 'Batches' },
];

/** Background jobs by their state, and the batches that requests left behind. */
export const JobsPage = () => {
  const tab = query.value.get('tab') ?? 'waiting';
  return (
    <Page
      title="Jobs and batches"
      lead="Work that outlives its request: batches, emails, webhooks, workflow steps. It runs by the account's clock."
      actions={
        <Button icon="play" onClick={settle}>
          Run due jobs
        </Button>
      }
    >
      <Tabs
        label="States"
        tabs={TABS}
        open={tab}
        onOpen={(id) => setQuery({ tab: id === 'waiting' ? '' : id, job: '' })}
      >
        {tab === 'batches' ? <BackgroundRequests /> : <Jobs key={tab} state={tab} />}
      </Tabs>
    </Page>
  );
};

const settle = () =>
  attempt('Due jobs ran', () => callApi('POST /settle', { body: { account_id: accountId.value } }), 'all');
