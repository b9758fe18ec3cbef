import { field as f, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { readBackgroundRequests, readJobs, runJob } from '../queries/jobs.ts';
import { snake } from '../wire.ts';
import { account, defaultPage } from './fields.ts';

const List = schema(() =>
  z.strictObject({
    ...account(),
    /** `running` jobs are using the network. */
    state: f.optional(f.oneOf('waiting', 'running', 'failed')),
    /** Default `oldest`: the next to run first. */
    order: f.optional(f.oneOf('oldest', 'newest')),
    ...defaultPage(),
  }),
);
const Requests = schema(() => z.strictObject({ ...account(), ...defaultPage() }));
const OneJob = schema(() => z.strictObject({ ...account(), job_id: f.name() }));

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

export const jobs = [
  operation('jobs.list', 'GET /_admin/jobs', {
    summary: 'List background jobs by the time they run',
    answers:
      '`jobs`, each with `kind`, `state`, `run_at`, `payload`, `failure`, and the `subscriber_id` and `email` of the subscriber that it is about, their `total`, and `next_cursor`.',
    input: List,
    async run(_, { account_id, ...query }, inspector) {
      const { jobs, ...more } = await readJobs(inspector, account_id, query);
      return { jobs: jobs.map((job) => ({ ...job, payload: wirePayload(job.payload) })), ...more };
    },
  }),
  operation('jobs.run', 'POST /_admin/jobs/{job_id}/run', {
    summary: 'Run a waiting job now, or a failed one again',
    answers: 'The job with its `state`, which is `done` if nothing is left of it.',
    input: OneJob,
    run: (_, { account_id, job_id: id }, inspector) => runJob(inspector, account_id, id),
  }),
  operation('requests.background', 'GET /_admin/background_requests', {
    summary: 'List batches and activities accepted for background processing, newest first',
    answers:
      '`requests`, each with `state`, `records` and how many of them `failed`, their `total`, and `next_cursor`.',
    input: Requests,
    run: (_, { account_id, ...page }, inspector) => readBackgroundRequests(inspector, account_id, page),
  }),
];
