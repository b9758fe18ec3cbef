import { seriesPosition } from '../../domain/campaign-subscriptions/position.ts';
import type { Context } from '../../domain/context/context.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { fromCursor, toCursor } from '../../shared/values/cursor.ts';
import { isoTime } from '../../shared/values/time.ts';
import type { PageChoice } from '../../store/engine/page.ts';
import {
  countJobs,
  type JobFilter,
  listProcessedRequests,
  listRecordsJobs,
  pageOfJobs,
  type RecordsJob,
  stateOf,
} from '../../store/queries/jobs.ts';
import { countDueOfBroadcast, readDueOfCampaign } from '../../store/queries/mailings.ts';
import { type JobRow, jobs as jobRows } from '../../store/tables/jobs.ts';
import { findRecord } from '../../store/tables/records.ts';
import { inAccount, type Scope } from '../scope.ts';
import { withEmails } from './emails-of-subscribers.ts';
import { withSubjects } from './job-subjects.ts';
import { choiceOf, type ListQuery, listed, pageOfPassing } from './pages.ts';

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

interface JobQuery extends ListQuery, JobFilter {
  /** A part of any text of the job, of its record or of its subscriber; case-insensitive. */
  readonly search?: string | undefined;
}

/** Lists a page of an account's jobs, in order of their time. Those that a search finds are not counted. */
export async function readJobs(context: Context, { search, state, kind, limit = 100, ...rest }: JobQuery) {
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
}

/** All values in a job, in lower case. */
const textIn = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.values(value).map(textIn).join('\n')
    : String(value).toLowerCase();

/** Runs a waiting job now, or a failed one again. Returns the job with its new state. */
export async function runJob(scope: Scope, accountId: string, id: string) {
  await inAccount(scope, accountId, false, async ({ tx, services }) => {
    if (!(await jobRows.find(tx, accountId, { id }))) throw new NotFoundError('job', id);
    await jobRows.update(tx, accountId, { id }, { runAt: services.clock.now(), failure: null });
  });
  await scope.runtime.jobs.settleScope({ accountId });
  return inAccount(scope, accountId, true, async ({ tx }) => {
    const job = await jobRows.find(tx, accountId, { id });
    return job ? shown(job) : { id, accountId, state: 'done', failure: null };
  });
}

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

/** Lists a page of the requests that were accepted for background processing, newest first. */
export async function readBackgroundRequests(
  { tx, accountId }: Context,
  { limit = 100, cursor }: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
) {
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
