import { accountId } from '../../api/accounts.ts';
import { callApi } from '../../api/request.ts';
import { StateBadge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { Json } from '../../design/code/code.tsx';
import { type Detail, DetailList } from '../../design/detail-list/detail-list.tsx';
import { Dialog } from '../../design/dialog/dialog.tsx';
import { CauseLink } from '../../design/id-link/id-link.tsx';
import { Note } from '../../design/note/note.tsx';
import { Time } from '../../design/time/time.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { JobSubject } from '../../records/job-subject.tsx';
import type { Job } from './job.ts';

interface JobDialogProps {
  readonly job: Job;
  readonly onClose: () => void;
}

/** One job with its payload, and a button that runs it. */
export const JobDialog = ({ job, onClose }: JobDialogProps) => {
  const run = () => {
    onClose();
    void attempt(
      'Job ran',
      () => callApi('POST /_admin/jobs/{job_id}/run', { job_id: job.id, account_id: accountId.value }),
      'all',
    );
  };
  return (
    <Dialog
      title={job.kind.replaceAll('_', ' ')}
      onClose={onClose}
      size="wide"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {job.state !== 'running' && (
            <Button look="primary" icon="play" onClick={run}>
              {job.state === 'failed' ? 'Run again' : 'Run now'}
            </Button>
          )}
        </>
      }
    >
      {job.failure && <Note tone="bad">{job.failure}</Note>}
      <DetailList details={detailsOf(job)} />
      <Json label="Payload" value={job.payload} />
    </Dialog>
  );
};

const detailsOf = (job: Job): readonly Detail[] => [
  ['State', <StateBadge key="state" state={job.state} />],
  ['Runs', <Time key="run" at={job.run_at} format="both" />],
  ['About', <JobSubject key="about" job={job} />],
  ['Queue', job.queue || 'database'],
  ['Cause', <CauseLink key="cause" cause={job.cause} />],
  [
    'Id',
    <span key="id" class="mono">
      {job.id}
    </span>,
  ],
];
