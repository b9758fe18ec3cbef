import { Button } from '../../design/button/button.tsx';
import { Json } from '../../design/code/code.tsx';
import { CauseLink, IdLink, TraceLink } from '../../design/link/link.tsx';
import { column, declareList, List } from '../../design/list/list.tsx';
import { DetailList, Note } from '../../design/page/page.tsx';
import { Tabs } from '../../design/tabs/tabs.tsx';
import { Time } from '../../design/time/time.tsx';
import { act } from '../../design/toast/toast.tsx';
import { navigate, urlOf } from '../../location/location.ts';
import { JobSentence } from '../../records/job-sentence.tsx';
import { declarePage, recordInList } from '../../records/noun-page.tsx';

const WAITING = declareList('job', ['GET /_admin/jobs', 'jobs'], {
  topics: ['jobs', 'clock'],
  input: { state: 'waiting', order: 'oldest' },
  filters: [
    { name: 'search', label: 'Search subject, name, subscriber or payload' },
    { name: 'kind', label: 'Kind', all: 'All kinds', options: (rows) => rows.map(({ kind }) => kind) },
  ],
  columns: [
    { header: 'Job', cell: (job) => <JobSentence job={job} /> },
    column.cause('7rem'),
    column.time('Runs', ({ run_at: at }) => at, '7.5rem'),
    {
      header: '',
      width: '4.5rem',
      cell: ({ id }) => <IdLink type="job" id={id} text="Open" />,
    },
  ],
  hrefOf: () => undefined, // its sentence has links
  empty: [
    'jobs',
    'No jobs are waiting',
    () => (
      <p>
        Batches, emails, webhooks and workflow steps wait here. Freeze the <a href={urlOf('/clock')}>clock</a>{' '}
        to keep them waiting.
      </p>
    ),
  ],
});

const RUNNING: typeof WAITING = {
  ...WAITING,
  input: { state: 'running', order: 'oldest' },
  empty: ['jobs', 'No jobs are running'],
};

const FAILED: typeof WAITING = {
  ...WAITING,
  input: { state: 'failed', order: 'oldest' },
  columns: WAITING.columns
    .toSpliced(
      1,
      0,
      column.text('Reason', ({ failure }) => failure),
    )
    .map((one) => (one.timeOf ? column.wide(one) : one)),
  empty: ['jobs', 'No jobs have failed'],
};

const BATCHES = declareList('batch', ['GET /_admin/background_requests', 'requests'], {
  noun: 'batches',
  topics: ['jobs', 'records'],
  columns: [
    { header: 'Operation', cell: ({ operation }) => operation },
    column.state('State', '6.5rem', ({ state }) => state),
    column.wide(column.number('Records', '5.5rem', ({ records }) => records)),
    column.wide(column.number('Failed', '4.5rem', ({ failed }) => failed)),
    column.time('Started', ({ started_at: at }) => at),
  ],
  keyOf: ({ request_id: id }) => id,
  empty: [
    'layers',
    'No batches yet',
    'Requests that are answered 202 appear here with the outcome of each record.',
  ],
});

export const JobsPage = declarePage('job', {
  lead: "Work that outlives its request: batches, emails, webhooks, workflow steps. It runs by the account's clock.",
  list: WAITING,
  actions: () => (
    <Button icon="play" onClick={() => act('Due jobs ran', 'POST /_admin/settle', {})}>
      Run due jobs
    </Button>
  ),
  content: (waiting) => (
    <Tabs
      label="States"
      parameter="tab"
      tabs={[
        { id: 'waiting', title: 'Waiting', content: waiting },
        { id: 'running', title: 'Running', content: <List key="running" of={RUNNING} /> },
        { id: 'failed', title: 'Failed', content: <List key="failed" of={FAILED} /> },
        { id: 'batches', title: 'Batches', content: <List of={BATCHES} /> },
      ]}
    />
  ),
  record: recordInList(
    { ...WAITING, input: {} },
    {
      head: ({ kind, state }) => ({ title: kind.replaceAll('_', ' '), state }),
      actions: ({ id, state }) =>
        state !== 'running' && (
          <Button look="primary" icon="play" onClick={() => run(id)}>
            {state === 'failed' ? 'Run again' : 'Run now'}
          </Button>
        ),
      content: (job) => (
        <>
          {job.failure && <Note tone="bad">{job.failure}</Note>}
          <DetailList
            details={[
              ['Runs', <Time key="run" at={job.run_at} format="both" />],
              ['Work', <JobSentence key="work" job={job} />],
              ['Queue', job.queue || 'database'],
              ['Cause', <CauseLink key="cause" cause={job.cause} />],
              ['Trace', <TraceLink key="trace" of={job.id} text="all that happened" />],
            ]}
          />
          <Json label="Payload" value={job.payload} />
        </>
      ),
    },
  ),
});

async function run(id: string): Promise<void> {
  const job = await act('Job ran', 'POST /_admin/jobs/{job_id}/run', { job_id: id });
  if (job?.state === 'done') navigate(urlOf('/jobs'));
}
