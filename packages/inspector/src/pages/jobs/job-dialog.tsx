import type { Item } from '../../api/responses.ts';
import { StateBadge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { Json } from '../../design/code/code.tsx';
import { DetailList } from '../../design/detail-list/detail-list.tsx';
import { Dialog } from '../../design/dialog/dialog.tsx';
import { CauseLink, Id, TraceLink } from '../../design/id-link/id-link.tsx';
import { Note } from '../../design/note/note.tsx';
import { Time } from '../../design/time/time.tsx';
import { act } from '../../design/toast/toast.tsx';
import { JobSentence } from '../../records/job-sentence.tsx';

interface JobDialogProps {
  readonly job: Item<'GET /_admin/jobs', 'jobs'>;
  readonly onClose: () => void;
}

/** One job with its payload, and a button that runs it. */
export const JobDialog = ({ job, onClose }: JobDialogProps) => {
  const run = () => {
    onClose();
    void act('Job ran', 'POST /_admin/jobs/{job_id}/run', { job_id: job.id });
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
      <DetailList
        details={[
          ['State', <StateBadge key="state" state={job.state} />],
          ['Runs', <Time key="run" at={job.run_at} format="both" />],
          ['Work', <JobSentence key="work" job={job} />],
          ['Queue', job.queue || 'database'],
          ['Cause', <CauseLink key="cause" cause={job.cause} />],
          ['Trace', <TraceLink key="trace" of={job.id} text="all that happened" />],
          ['Id', <Id key="id" id={job.id} />],
        ]}
      />
      <Json label="Payload" value={job.payload} />
    </Dialog>
  );
};
