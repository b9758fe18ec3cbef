import type { Resource } from '../../api/resource.ts';
import type { ResponseOf } from '../../api/responses.ts';
import { Section } from '../../design/page/page.tsx';
import { Loaded } from '../../design/states/states.tsx';
import { wideOnly } from '../../design/table/columns.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { Time } from '../../design/time/time.tsx';
import { urlOf } from '../../location/location.ts';
import { JobSubject } from '../../records/job-subject.tsx';

interface NextJobsProps {
  readonly jobs: Resource<ResponseOf<'GET /_admin/jobs'>>;
}

/** The jobs that run next. */
export const NextJobs = ({ jobs }: NextJobsProps) => (
  <Section title="What runs next" actions={<a href={urlOf('/jobs')}>All jobs</a>}>
    <Loaded of={jobs}>
      {(data) =>
        data.jobs.length === 0 ? (
          <p class="quiet">Nothing waits. Subscribe someone to a campaign, or start a workflow.</p>
        ) : (
          <Table label="Waiting jobs" columns={COLUMNS} rows={data.jobs} keyOf={({ id }) => id} />
        )
      }
    </Loaded>
  </Section>
);

const COLUMNS: readonly Column<ResponseOf<'GET /_admin/jobs'>['jobs'][number]>[] = [
  { header: 'Due', width: '7rem', cell: ({ run_at }) => <Time at={run_at} /> },
  { header: 'Job', width: '9.5rem', cell: ({ kind }) => kind.replaceAll('_', ' ') },
  wideOnly({
    header: 'Time',
    width: '13rem',
    look: 'quiet',
    cell: ({ run_at }) => <Time at={run_at} format="absolute" />,
  }),
  wideOnly({ header: 'About', cell: (job) => <JobSubject job={job} /> }),
];
