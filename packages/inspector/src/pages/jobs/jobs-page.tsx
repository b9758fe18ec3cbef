import { signal } from '@preact/signals';
import type { Item } from '../../api/responses.ts';
import { Button } from '../../design/button/button.tsx';
import { urlOfRecord } from '../../design/id-link/id-link.tsx';
import { declareList, List } from '../../design/list/list.tsx';
import { searchIn } from '../../design/list/term-filters.ts';
import { Page } from '../../design/page/page.tsx';
import {
  causeColumn,
  numberColumn,
  stateColumn,
  textColumn,
  timeColumn,
  wideOnly,
} from '../../design/table/columns.tsx';
import { Tabs } from '../../design/tabs/tabs.tsx';
import { act } from '../../design/toast/toast.tsx';
import { urlOf } from '../../location/location.ts';
import { JobSentence } from '../../records/job-sentence.tsx';
import { JobDialog } from './job-dialog.tsx';

/** Background jobs by their state, and the batches that requests left behind. */
export const JobsPage = () => (
  <Page
    title="Jobs and batches"
    lead="Work that outlives its request: batches, emails, webhooks, workflow steps. It runs by the account's clock."
    actions={
      <Button icon="play" onClick={() => act('Due jobs ran', 'POST /_admin/settle', {})}>
        Run due jobs
      </Button>
    }
  >
    <Tabs
      label="States"
      parameter="tab"
      tabs={[
        { id: 'waiting', title: 'Waiting', content: <List key="waiting" of={WAITING} /> },
        { id: 'running', title: 'Running', content: <List key="running" of={RUNNING} /> },
        { id: 'failed', title: 'Failed', content: <List key="failed" of={FAILED} /> },
        { id: 'batches', title: 'Batches', content: <List of={BATCHES} /> },
      ]}
    />
    {opened.value && <JobDialog job={opened.value} onClose={() => open(undefined)} />}
  </Page>
);

type Job = Item<'GET /_admin/jobs', 'jobs'>;

/** The job in the dialog. */
const opened = signal<Job | undefined>(undefined);

const open = (job: Job | undefined): void => {
  opened.value = job;
};

const WAITING = declareList('GET /_admin/jobs', 'jobs', {
  noun: 'jobs',
  topics: ['jobs', 'clock'],
  input: { state: 'waiting', order: 'oldest' },
  filters: [
    searchIn<Job>('Search jobs', (job) => job),
    {
      name: 'kind',
      label: 'Kind',
      all: 'All kinds',
      options: (rows) => rows.map(({ kind }) => kind),
      matches: ({ kind }, chosen) => kind === chosen,
    },
  ],
  columns: [
    { header: 'Job', cell: (job) => <JobSentence job={job} /> },
    causeColumn('7rem'),
    timeColumn('Runs', ({ run_at: at }) => at, '7.5rem'),
    {
      header: '',
      width: '3.5rem',
      cell: (job) => (
        <Button look="bare" label={`Open the job ${job.id}`} icon="chevron" onClick={() => open(job)} />
      ),
    },
  ],
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

const [sentence, cause, runs, button] = WAITING.columns;

const FAILED: typeof WAITING = {
  ...WAITING,
  input: { state: 'failed', order: 'oldest' },
  columns: [
    sentence,
    textColumn('Reason', ({ failure }: Job) => failure),
    cause,
    runs && wideOnly(runs),
    button,
  ].filter((column) => column !== undefined),
  empty: ['jobs', 'No jobs have failed'],
};

/** Batches of v2 and activities of v3, newest first. */
const BATCHES = declareList('GET /_admin/background_requests', 'requests', {
  noun: 'batches',
  topics: ['jobs', 'records'],
  columns: [
    { header: 'Operation', cell: ({ operation }) => operation },
    stateColumn('State', '6.5rem', ({ state }) => state),
    numberColumn('Records', '5.5rem', ({ records }) => records),
    wideOnly(numberColumn('Failed', '4.5rem', ({ failed }) => failed)),
    timeColumn('Started', ({ started_at: at }) => at),
  ],
  keyOf: ({ request_id: id }) => id,
  hrefOf: ({ request_id: id }) => urlOfRecord('batch', id),
  empty: [
    'layers',
    'No batches yet',
    'Requests that are answered 202 appear here with the outcome of each record.',
  ],
});
