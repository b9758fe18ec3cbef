import { field as f } from '@trickle/sdk/contract';
import { seriesPosition } from '../../domain/campaign-subscriptions/position.ts';
import type { Context } from '../../domain/context/context.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { fromCursor, toCursor } from '../../shared/values/cursor.ts';
import { isoTime } from '../../shared/values/time.ts';
import type { PageChoice } from '../../store/engine/page.ts';
import {
  countJobs,
  listProcessedRequests,
  listRecordsJobs,
  pageOfJobs,
  type RecordsJob,
  stateOf,
} from '../../store/queries/jobs.ts';
import { countDueOfBroadcast, readDueOfCampaign } from '../../store/queries/mailings.ts';
import { type JobRow, jobs as jobRows } from '../../store/tables/jobs.ts';
import { findRecord } from '../../store/tables/records.ts';
import { defaultPage } from '../fields.ts';
import { operation } from '../operation.ts';
import { withEmails } from '../queries/emails-of-subscribers.ts';
import { withSubjects } from '../queries/job-subjects.ts';
import { choiceOf, listed, pageOfPassing } from '../queries/pages.ts';
import { inAccount } from '../scope.ts';
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

const shown = ({
  claimedBy,
  failure,
  runAt,
  seq: _,
  clockId: __,
  root: ___,
  parent: ____,
  ...job
}: JobRow) => ({
  ...job,
  state: stateOf({ claimedBy, failure }),
  runAt: new Date(runAt).toISOString(),
  failure,
});

type ShownJob = ReturnType<typeof shown>;

/** All values in a job, in lower case. */
const textIn = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.values(value).map(textIn).join('\n')
    : String(value).toLowerCase();

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
    async run(context, { search, state, kind, limit = 100, ...rest }) {
      const { tx, accountId } = context;
      const filter = { state, kind };
      const query = { limit, ...rest };
      const read = async (choice: PageChoice) => {
        const page = await pageOfJobs(tx, accountId, filter, choice);
        const named = await withSubjects(context, page.rows.map(shown));
        return { ...page, rows: await withDueEmails(context, await withEmails(context, named)) };
      };
      const choice = choiceOf(query, 2);
      const sought = search?.toLowerCase();
      if (sought === undefined) {
        const { rows: jobs, nextCursor = null } = listed(query, await read(choice));
        return { jobs, total: await countJobs(tx, accountId, filter), nextCursor };
      }
      const isSought = (job: object) => textIn(job).includes(sought);
      const { rows: jobs, nextCursor = null } = listed(query, await pageOfPassing(isSought, choice, read));
      return { jobs, nextCursor };
    },
    show: ({ jobs, ...more }) => ({
      jobs: jobs.map((job) => ({ ...job, payload: wirePayload(job.payload) })),
      ...more,
    }),
  }),
  /** Runs a waiting job now, or a failed one again. */
  run: operation({
    route: 'POST /_admin/jobs/{job_id}/run',
    answers: 'The job with its `state`, which is `done` if nothing is left of it.',
    async act(scope, { accountId = scope.firstId, jobId: id }) {
      await inAccount(scope, accountId, false, async ({ tx, services }) => {
        if (!(await jobRows.find(tx, accountId, { id }))) throw new NotFoundError('job', id);
        await jobRows.update(tx, accountId, { id }, { runAt: services.clock.now(), failure: null });
      });
      await scope.runtime.jobs.settleScope({ accountId });
      return inAccount(scope, accountId, true, async ({ tx }) => {
        const job = await jobRows.find(tx, accountId, { id });
        return job ? shown(job) : { id, accountId, state: 'done', failure: null };
      });
    },
  }),
};

/** Lists batches and activities accepted for background processing, newest first. */
export const background = operation({
  route: 'GET /_admin/background_requests',
  answers:
    '`requests`, each with `state`, `records` and how many of them `failed`, their `total`, and `next_cursor`.',
  input: defaultPage,
  async run({ tx, accountId }, { limit = 100, cursor }) {
    const processed = await listProcessedRequests(tx, accountId);
    const done = processed.map(({ seq, ...one }) => placed({ ...one, state: 'done' }, 0, seq));
    const sorted = together([...done, ...(await listRecordsJobs(tx, accountId)).flatMap(requestsOf)]);
    sorted.sort((one, other) => (one.key < other.key ? 1 : -1));
    const after = cursor === undefined ? undefined : String(fromCursor(cursor, 1)[0]);
    const rest = after === undefined ? sorted : sorted.filter(({ key }) => key < after);
    const last = rest.length > limit ? rest[limit - 1] : undefined;
    return {
      requests: rest.slice(0, limit).map(({ row }) => row),
      total: sorted.length,
      nextCursor: last ? toCursor([last.key]) : null,
    };
  },
});

/** A batch of v2 or an activity of v3. */
export interface BackgroundRequest {
  readonly requestId: string;
  readonly operation: string;
  readonly state: 'waiting' | 'done' | 'failed';
  readonly records: number;
  readonly failed: number;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** A request and its place among those of the same moment: processed ones come before those that wait. */
function placed(row: BackgroundRequest, ...place: readonly number[]): Placed {
  const order = place.map((number) => String(number).padStart(16, '0')).join('.');
  return { row, key: `${row.startedAt} ${order}` };
}

interface Placed {
  readonly row: BackgroundRequest;
  readonly key: string;
}

function requestsOf({ id, payload, runAt, failure, seq }: RecordsJob): Placed[] {
  const { operation, records, requestId = id, requestIds, receivedAt = runAt } = payload;
  const state = failure === null ? 'waiting' : 'failed';
  const common = { operation, state, failed: 0, startedAt: isoTime(receivedAt) } as const;
  if (!requestIds) return [placed({ requestId, records: records.length, ...common }, 1, seq)];
  return requestIds.map((own, i) => placed({ requestId: own, records: 1, ...common }, 1, seq, i));
}

/** The states of a request's parts; the first one that occurs is the state of the whole request. */
const WEIGHTS = { done: 0, waiting: 1, failed: 2 } as const;

/** Adds up the parts of each request: those that are processed, and those in jobs. The first one has its place. */
function together(parts: readonly Placed[]): Placed[] {
  const requests = new Map<string, Placed>();
  for (const { row: part, key } of parts) {
    const other = requests.get(part.requestId);
    const row = other?.row ?? { ...part, records: 0, failed: 0 };
    requests.set(part.requestId, {
      key: other?.key ?? key,
      row: {
        ...row,
        state: WEIGHTS[part.state] > WEIGHTS[row.state] ? part.state : row.state,
        records: row.records + part.records,
        failed: row.failed + part.failed,
      },
    });
  }
  return [...requests.values()];
}

/** Adds to jobs of mailings the emails that they send, after those of an earlier job; null for other jobs. */
async function withDueEmails<Job extends Awaited<ReturnType<typeof withSubjects<ShownJob>>>[number]>(
  context: Context,
  jobs: readonly Job[],
) {
  const last = new Map<string, number>();
  const due: (Awaited<ReturnType<typeof dueIn>> | null)[] = [];
  for (const { kind, record, runAt } of jobs) {
    const until = Date.parse(runAt);
    const span = { id: record?.id ?? '', after: last.get(record?.id ?? '') ?? 0, until };
    const isMailing = kind === 'campaign_emails' || kind === 'broadcast_emails';
    if (isMailing) last.set(span.id, until);
    due.push(isMailing ? await dueIn(context, kind, span) : null);
  }
  return jobs.map((job, i) => ({ ...job, due: due[i] ?? null }));
}

/** The number of recipients, and the subjects as they were written: those of the first 100 recipients, each once. */
async function dueIn(
  { tx, accountId }: Context,
  kind: 'campaign_emails' | 'broadcast_emails',
  span: { readonly id: string; readonly after: number; readonly until: number },
) {
  if (kind === 'broadcast_emails') {
    const broadcast = await findRecord(tx, accountId, 'broadcasts', span.id);
    const count = await countDueOfBroadcast(tx, accountId, span);
    return { count, subjects: broadcast ? [broadcast.data.subject] : [] };
  }
  const campaign = await findRecord(tx, accountId, 'campaigns', span.id);
  const { count, data } = await readDueOfCampaign(tx, accountId, span);
  const indexes = data.map((text) => seriesPosition({ data: JSON.parse(text), createdAt: '' }).next); // it depends on no time
  const subjects = indexes.map((index) => campaign?.data.emails[index]?.subject);
  return { count, subjects: [...new Set(subjects)].filter((subject) => subject !== undefined) };
}
