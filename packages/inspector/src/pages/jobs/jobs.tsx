import { useSignal } from '@preact/signals';
import { accountId } from '../../api/accounts.ts';
import { useList } from '../../api/list.ts';
import { Button } from '../../design/button/button.tsx';
import { ListView } from '../../design/list-view/list-view.tsx';
import { EmptyState } from '../../design/states/states.tsx';
import { causeColumn, wideOnly } from '../../design/table/columns.tsx';
import type { Column } from '../../design/table/table.tsx';
import { Time } from '../../design/time/time.tsx';
import { urlOf } from '../../location/location.ts';
import { JobSubject } from '../../records/job-subject.tsx';
import type { Job, JobState } from './job.ts';
import { JobDialog } from './job-dialog.tsx';

/** The jobs in a state by the time they run. */
export const Jobs = ({ state }: { readonly state: JobState }) => {
  const opened = useSignal<Job | undefined>(undefined);
  const open = (job: Job | undefined) => {
    opened.value = job;
  };
  const jobs = useList({
    route: 'GET /_admin/jobs',
    input: { account_id: accountId.value, state },
    member: 'jobs',
    topics: ['jobs', 'clock'],
    keyOf: ({ id }) => id,
  });
  return (
    <>
      <ListView
        list={jobs}
        noun="jobs"
        columns={columnsFor(state, open)}
        keyOf={({ id }) => id}
        empty={<NoJobs state={state} />}
      />
      {opened.value && <JobDialog job={opened.value} onClose={() => open(undefined)} />}
    </>
  );
};

const columnsFor = (state: string, open: (job: Job) => void): readonly Column<Job>[] => [
  { header: 'Kind', width: '9.5rem', cell: ({ kind }) => kind.replaceAll('_', ' ') },
  state === 'failed'
    ? { header: 'Reason', cell: ({ failure }) => <span title={failure ?? ''}>{failure}</span> }
    : wideOnly({ header: 'About', cell: (job) => <JobSubject job={job} /> }),
  causeColumn('7rem'),
  {
    header: 'Runs',
    width: '7.5rem',
    look: 'quiet',
    isWideOnly: state === 'failed', // the reason says more
    cell: ({ run_at }) => <Time at={run_at} />,
  },
  {
    header: '',
    width: '3.5rem',
    cell: (job) => (
      <Button look="bare" label={`Open the job ${job.id}`} icon="chevron" onClick={() => open(job)} />
    ),
  },
];

const EMPTY: Readonly<Record<string, string>> = {
  waiting: 'No jobs are waiting',
  running: 'No jobs are running',
  failed: 'No jobs have failed',
};

const NoJobs = ({ state }: { readonly state: string }) => (
  <EmptyState icon="jobs" title={EMPTY[state] ?? 'No jobs'}>
    {state === 'waiting' && (
      <p>
        Batches, emails, webhooks and workflow steps wait here. Freeze the <a href={urlOf('/clock')}>clock</a>{' '}
        to keep them waiting.
      </p>
    )}
  </EmptyState>
);
