import { accountId } from '../../api/accounts.ts';
import { callApi } from '../../api/request.ts';
import { Button } from '../../design/button/button.tsx';
import { Page } from '../../design/page/page.tsx';
import { Tabs } from '../../design/tabs/tabs.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { BackgroundRequests } from './background-requests.tsx';
import { Jobs } from './jobs.tsx';

/** Background jobs by their state, and the batches that requests left behind. */
export const JobsPage = () => (
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
      parameter="tab"
      tabs={[
        { id: 'waiting', title: 'Waiting', content: <Jobs key="waiting" state="waiting" /> },
        { id: 'running', title: 'Running', content: <Jobs key="running" state="running" /> },
        { id: 'failed', title: 'Failed', content: <Jobs key="failed" state="failed" /> },
        { id: 'batches', title: 'Batches', content: <BackgroundRequests /> },
      ]}
    />
  </Page>
);

const settle = () =>
  attempt('Due jobs ran', () => callApi('POST /_admin/settle', { account_id: accountId.value }), 'all');
