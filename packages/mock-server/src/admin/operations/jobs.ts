import { field as f } from '@trickle/sdk/contract';
import { defaultPage } from '../fields.ts';
import { operation } from '../operation.ts';
import { readBackgroundRequests, readJobs, runJob } from '../queries/jobs.ts';
import { snake } from '../wire.ts';

/** A payload with snake_case names. Records and the properties of events keep those of the caller. */
function wirePayload(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return payload;
  return Object.fromEntries(
    Object.entries(payload).map(([name, member]) => [
      snake(name),
      name === 'records' || name === 'event' ? member : wirePayload(member),
    ]),
  );
}

export const jobs = {
  /** Lists background jobs by the time they run. */
  list: operation({
    route: 'GET /_admin/jobs',
    answers:
      '`jobs`, each with `kind`, `state`, `run_at`, `payload`, `failure`, the `record` that it works on, the `subscriber_id` and `email` of the subscriber that it is about, and `due`, the number and the subjects of the emails of a mailing that it sends, their `total`, unless they are searched, and `next_cursor`.',
    input: () => ({
      /** `running` jobs are using the network. */
      state: f.optional(f.oneOf('waiting', 'running', 'failed')),
      /** Such as `webhook`. */
      kind: f.optional(f.name()),
      /** A part of the payload, of the record, of a subject, or of the subscriber's address; case-insensitive. */
      search: f.optional(f.name()),
      /** Default `oldest`: the next to run first. */
      order: f.optional(f.oneOf('oldest', 'newest')),
      ...defaultPage(),
    }),
    run: readJobs,
    show: ({ jobs, ...more }) => ({
      jobs: jobs.map((job) => ({ ...job, payload: wirePayload(job.payload) })),
      ...more,
    }),
  }),
  /** Runs a waiting job now, or a failed one again. */
  run: operation({
    route: 'POST /_admin/jobs/{job_id}/run',
    answers: 'The job with its `state`, which is `done` if nothing is left of it.',
    act: (scope, { accountId = scope.firstId, jobId }) => runJob(scope, accountId, jobId),
  }),
};

/** Lists batches and activities accepted for background processing, newest first. */
export const background = operation({
  route: 'GET /_admin/background_requests',
  answers:
    '`requests`, each with `state`, `records` and how many of them `failed`, their `total`, and `next_cursor`.',
  input: defaultPage,
  run: readBackgroundRequests,
});
