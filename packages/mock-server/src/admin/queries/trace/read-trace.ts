import type { RequestEntry } from '../../../observe/request-log/log.ts';
import type { RecordTable } from '../../../store/records/record-data.ts';
import { findRecord } from '../../../store/tables/records.ts';
import { type AdminContext, inAccount, type Scope } from '../../scope.ts';
import { withEmails } from '../emails-of-subscribers.ts';
import { type Arranged, arrange, requestNode } from './arrange.ts';
import { collect } from './collect.ts';
import { findStart, newestOf, type Start } from './find-start.ts';
import { type Origin, originOf, type TraceNode } from './node.ts';
import { sentenceOf } from './sentences.ts';
import { refOf, stateOf } from './state.ts';
import type { Trace, TraceRow } from './trace.ts';

export interface TraceQuery {
  readonly of: string;
  readonly accountId?: string | undefined;
  readonly after?: number | undefined;
  readonly limit?: number | undefined;
}

/** Reads the trace that a row belongs to. */
// Unspecified: U-332
export async function readTrace(
  scope: Scope,
  { of, accountId, after = 0, limit = 500 }: TraceQuery,
): Promise<Trace> {
  const asked = await findRequest(scope, accountId, of.trim());
  const start = await inAccount(scope, accountId, true, (context) =>
    asked ? startOfRequest(context, asked) : findStart(context, of),
  );
  const origin: Origin = originOf(start.cause) ?? { type: 'clock', id: null };
  const entry = origin.type === 'request' ? await findRequest(scope, accountId, origin.id ?? '') : undefined;
  const concerned = [...new Set([...start.concerned, ...(entry?.concerned ?? [])])];
  const { nodes, isCut } = await inAccount(scope, accountId, true, (context) =>
    collect(context, origin, concerned),
  );
  const requests = await requestsOf(scope, accountId, nodes);
  const arranged = arrange(rootNode(origin, entry, nodes), nodes, requests);
  const numbers = new Map(arranged.map(([node], i) => [node, i + 1]));
  const rows = await inAccount(scope, accountId, true, (context) =>
    rowsOf(context, arranged.slice(after, after + limit), numbers),
  );
  const found = arranged.findIndex(([node]) => node.id === start.id);
  return { of: found === -1 ? null : found + 1, total: arranged.length, isCut, rows };
}

/** Finds a recorded request of an account. Requests of email links name it in their path only. */
async function findRequest(
  scope: Scope,
  accountId: string | undefined,
  id: string,
): Promise<RequestEntry | undefined> {
  const account = accountId ?? scope.firstId;
  const entry = await scope.runtime.requestLog.find(id);
  return entry?.accountId === account || entry?.path.startsWith(`/e/${account}/`) ? entry : undefined;
}

/** A request began a trace, unless a recipient of an email sent it. */
async function startOfRequest(context: AdminContext, { id, concerned }: RequestEntry): Promise<Start> {
  const [first] = concerned;
  const followed = first && (await newestOf(context, first, JSON.stringify({ requestId: id }).slice(1, -1)));
  return { id, concerned, cause: followed ? followed.cause : { type: 'request', id } };
}

/** The recorded requests of recipients. */
async function requestsOf(
  scope: Scope,
  accountId: string | undefined,
  nodes: readonly TraceNode[],
): Promise<ReadonlyMap<string, RequestEntry>> {
  const ids = new Set(nodes.flatMap(({ cause }) => cause?.requestId ?? []));
  const entries = await Promise.all([...ids].map((id) => findRequest(scope, accountId, id)));
  return new Map(entries.flatMap((entry) => (entry ? [[entry.id, entry]] : [])));
}

function rootNode(origin: Origin, entry: RequestEntry | undefined, nodes: readonly TraceNode[]): TraceNode {
  if (entry) return requestNode(entry);
  const { type, id } = origin;
  return {
    type: type === 'admin' || type === 'seed' ? type : 'unknown',
    id: id ?? type,
    row: origin,
    at: nodes.reduce(
      (first, { at, hasOwnTime }) => (hasOwnTime ? first : Math.min(first, at)),
      Number.POSITIVE_INFINITY,
    ),
    seq: 0,
    subscriberId: null,
    cause: null,
  };
}

async function rowsOf(
  context: AdminContext,
  arranged: readonly Arranged[],
  numbers: ReadonlyMap<TraceNode | undefined, number>,
): Promise<TraceRow[]> {
  const names = await namesOf(
    context,
    arranged.map(([node]) => node),
  );
  const rows = arranged.map(([node, parent]) => ({ node, parent, subscriberId: node.subscriberId }));
  const now = context.services.clock.now();
  return (await withEmails(context, rows)).map(({ node, parent, subscriberId, email }) => ({
    number: numbers.get(node) ?? 0,
    parent: numbers.get(parent) ?? null,
    type: node.type,
    id: node.id,
    at: new Date(Number.isFinite(node.at) ? node.at : now).toISOString(),
    until:
      stateOf(node) === 'waiting' && typeof node.until === 'number'
        ? new Date(node.until).toISOString()
        : null,
    subscriberId,
    email,
    sentence: sentenceOf(node, {
      who: email ?? (subscriberId === null ? 'A visitor' : 'A deleted subscriber'),
      names,
    }),
    state: stateOf(node),
    ref: refOf(node),
  }));
}

const NAMED: Readonly<Record<string, { readonly table: RecordTable; readonly id: string }>> = {
  subscription: { table: 'campaigns', id: 'campaignId' },
  membership: { table: 'workflows', id: 'workflowId' },
  conversion: { table: 'goals', id: 'goalId' },
  form_submission: { table: 'forms', id: 'formId' },
};

/** The names of the records that sentences name. */
async function namesOf(
  { tx, accountId }: AdminContext,
  nodes: readonly TraceNode[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const { type, row } of nodes) {
    const campaignId = type === 'event' ? row.properties.campaign_id : undefined;
    const { table = 'campaigns', id } = NAMED[type] ?? {};
    const named =
      campaignId ??
      (id === undefined ? undefined : (row as unknown as Readonly<Record<string, unknown>>)[id]);
    const key = `${table} ${named}`;
    if (typeof named !== 'string' || names.has(key)) continue;
    names.set(key, (await findRecord(tx, accountId, table, named))?.name ?? '');
  }
  return names;
}
