import type { JobKind, JobPayloads } from '../../domain/queue.ts';
import type { Finding } from '../../domain/rules.ts';
import { findJobWith } from '../../store/queries/jobs.ts';
import type { AdminContext } from '../scope.ts';

/** The job of a kind with a payload that runs next. If none waits, one that has failed. */
export const jobWith = <Kind extends JobKind>(
  { tx, accountId }: AdminContext,
  kind: Kind,
  payload: JobPayloads[Kind],
) => findJobWith(tx, accountId, kind, JSON.stringify(payload));

/** A broken rule if the job has failed; none otherwise. */
export function* failedJob(what: string, job: Awaited<ReturnType<typeof jobWith>>): Generator<Finding> {
  if (job?.failure == null) return;
  const text = `The job of ${what} has failed: ${job.failure}. Run it again.`;
  yield { rule: 'job_not_failed', result: 'broken', text, about: null };
}
